"""A host for games of Page One between people: an example to copy and change.

It keeps states, decides who sits where, pushes views and minds the clock; the rules are asked of EngineService.
Read `records` first (what is kept), then `matches` (how an action is applied once), `sockets` (how it gets to people).
"""
