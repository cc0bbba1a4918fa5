"""Events as sentences, in Japanese and English.

Events are those of the contract, as one viewer got them: a sentence can never tell more than its viewer may know.
"""

from collections.abc import Callable, Sequence
from typing import Final

from pageone.v1 import action_pb2, event_pb2

from .cards import card_name, card_names, suit_name
from .phrases import GAMES, SEAT_NAMES, phrase

_OFFENSES: Final = {
    action_pb2.OFFENSE_MISSED_CALL: "missed_call",
    action_pb2.OFFENSE_ILLEGAL_PLAY: "illegal_play",
    action_pb2.OFFENSE_TABLE_TALK: "table_talk",
}
_DRAWS: Final = {
    event_pb2.DRAW_REASON_TURN: "drawn_turn",
    event_pb2.DRAW_REASON_PENDING: "drawn_pending",
    event_pb2.DRAW_REASON_PENALTY: "drawn_penalty",
    event_pb2.DRAW_REASON_CHALLENGE: "drawn_challenge",
}
_OUTCOMES: Final = {
    event_pb2.ROUND_OUTCOME_WON: "round_won",
    event_pb2.ROUND_OUTCOME_VOID_BLOCKED: "round_blocked",
    event_pb2.ROUND_OUTCOME_VOID_TURN_LIMIT: "round_turn_limit",
}


