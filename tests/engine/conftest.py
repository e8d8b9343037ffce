"""How hard hypothesis tries: HYPOTHESIS_PROFILE=ci for many more examples than a run at the desk wants.

Tests that play whole games take a fixed share of the profile's number of examples.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "desk"))
