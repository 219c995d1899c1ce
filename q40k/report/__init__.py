"""The report of a match as one page: the race, the statistics, a replay, the whole log.

`tale` gathers what is told as data: the race, the lines, the calls, who stood where, and how the
chances went. `charts` draws them, `drawing` draws a `Scene` as SVG for the report and the board, `page`
makes the page. Everybody who walks a match walks it by `table.commentary`, as the room may know it. A
game may bring `statistics`, chapters of tables with times to draw over the match; without them its
report has the rest.
"""
