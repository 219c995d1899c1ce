"""Events, questions, refusals and problems turned into sentences, in English and French."""
