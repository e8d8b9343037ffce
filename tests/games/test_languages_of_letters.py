"""Letters of every kind come in the language of who reads them, whoever's act they tell of."""

from datetime import timedelta

import pytest

from accounts.conduct import appeals, reports, sanctions
from accounts.conduct.models import Appeal, Report, Sanction
from accounts.models import User
from games.letter_words import compose
from games.models import DAY, Mail, Match
from games.services import endings, letters
from games.services.lobby import Terms, create_match

from .players import NOW, new_player, started

pytestmark = pytest.mark.django_db
Kind = Mail.Kind
WEEK = timedelta(days=7)

# Of each letter its subject and a part of its text.
TOLD = {
    "es": {
        "turn": ("Te toca contra Ben", "Ben ha jugado y te toca a ti."),
        "digest": ("Te esperan 2 partidas.", "Hola, Ana:"),
        "short": ("Queda poco tiempo contra Ben", "termina el 17 de marzo de 2026 a las 06:00"),
        "over": ("Tu partida contra Ben ha terminado", "Se canceló y no cuenta para nadie."),
        "challenge": ("Ben te desafía", "te desafía a una partida de cribbage."),
        "vacation": ("Ben está de vacaciones", "su reloj queda parado hasta la vuelta."),
        "report": ("Tu denuncia sobre Ben tiene respuesta", "no hallamos motivo para actuar."),
        "given": ("Sin frases ni chat", "Hasta el 21 de marzo de 2026 a las 06:00 no puedes usar frases ni chat."),
        "answered": ("Se ha resuelto tu apelación", "La sanción sigue como está."),
        "lifted": ("Se ha levantado una sanción", "«Sin frases ni chat» ya no vale."),
    },
    "sw": {
        "turn": ("Ni zamu yako dhidi ya Ben", "Ben amecheza, na sasa ni zamu yako."),
        "digest": ("Michezo 2 inakusubiri.", "Habari Ana,"),
        "short": ("Muda ni mdogo dhidi ya Ben", "unaisha 17 Machi 2026, 06:00"),
        "over": ("Mchezo wako dhidi ya Ben umeisha", "Ulisitishwa na hauhesabiwi kwa yeyote."),
        "challenge": ("Ben anakualika kucheza", "anakualika kwa mchezo wa cribbage."),
        "vacation": ("Ben yuko likizo", "muda wake umesimama hadi atakaporudi."),
        "report": ("Ripoti yako kuhusu Ben imejibiwa", "hatukuona sababu ya kuchukua hatua."),
        "given": ("Bila misemo wala gumzo", "Hadi 21 Machi 2026, 06:00 huwezi kutumia misemo wala gumzo."),
        "answered": ("Rufaa yako imeamuliwa", "Adhabu inabaki kama ilivyo."),
        "lifted": ("Adhabu imeondolewa", "“Bila misemo wala gumzo” haitumiki tena."),
    },
}


def all_letters(reader: User, other: User, staff: User) -> dict[str, Mail]:
    """One of each kind to the reader, by name; of sanctions and reports one for each thing that is told."""
    slow = started(reader, other, allowance=3 * DAY)
    over = started(reader, other, allowance=3 * DAY)
    endings.abort(over.pk, other, NOW)
    for kind in (Kind.TURN, Kind.SHORT, Kind.VACATION):
        letters.write(reader, kind, NOW, slow, "0.cut")
    letters.write(reader, Kind.OVER, NOW, over)
    letters.write(reader, Kind.DIGEST, NOW, None, "2026-03-14 08:00")
    create_match(other, Terms(Match.Opponent.NAMED, invited=reader), NOW)
    report = reports.report(reader, reports.Sight(other, Report.Category.OTHER), NOW)
    reports.answer(report.pk, Report.Outcome.NOTHING, staff, NOW)
    given = sanctions.give(reader, Sanction.Kind.SILENCE, "W", staff, NOW, NOW + WEEK)
    appeal = appeals.appeal(given, "P", NOW)
    appeals.decide(appeal, Appeal.Decision.UPHELD, "A", staff, NOW)
    sanctions.lift(given, "L", staff, NOW)
    written = {letter.kind: letter for letter in Mail.objects.filter(user=reader)}
    of_sanction = {letter.decision.split()[1]: letter for letter in Mail.objects.filter(kind=Kind.SANCTION)}
    del written[Kind.SANCTION]
    return written | of_sanction


@pytest.mark.parametrize("language", TOLD)
def test_every_kind_of_letter_is_in_the_language_and_the_time_of_its_reader(ben: User, language: str) -> None:
    """Staff write in English, and the other player reads Spanish or Swahili where the reader does not."""
    User.objects.filter(pk=ben.pk).update(language="sw" if language == "es" else "es")
    reader = new_player("Ana", language=language, time_zone="America/Sao_Paulo")
    written = all_letters(reader, ben, new_player("Mo", is_staff=True, language="en"))
    assert written.keys() == TOLD[language].keys()
    assert {*Kind.values} - {Kind.SANCTION} <= written.keys()
    for name, (subject, part) in TOLD[language].items():
        letter = compose(written[name], NOW)
        assert letter.subject == subject
        assert part in letter.text
        assert "  " not in letter.text.strip()
        assert f'lang="{language}"' in letter.html
