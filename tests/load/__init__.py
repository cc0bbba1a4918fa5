"""The load kit: an open-loop driver of real games (``python -m tests.load``), and h2load with the server's counters."""
