"""Callparser as a service: sessions over WebSocket, their log, and what answers over HTTP."""
