"""The tests, in the rooms of what they test; at the top lie those that span rooms.

`program` runs the program, `strategies` has what Hypothesis draws, `mixes` random rules and hands, `cases` the worked
cases, the oracles brute force, and `engines` and `recordings` the comparisons of compiled and Python code. No test
module imports another.
"""
