"""A whole deal at one table: the user is declarer, the program defends, keeps the score and the record.

:class:`callparser.play.game.Game` is the table without sound or clock; ``callparser play`` puts a keyboard, a
microphone or a list of recordings before it. :class:`callparser.play.seat.Sitting` is one of the four seats
at a table that another program manages.
"""
