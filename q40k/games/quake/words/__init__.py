"""The sentences of events, questions, refusals and problems, in English and French."""
