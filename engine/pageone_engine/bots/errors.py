"""The error of a strength that is in the contract but that no bot plays yet."""

from ..refusals import EngineError
from ..terms import Strength, name_of


class StrengthNotImplementedError(EngineError):
    """A known strength without a player; ``strength`` is its number. A weaker one can be asked instead."""

    def __init__(self, strength: int) -> None:
        super().__init__(f"no bot plays {name_of(Strength, strength)} yet; ask for a weaker one")
        self.strength = strength
