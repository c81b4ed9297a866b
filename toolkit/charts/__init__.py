"""Panels as charts: the only room that knows Altair.

theme     colours, fonts and the config of every chart      sizes     how much room each chart of a panel gets
layers    what charts are built from                        labels    which labels are drawn, and where
makers    the six kinds of charts, and whole panels         ready     charts that bring their own spec
picture   charts as SVG
"""
