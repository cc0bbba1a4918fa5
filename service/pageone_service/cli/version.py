"""``pageone version``: what is installed."""

from __future__ import annotations

import platform
from importlib.metadata import version as installed

import google.protobuf
import grpc
import typer
from google.protobuf.internal import api_implementation

from ..convert import SCHEMA


def version() -> None:
    """Tell the versions that matter in a report of a fault.

    Example:

        pageone version
    """
    lines = {
        "pageone-service": installed("pageone-service"),
        "pageone-client": installed("pageone-client"),
        "state schema": str(SCHEMA),
        "python": platform.python_version(),
        "grpcio": grpc.__version__,
        "protobuf": f"{google.protobuf.__version__} ({api_implementation.Type()})",
    }
    for name, value in lines.items():
        typer.echo(f"{name:16} {value}")
