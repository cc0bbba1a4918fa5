"""What earlier releases read and wrote, kept for good: every release must answer it as they did (API.md, "States").

A release's folder holds ``calls.jsonl.gz`` (calls of EngineService with the bytes of their answers), ``transcripts/``
(matches in text form) and ``tickets.json`` (games of SoloService with the key that sealed them). ``python -m
tests.corpus VERSION`` records one, once, before the release is tagged; ``make check-corpus`` replays them all.
"""
