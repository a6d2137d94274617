"""What every test run shares."""

from hypothesis import settings

# The same examples in every run, so that what CI finds can be found again; a slow machine is no failure.
settings.register_profile("tileref", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tileref")
