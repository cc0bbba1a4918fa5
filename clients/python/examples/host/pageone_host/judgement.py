"""Table talk (C18) is for the host to judge: the rules uphold whatever a host sends, so no player's word is enough.

This host believes the table: an accusation counts when more than half of the others who could make it do, and at least
two. Until then it is written down. Another host may listen to the chat, or ask a referee, and change this module.
"""

from __future__ import annotations

from dataclasses import replace

from pageone import Action, Offense
from pageone.v1 import state_pb2

from .records import Lobby


def is_accusation(action: Action) -> bool:
    """Whether a player's action needs the host's judgement before the rules see it."""
    return action.WhichOneof("kind") == "call_out" and action.call_out.offense == Offense.OFFENSE_TABLE_TALK


def needed(state: state_pb2.MatchState, offender: int) -> int:
    """How many have to accuse ``offender``."""
    others = sum(not seat.left for number, seat in enumerate(state.seats) if number != offender)
    return max(2, others // 2 + 1)


def accusers(lobby: Lobby, offender: int) -> set[int]:
    """Who has accused ``offender`` so far."""
    return {accuser for accuser, accused in lobby.accusations if accused == offender}


def heard(lobby: Lobby, accuser: int, offender: int) -> Lobby:
    """The lobby with one accusation more."""
    return replace(lobby, accusations=(*lobby.accusations, (accuser, offender)))


def settled(lobby: Lobby, offender: int) -> Lobby:
    """The lobby without the accusations of ``offender``: they have led to a call-out."""
    return replace(lobby, accusations=tuple(each for each in lobby.accusations if each[1] != offender))
