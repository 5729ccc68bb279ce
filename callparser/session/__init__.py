"""A conversation at one table: what was said and answered, and what may still be taken back.

:class:`callparser.session.state.Session` is the memory, without sound or clock;
:class:`callparser.session.dialog.Dialog` connects it to an ear, a mouth and a keyboard.
"""
