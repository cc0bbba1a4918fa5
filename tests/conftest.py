"""How properties are tried everywhere: the same examples in each run, and no clock that could fail them."""

from hypothesis import HealthCheck, settings

settings.register_profile("pageone", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pageone")
