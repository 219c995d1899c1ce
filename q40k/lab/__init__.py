"""The lab: bots play many games, and their results say what is worth how much.

A game of the house brings a `subject.Lab`: what it lets one vary, and how bots play one `Bout`. The
lab plans bouts (`designs`), plays them on cores or on a cluster (`engines`), keeps every result on
a shelf under a hash of all it depends on (`jobs`, `shelf`), and works out shares of victory with
their intervals (`figures`, `points`). `tables` and `page` put them into words and pictures.

A result depends on nothing but its bout and its world (packs, rules, version), so figures are the
same on any number of cores, and a study that was killed goes on where it stopped.
"""
