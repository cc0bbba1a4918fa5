"""A rolling upgrade: the release before this one and this one side by side."""
