"""The words of drug labels, read from `schemas/vocabulary/*.csv`.

Importing reads nothing; the first call of a reader reads its file once.
"""
