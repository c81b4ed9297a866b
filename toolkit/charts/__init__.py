"""Panels as charts: the only room that knows Altair.

From the ground up: `theme` (colours, fonts, the config of every chart), `sizes` (how much room each chart of a panel
gets), `layers` (what charts are built from), `labels` (which labels are drawn, and where), `ready` (charts that bring
their own spec), `makers` (the six kinds, and whole panels), `picture` (charts as SVG).
"""
