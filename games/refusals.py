"""Why something was refused, in the player's words. Every error key of engine and services has its sentence here."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card
from games.engine.errors import MoveError
from games.words import card_name

SENTENCES: dict[str, Promise] = {
    # unparsable
    "not_a_move": _("This is not a move."),
    "not_a_card": _("This is not a card."),
    "unknown_action": _("There is no such action."),
    "play_one_card": _("Choose one card to play."),
    "points_missing": _("Say a number of points."),
    "move_id_is_no_uuid": _("The id of the move is not a UUID."),
    "plan_length": _("A plan has 1 to %(most)d answers."),
    "plan_answer": _("An answer has the fields if, then and else; a condition is falls, count_at_least or makes."),
    "plan_falls": _("A rank is one of A 2 3 4 5 6 7 8 9 T J Q K."),
    "plan_count": _("The count of a condition is 1 to %(most)d."),
    "plan_makes": _("A card can make 15 or 31."),
    "plan_action": _("An answer plays a card, lowest, highest, 15, 31 or pair; else may also ask."),
    # illegal
    "card_not_held": _("You do not hold the %(card)s."),
    "card_twice": _("Choose two different cards."),
    "card_passes_31": _("The %(card)s would bring the count past 31."),
    "discard_two": _("Choose two cards to lay away, no more and no less."),
    "go_while_a_card_fits": _("You hold a card that fits, so you may not say go."),
    "points_out_of_range": _("A hand counts from 0 to %(most)d points."),
    "seed_not_printable": _("A cut takes up to %(most)d plain letters, digits and signs."),
    "not_now": _("This cannot be done now."),
    "choose_a_combination": _("Choose cards of the hand that you count."),
    "too_late_to_abort": _("After your first discard the match can no longer be aborted; you may resign."),
    "seat_taken": _("Somebody else was quicker: the seat is taken."),
    # out of turn, over, stale
    "not_your_turn": _("It is not your turn."),
    "match_over": _("The match is over."),
    "stale_decision": _("The table has moved on since this page was shown. Here it is as it stands now."),
    "move_id_reused": _("This id already belongs to another move."),
    # not to be done by this player, or not yet
    "not_your_table": _("You do not play at this table."),
    "no_such_match": _("There is no such table."),
    "own_table": _("This is your own table."),
    "sign_up_first": _(
        "Guests play the computer, and friends by a link. For all else sign up: it takes a minute, and your games stay."
    ),
    "guest_challenged": _("A guest cannot be challenged by name. Send a link instead."),
    "challenge_to_oneself": _("You cannot challenge yourself."),
    "left_too_often": _(
        "Live games that you left within %(hours)d h: %(count)d (gone, out of time, or aborted after the cut). "
        "New ones are open to you again at %(until)s; slow games and the computer are so now."
    ),
    "you_block": _("You block this player. Lift the block in the settings first."),
    "not_open_to_you": _("This table is not open to you."),
    "takes_no_challenges": _("This player takes no challenges at present."),
    "block_oneself": _("You cannot block yourself."),
    "too_many_blocks": _("You block %(most)d players; lift a block before you set another."),
    "player_is_gone": _("This player has left the site."),
    "report_oneself": _("You cannot report yourself."),
    "reported_already": _("You have reported this already. We will tell you what came of it."),
    "too_many_reports": _("You have written %(most)d reports today. Write more tomorrow."),
    "report_is_answered": _("Somebody else has answered this report meanwhile. Their answer stands."),
    "report_not_of_match": _("You can report a player at a table that both of you play at."),
    "too_many_open_tables": _("You have %(most)d open tables; take one back before you open another."),
    "time_is_not_over": _("Your opponent still has time."),
    "opponent_is_here": _("Your opponent is here and still has time."),
    "countdown_is_not_over": _("Your opponent is gone, but the countdown is not over yet."),
    "not_at_opponents_turn": _("Your opponent is gone, but it is your turn. You may claim the game at the other's."),
    "nobody_is_overdue": _("Nobody's time is over at this table."),
    "maintenance": _("The site is being maintained: no new games begin just now. Running ones go on."),
    "match_is_not_over": _("The match is not over yet."),
    "vacation_once_a_day": _("You may go on vacation once a day at most."),
    "vacation_used_up": _("Your %(days)d days of vacation for this year are used up."),
    "plan_needs_days": _("Plans are for slow games between two people."),
    "plan_too_late": _("It is your turn: a plan is for turns that are still to come."),
    "plan_not_now": _("A plan is made while you wait in the play of a deal and have more than your last card."),
    "too_many_streams": _("You have %(most)d streams open already. Close one of them first."),
    "no_room_for_streams": _("The site has no room for one more stream. Try again later."),
    "unknown_phrase": _("There is no such phrase."),
    "text_length": _("A message has 1 to %(most)d characters."),
    "nobody_to_talk_to": _("There is nobody at this table to talk to."),
    "talk_is_over": _("The talk at this table is over."),
    "chat_is_off": _("You can chat once both of you have switched it on."),
    "talk_too_fast": _("You can say something %(most)d times a minute. Wait a moment."),
    "talk_too_much": _("You have said something %(most)d times at this table; that is all there is room for."),
    "school_not_now": _("Hands are counted by combinations while you have to count one, but not in muggins."),
    "no_record_yet": _("The record can be had once the match is over."),
    "opponent_is_gone": _("Your opponent has left the site."),
    "deal_key_missing": _(
        "The site lacks the key %(key_id)s that this table was dealt with. Tell whoever runs the site."
    ),
    "failed": _("Something went wrong here. Nothing was changed; try once more."),
    "log_in_first": _("Log in to play."),
    # sanctions, and what staff may not do with them
    "suspended": _("Until %(until)s your account is suspended. Log in on the site to read why, and to appeal."),
    "banned": _("Your account is banned. Log in on the site to read why, and to appeal."),
    "silenced": _("Until %(until)s you may use no phrases and no chat."),
    "no_live_games": _("Until %(until)s you may play slow games and the computer, but no live games with people."),
    "sanction_oneself": _("You cannot sanction yourself."),
    "sanction_superuser": _("Whoever runs the site cannot be sanctioned."),
    "concerns_oneself": _("This concerns yourself: somebody else of the staff has to decide."),
    "concerns_staff": _("This player is of the staff: only somebody with more rights may decide."),
    "sanction_needs_end": _("This kind of sanction needs an end that is still to come."),
    "sanction_is_over": _("This sanction is over already."),
    "sanction_not_shorter": _("The new end must be still to come and earlier than the present one."),
    "appeal_once": _("You have appealed already; an appeal is written once."),
    "appeal_length": _("An appeal has 1 to %(most)d characters."),
    "appeal_is_decided": _("This appeal is decided already."),
}


def explain(error: MoveError) -> str:
    """The sentence for an error, in the language that is active."""
    params = dict(error.params)
    if "card" in params:
        params["card"] = card_name(Card.parse(str(params["card"])))
    if "until" in params:
        # As the player's clock shows it: the moment carries the player's time zone.
        params["until"] = date_format(datetime.fromisoformat(str(params["until"])), "DATETIME_FORMAT")
    return str(SENTENCES[error.key]) % params
