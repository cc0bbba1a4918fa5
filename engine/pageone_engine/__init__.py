"""The rules of Page One and American Page One: pure, standard library only."""
