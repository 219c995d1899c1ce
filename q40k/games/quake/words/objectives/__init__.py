"""What a mod is played for, in words: each way to win, each rule that brings something."""
