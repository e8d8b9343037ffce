"""The lesson: one game against the computer from the cut to the last hole, step by step.

Texts may name facts that the engine finds out (`games.lesson.facts`): %(points)s, %(count)d, %(target)d …
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card
from games.engine.moves import Count, Cut, CutCards, Discard, Go, Move, Play, Record
from games.staged import Staged, cards, dealt, seated

LEARNER, COMPUTER = 0, 1


@dataclass(frozen=True)
class Step:
    """One position, and what the learner has to do there.

    It follows from the step before by `before`, or begins a game of its own at `start`. `answer` is what is asked for,
    None where there is only something to read; `after` follows it at once. `right` is said to the answer, `hint` to
    others.
    """

    title: Promise
    texts: tuple[Promise, ...]
    task: Promise | str = ""
    answer: Move | None = None
    right: Promise | str = ""
    hint: Promise | str = ""
    before: tuple[Record, ...] = ()
    after: tuple[Record, ...] = ()
    start: Staged | None = None


def computer(word: str) -> Record:
    """The computer's play of a card, or its go."""
    return Record(COMPUTER, Go() if word == "go" else Play(Card.parse(word)))


def learner(word: str) -> Record:
    """A play of the learner's that the lesson makes unasked."""
    return Record(LEARNER, Play(Card.parse(word)))


# The learner's cards, then the computer's, as both keep them and lay them away.
FIRST_DEAL = dealt(("3S 4D 5H 6C", "7H 9C 9S TC"), ("8D 8S", "2D 7S"), starter="JH")
SECOND_DEAL = dealt(("8C 9H JS KD", "2H 4S 6S 7D"), ("3D QS", "TD KC"), starter="5S")
LAST_DEAL = dealt(("2S JH QC KD", "3D 7C 8S 9D"), ("6C 8D", "4C QS"), starter="5H")
WHOLE_LAST_PLAY = ("QC", "7C", "JH", "3D", "go", "KD", "8S", "2S", "9D")

