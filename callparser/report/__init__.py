"""Reports to print and to keep: a ruling, an audit, a session of the log, as HTML or PDF.

What a report says is made once (:mod:`callparser.report.content`) and written by either writer. HTML needs
nothing else; PDF needs the extra ``report`` (fpdf2).
"""
