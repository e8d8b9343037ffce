"""What a player may be called, and which names are too alike to stand side by side."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 20
SEPARATORS = "-_"
TAKEN = _("A player already has this name, or one that looks like it. Please choose another.")

# Letters that Unicode does not take apart into a plain letter and marks, by the plain letter they resemble.
# Together with a-z they are all the letters a name may be made of, so that nothing unheard of slips through.
PLAIN = {
    "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "ɗ": "d", "þ": "p", "ł": "l", "ı": "i", "ħ": "h", "ŋ": "n",
    "ŧ": "t", "ɓ": "b", "ƙ": "k", "ɛ": "e", "ɔ": "o", "ə": "e",
}  # fmt: skip
LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "2": "z", "5": "s", "8": "b"})
LOOK_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"))

# A guest is called by this and a number. A name that begins with the word for a guest, in any language of the site, is
# nobody else's: so no guest is taken for a player, and no player for a guest.
GUEST_PREFIX = "guest-"
GUEST_WORDS = ("guest", "invitado", "invitada", "visitante", "mgeni")

# Names that would speak for the site, for its computer players, or for nobody.
RESERVED = (
    "account", "accounts", "admin", "administrator", "anonymous", "bot", "club", "clubs", "computer", "crib",
    "cribbage", "cribsite", "dealer", "deleted", "easy", "everyone", "hard", "help", "info", "mail",
    "medium", "mod", "moderator", "nobody", "official", "owner", "password", "player", "pone", "postmaster",
    "robot", "root", "security", "server", "settings", "site", "staff", "strong", "support", "system", "team",
    "user", "webmaster",
    "administrador", "administradora", "anonimo", "anonima", "ayuda", "computadora", "contrasena", "cualquiera",
    "cuenta", "dificil", "dueno", "equipo", "facil", "jugador", "jugadora", "maquina", "medio",
    "moderador", "moderadora", "nadie", "normal", "oficial", "ordenador", "seguridad", "servidor", "sistema",
    "sitio", "soporte", "todos", "usuario",
    "akaunti", "chama", "klabu", "kompyuta", "mchezaji", "mfumo", "mmiliki", "msaada", "msimamizi",
    "mtumiaji", "mwenyeji", "nenosiri", "ngumu", "rahisi", "rasmi", "roboti", "seva", "tovuti", "usaidizi",
    "usalama", "wote",
)  # fmt: skip


def tidy_name(name: str) -> str:
    """The name as it is stored: one form for every way of typing the same characters (Unicode NFKC)."""
    return unicodedata.normalize("NFKC", name)


def look_alike_key(name: str) -> str:
    """The name folded so that two names a reader could take for one another have the same key.

    After the skeletons of Unicode Technical Standard 39 (section 4, confusable detection), narrowed to the Latin
    letters names are made of and widened where a list of players is read at a glance:

    - case and accents go, since a list is often read without either: Ana, ANA and Aña are one name;
    - 0 is o; 1 and i are l (a capital I is an l); 2 is z, 5 is s, 8 is b; rn is m; vv is w;
    - hyphens and underscores go: ana_b, ana-b and anab are one name.

    Digits that no letter resembles (3 4 6 7 9) stay, and so do letters that merely sound alike (k and c, b and v):
    each further folding would refuse honest names. The key is never shown.
    """
    folded = tidy_name(name).casefold()
    plain = "".join(map(plain_letter, folded)).translate(LOOK_ALIKES)
    for separator in SEPARATORS:
        plain = plain.replace(separator, "")
    for pair, single in LOOK_ALIKE_PAIRS:
        plain = plain.replace(pair, single)
    return plain


def plain_letter(character: str) -> str:
    """The character, in lower case, without its marks; "" for a mark that stands alone."""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))


def is_letter(character: str) -> bool:
    plain = plain_letter(character.casefold())
    return character.isalpha() and plain.isascii() and plain.isalpha()


def is_well_formed(name: str) -> bool:
    return (
        SHORTEST <= len(name) <= LONGEST
        and is_letter(name[0])
        and all(is_letter(character) or character in SEPARATORS or character in "0123456789" for character in name)
    )


def check_form(name: str) -> None:
    """Raise ValidationError unless the name is 2 to 20 Latin letters, digits, hyphens, underscores, a letter first."""
    if not is_well_formed(name):
        raise ValidationError(
            _(
                "A name has %(shortest)d to %(longest)d characters: letters, digits, hyphens and underscores, "
                "beginning with a letter."
            ),
            code="form",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )


def check_not_reserved(name: str) -> None:
    """Raise ValidationError for a name that only the site itself may bear. For sign-up; a host may still take one."""
    key = look_alike_key(name)
    if key in RESERVED_KEYS or key.startswith(GUEST_KEYS):
        raise ValidationError(_("This name is kept for the site itself. Please choose another."), code="reserved")


def name_is_taken() -> ValidationError:
    """The error that every way of making a player gives for a name whose key another player has."""
    return ValidationError(TAKEN, code="taken")


RESERVED_KEYS = frozenset(map(look_alike_key, RESERVED))
GUEST_KEYS = tuple(map(look_alike_key, GUEST_WORDS))