STEPS = (
    Step(
        title=_("The cut"),
        texts=(
            _(
                "Cribbage is a race for two: whoever has %(target)d points first wins. The pegs on the board show how "
                "far both have come."
            ),
            _("Each begins by cutting a card from the pack. The lower card deals; the ace is the lowest of all."),
        ),
        task=_("Cut the cards."),
        start=seated(),
        before=(Record(COMPUTER, Cut("")),),
        answer=Cut(""),
        after=(Record(None, CutCards(((Card.parse("4H"), Card.parse("QS")),))),),
        right=_(
            "Your card is the lower one, so you deal first. The dealer owns the crib, an extra hand that both players "
            "fill."
        ),
    ),
    Step(
        title=_("The discard"),
        texts=(
            _(
                "Each has six cards and lays two away, face down. These four are the crib. It counts for the dealer, "
                "and this time that is you."
            ),
            _("Keep what goes together: pairs, cards in a row, and cards that add up to fifteen will score."),
        ),
        task=_("Lay two cards away, so that you keep four in a row."),
        before=FIRST_DEAL[:1],
        answer=Discard(cards("8D 8S")),
        after=FIRST_DEAL[2:],
        right=_(
            "Well chosen: the pair of eights goes into your own crib. Now the starter is turned up, a card that counts "
            "with every hand. It is a jack: his heels, and the dealer has %(points)s at once."
        ),
        hint=_("Four of your cards follow one another without a gap. Which two are left over?"),
    ),
    Step(
        title=_("The play"),
        texts=(
            _(
                "Now cards are laid by turns, and each adds its value to the count at the left of the table: an ace 1, "
                "jack, queen and king 10, the others what they show."
            ),
            _("Whoever brings the count to exactly fifteen scores %(points)s."),
        ),
        task=_("The computer has led, and the count is %(count)d. Make fifteen."),
        before=(computer("TC"),),
        answer=Play(Card.parse("5H")),
        right=_(
            "Fifteen: %(points)s. On the board your back peg has jumped ahead of the front one, so that everybody sees "
            "what was scored last."
        ),
        hint=_("The count has to be fifteen with your card."),
    ),
    Step(
        title=_("Pairs and runs"),
        texts=(
            _(
                "A card of the same rank as the one before makes a pair. Three or more cards laid one after another "
                "make a run if they follow one another in rank, in any order."
            ),
            _("A pair scores 2; a run scores a point for each of its cards."),
        ),
        task=_("Make a run of three."),
        before=(computer("7H"),),
        answer=Play(Card.parse("6C")),
        right=_("The last three cards are a run: %(points)s. That they did not come in order makes no difference."),
        hint=_("Look at the two cards that were laid last: which of yours makes three in a row with them?"),
    ),
    Step(
        title=_("Go and thirty-one"),
        texts=(
            _(
                "The count never passes 31. The computer has no card that fits and has said “go”, so you play on alone "
                "while a card of yours fits."
            ),
            _("Exactly 31 scores %(points)s. A count that ends below 31 scores 1 for its last card."),
        ),
        task=_("Bring the count to 31."),
        before=(computer("go"),),
        answer=Play(Card.parse("3S")),
        right=_(
            "Thirty-one: %(points)s. Then the count begins anew at 0, until all cards are laid. The very last card "
            "scores 1."
        ),
        hint=_("The count has to be 31 with your card."),
    ),
    Step(
        title=_("The show"),
        texts=(
            _(
                "All cards have been laid, the last one by the computer. Now the hands are counted, each with the "
                "starter. Whoever did not deal counts first."
            ),
            _(
                "Whatever adds up to fifteen scores 2, each pair 2, each run a point a card, and a card may be part "
                "of several. This is the computer's hand."
            ),
        ),
        task=_("See where its points come from, then go on."),
        before=(computer("9C"), learner("4D"), computer("9S"), Record(COMPUTER, Count(8))),
    ),
    Step(
        title=_("Your hand"),
        texts=(
            _("Now your four cards and the starter. First count what adds up to fifteen, then pairs, then runs."),
            _("Usually the site counts for you; at some tables the players count themselves, as you do now."),
        ),
        task=_("How many points is your hand worth?"),
        answer=Count(8),
        right=_("Right, %(points)s. These are the combinations."),
        hint=_(
            "The jack makes fifteen with one of your cards, and three of them make fifteen together. Then there is the "
            "run, as long as it goes."
        ),
    ),
    Step(
        title=_("The crib"),
        texts=(
            _("Last comes the crib: your two cards, the computer's two and the starter. Its points are the dealer's."),
            _("It counts as a hand does. The next deal is the computer's, and so will be its crib."),
        ),
        task=_("How many points is the crib worth?"),
        answer=Count(6),
        right=_("Right, %(points)s more for you. After the crib the deal is over."),
        hint=_("The pair counts by itself, and each of its two cards makes fifteen with another one."),
    ),
    Step(
        title=_("Saying go"),
        texts=(
            _("The second deal. The computer dealt, so you led, and some cards are laid already."),
            _("The count stands at %(count)d, and each of your cards would take it past 31."),
        ),
        task=_("Say that you cannot play."),
        before=(*SECOND_DEAL, learner("8C"), computer("7D"), learner("9H"), computer("4S")),
        answer=Go(),
        after=(computer("2H"),),
        right=_(
            "The computer played on alone and scored %(theirs)s for the last card of this count. Go is never a choice: "
            "who holds a card that fits has to lay it."
        ),
    ),
    Step(
        title=_("To the last hole"),
        texts=(
            _(
                "Some deals later you need %(needed)d points and the computer %(needed_by_computer)d. The computer "
                "dealt, so you count first."
            ),
            _(
                "Whoever reaches %(target)d wins at that moment. One thing more: a jack of the starter's suit in your "
                "hand is his nobs and scores 1."
            ),
        ),
        task=_("Count your hand and win."),
        start=seated(first_dealer=COMPUTER, scores=(115, 116)).after(*LAST_DEAL).play(WHOLE_LAST_PLAY),
        answer=Count(10),
        right=_("You needed %(points)s, and your hand is worth %(worth)s: you have won!"),
        hint=_(
            "The five makes fifteen with each of the three court cards, these make a run, and one of them is his nobs."
        ),
    ),
    Step(
        title=_("You know the game"),
        texts=(
            _("Cut, discard, play, show: that is all of it, and the rest is practice."),
            _("The easy computer waits for you. Whatever you want to look up stands in the rules."),
        ),
    ),
)
