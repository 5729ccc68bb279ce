"""The service: the JSON of the contract over HTTP, tables over WebSocket, and their log.

Needs the extra ``service``; nothing else imports it, but for the log, which is read without.
"""
