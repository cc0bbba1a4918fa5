"""``pageone simulate``: placeholder until simulate.run exists."""


def simulate() -> None:
    """Many matches."""