class Narrator:
    """Tells events in ``language`` (``ja``, ``en``) to whoever sits in ``you``, or to somebody who plays no seat."""

    def __init__(self, language: str, seats: int, you: int | None = None) -> None:
        self.language = language
        self.names = list(SEAT_NAMES[language][:seats])
        if you is not None:
            self.names[you] = phrase("you", language)
        self._words: dict[int, str] = {}

    def knows_words(self, penultimate: str, last: str) -> None:
        """The words of the match's rules, to quote calls with."""
        self._words = {action_pb2.CALL_PENULTIMATE: penultimate, action_pb2.CALL_LAST: last}

    def say(self, key: str, /, **values: object) -> str:
        """A phrase in the narrator's language."""
        return phrase(key, self.language, **values)

    def tell(self, event: event_pb2.Event) -> str:
        """One event as a sentence."""
        kind = event.WhichOneof("kind")
        if kind is None:
            return ""
        return _TELLERS[kind](self, getattr(event, kind))

    def _seats(self, seats: Sequence[int]) -> str:
        separator = "、" if self.language == "ja" else ", "
        return separator.join(self.names[seat] for seat in seats)

    def _cards(self, cards: Sequence[int]) -> str:
        return card_names(cards, self.language)

    def match_started(self, event: event_pb2.MatchStarted) -> str:
        """Also learns the words of the match."""
        self.knows_words(event.rules.calls.penultimate, event.rules.calls.last)
        name = event.rules.name
        title = self.say(name) if name in GAMES else name
        return self.say("match_started", rules=title, seats=event.seats)

    def round_started(self, event: event_pb2.RoundStarted) -> str:
        """A round begins."""
        return self.say("round_started", round=event.round, seat=self.names[event.dealer])

    def cards_dealt(self, event: event_pb2.CardsDealt) -> str:
        """A hand, or its size."""
        key = "cards_dealt_seen" if event.cards else "cards_dealt"
        return self.say(key, seat=self.names[event.seat], count=event.count, cards=self._cards(event.cards))

    def starter_turned(self, event: event_pb2.StarterTurned) -> str:
        """The starter, and what was put back."""
        line = self.say("starter_turned", card=card_name(event.card, self.language))
        if event.put_back:
            line += self.say("put_back", cards=self._cards(event.put_back))
        return line

    def cards_played(self, event: event_pb2.CardsPlayed) -> str:
        """Cards, the suit named, the word said."""
        line = self.say("cards_played", seat=self.names[event.seat], cards=self._cards(event.cards))
        if event.suit:
            line += self.say("naming", suit=suit_name(event.suit, self.language))
        if event.call:
            line += self.say("calling", word=self._words.get(event.call, ""))
        return line

    def cards_drawn(self, event: event_pb2.CardsDrawn) -> str:
        """How many cards, why, and which, when they may be seen."""
        line = self.say(_DRAWS[event.reason], seat=self.names[event.seat], count=event.count)
        if event.cards:
            line += self.say("drawn_seen", cards=self._cards(event.cards))
        if event.owed > event.count:
            line += self.say("forgiven", count=event.owed - event.count)
        return line

    def turn_passed(self, event: event_pb2.TurnPassed) -> str:
        """A pass."""
        return self.say("turn_passed", seat=self.names[event.seat])

    def suit_named(self, event: event_pb2.SuitNamed) -> str:
        """The suit now in force."""
        return self.say("suit_named", suit=suit_name(event.suit, self.language))

    def seats_skipped(self, event: event_pb2.SeatsSkipped) -> str:
        """Who was jumped."""
        return self.say("seats_skipped", seats=self._seats(event.seats))

    def direction_reversed(self, event: event_pb2.DirectionReversed) -> str:
        """The direction now."""
        return self.say("counter_clockwise" if event.reversed else "clockwise")

    def draw_pending(self, event: event_pb2.DrawPending) -> str:
        """What is owed, and by whom."""
        key = "draw_pending" if event.count else "draw_pending_over"
        return self.say(key, seat=self.names[event.seat], count=event.count)

    def offense_called_out(self, event: event_pb2.OffenseCalledOut) -> str:
        """Who called out whom, for what, rightly or not."""
        offender = self.names[event.offender]
        offense = self.say(_OFFENSES[event.offense])
        if not event.HasField("caller"):
            return self.say("caught", offender=offender, offense=offense)
        key = "called_out" if event.upheld else "called_out_false"
        return self.say(key, caller=self.names[event.caller], offender=offender, offense=offense)

    def cards_returned(self, event: event_pb2.CardsReturned) -> str:
        """Cards that went back to a hand."""
        return self.say("cards_returned", seat=self.names[event.seat], cards=self._cards(event.cards))

    def hand_shown(self, event: event_pb2.HandShown) -> str:
        """A hand shown by a challenge, with its cards for who may see them."""
        line = self.say(
            "hand_shown",
            seat=self.names[event.seat],
            shown_to=self.names[event.shown_to],
            count=event.count,
        )
        if event.cards:
            line += self.say("drawn_seen", cards=self._cards(event.cards))
        return line

    def challenge_settled(self, event: event_pb2.ChallengeSettled) -> str:
        """The verdict."""
        return self.say(
            "guilty" if event.guilty else "not_guilty",
            challenger=self.names[event.challenger],
            challenged=self.names[event.challenged],
        )

    def claims_opened(self, event: event_pb2.ClaimsOpened) -> str:
        """Who is asked."""
        key = "claims_opened" if event.level == 1 else "claims_opened_again"
        return self.say(key, seats=self._seats(event.seats))

    def dobon_called(self, event: event_pb2.DobonCalled) -> str:
        """A hand laid down."""
        return self.say(
            "dobon_called",
            seat=self.names[event.seat],
            against=self.names[event.against],
            cards=self._cards(event.cards),
        )

    def dobon_voided(self, event: event_pb2.DobonVoided) -> str:
        """A claim struck down."""
        return self.say("dobon_voided", seat=self.names[event.seat])

    def claim_waived(self, event: event_pb2.ClaimWaived) -> str:
        """Nothing claimed."""
        return self.say("claim_waived", seat=self.names[event.seat])

    def claims_closed(self, event: event_pb2.ClaimsClosed) -> str:
        """The claims are final."""
        return self.say("claims_closed")

    def trick_won(self, event: event_pb2.TrickWon) -> str:
        """A trick's winner."""
        return self.say("trick_won", seat=self.names[event.seat])

    def table_taken(self, event: event_pb2.TableTaken) -> str:
        """Face-up cards taken."""
        return self.say("table_taken", seat=self.names[event.seat], cards=self._cards(event.cards))

    def stock_reshuffled(self, event: event_pb2.StockReshuffled) -> str:
        """A new stock."""
        return self.say("stock_reshuffled", stock=event.stock)

    def seat_went_out(self, event: event_pb2.SeatWentOut) -> str:
        """Out, and the place."""
        return self.say("seat_went_out", seat=self.names[event.seat], place=event.place)

    def seat_left(self, event: event_pb2.SeatLeft) -> str:
        """Gone."""
        return self.say("seat_left", seat=self.names[event.seat])

    def turn_started(self, event: event_pb2.TurnStarted) -> str:
        """Whose turn it is."""
        return self.say("turn_started", seat=self.names[event.seat])

    def round_ended(self, event: event_pb2.RoundEnded) -> str:
        """How the round ended."""
        return self.say(_OUTCOMES[event.outcome])

    def match_ended(self, event: event_pb2.MatchEnded) -> str:
        """The end."""
        return self.say("match_ended")


#: A teller for each kind of event, by the kind's name in the contract.
_TELLERS: Final[dict[str, Callable[[Narrator, object], str]]] = {
    field.name: getattr(Narrator, field.name) for field in event_pb2.Event.DESCRIPTOR.fields
}
