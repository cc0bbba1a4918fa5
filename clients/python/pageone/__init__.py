"""Client of the Page One service."""
