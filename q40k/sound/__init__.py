"""Sound: short clips, played in a separate process. This room knows no game.

Clips are made from sines and noise by `tests/sounds.py` (`make sounds`); a test makes them again and
compares. `python -m q40k.sound` plays them with miniaudio, an extra: what an audio driver prints or
breaks never reaches the screen. It reads names and volumes from a pipe, ends with it, and its exit
status says why it cannot play; then the terminal's bell rings. Nothing waits for it.
"""
