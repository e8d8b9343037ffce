"""How long a whole game may take, and how it was stored: code for `LiveSite.run`."""

LONGEST_GAME = 300  # seconds, on a machine that has much else to do
STORED = """
from games.models import Match
stored = Match.objects.get(pk=match)
scores = [seat.score for seat in stored.seats.all()]
answer = {"status": stored.status, "reason": stored.reason, "winner": stored.winner, "scores": scores}
"""
VERIFY = """
from io import StringIO
from django.core.management import call_command
out = StringIO()
call_command("verify_matches", stdout=out)
answer = out.getvalue()
"""
