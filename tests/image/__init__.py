"""The image: really built, unpacked and run, on a base that is made here (docs/image.md)."""
