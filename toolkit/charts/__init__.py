"""Panels as charts: the only room that knows Altair."""
