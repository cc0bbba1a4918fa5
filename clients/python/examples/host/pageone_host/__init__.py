"""A host for games of Page One between people, on EngineService."""
