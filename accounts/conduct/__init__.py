"""How players treat one another: blocks, reports, sanctions with appeals, and what moderators may want to look into."""
