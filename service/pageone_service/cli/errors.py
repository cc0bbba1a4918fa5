"""What goes wrong at the command line, said in words: the field, what is wrong with it, and the remedy."""

from typing import Final

#: Done as asked.
EXIT_DONE: Final = 0
#: Asked and answered "no" (rules refused, transcript not verified), or the server could not be used.
EXIT_NO: Final = 1
#: The command line or a file given with it cannot be understood.
EXIT_USAGE: Final = 2


class CliError(Exception):
    """Ends the command with a message instead of a traceback.

    ``field`` names the option, argument or file, ``problem`` what is wrong with it, ``remedy`` what to do.
    """

    def __init__(self, field: str, problem: str, remedy: str = "", exit_code: int = EXIT_USAGE) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
        self.remedy = remedy
        self.exit_code = exit_code
