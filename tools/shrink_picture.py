"""Make PNG files smaller: at most 256 colours, packed as well as it goes. Run by `make web-pictures`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

#: Bytes that a picture of the documentation may have.
MOST: int = 250_000


def shrink(path: Path) -> int:
    """Write a picture anew in place; its size in bytes afterwards."""
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    return path.stat().st_size


def main() -> int:
    """Shrink the files that are named; 1 when one is still too large."""
    status = 0
    for name in sys.argv[1:]:
        size = shrink(Path(name))
        print(f"{name}: {size // 1000} kB")
        status |= size > MOST
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
