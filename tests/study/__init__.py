"""Tests of studies: dice or choices."""
