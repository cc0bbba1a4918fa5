"""``python -m pageone_service.cli`` is ``pageone``."""

from . import main

main()
