"""Players that know what their seat may know, and nothing more: they take a view."""

from .choosing import suggest
from .errors import StrengthNotImplementedError
from .random_player import RandomPlayer

__all__ = ["RandomPlayer", "StrengthNotImplementedError", "suggest"]
