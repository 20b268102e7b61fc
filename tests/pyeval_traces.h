/* Rows of check_pyeval: a source, and the trace of it. "$ words" in front is the command line. */
{"import x\nx.f(1)", "main.py:2 x.f(1)\n"},
