"""The referee: an incident at the table, the law it falls under, and what that law says.

``rule(incident, law, edition)`` is the way in (:mod:`callparser.referee.rule`). The program decides what is
arithmetic, asks what is fact, and leaves judgement to the director.
"""
