"""Protocols of others, for clients that are there already: each is one module.

They give the words of a call and what was meant, and know no table: which card it is, and what the Laws say
instead, is asked of ``/v1/resolve``. Nothing is recorded.
"""
