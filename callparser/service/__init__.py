<<<<<<< HEAD
"""Callparser as a service: sessions over WebSocket, their log, and what answers over HTTP."""
=======
"""The service: the JSON of the contract over HTTP. Needs the extra ``service``; nothing else imports it."""
>>>>>>> main
