"""Which names may be borne, and which are too alike."""

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import check_form, check_not_reserved, look_alike_key

LETTERS = "abcdefghijklmnopqrstuvwxyzáéíóúüñçøæœßłđðþıħŋŧɓɗƙɛɔə"
names = st.builds(
    str.__add__, st.sampled_from(LETTERS), st.text(LETTERS + LETTERS.upper() + "0123456789-_", min_size=1, max_size=12)
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Aña"),
        ("José", "Jose"),
        ("José", "Jose\u0301"),
        ("Bob", "B0b"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Carlos", "Carlo5"),
        ("Zuri", "2uri"),
        ("Bob", "Bo8"),
        ("Arnold", "Amold"),
        ("Wanjiru", "vvanjiru"),
        ("ana-b", "anab"),
        ("ana_b", "ana-b"),
        ("Groß", "GROSS"),
        ("Søren", "soren"),
        ("Æsop", "aesop"),
        ("Łukasz", "lukasz"),
        ("Ana", "Ａｎａ"),
        ("Iker", "ıker"),
    ],
)
def test_names_a_reader_confuses_have_one_key(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("ana1", "ana2"), ("ana3", "ana4"), ("Juma", "Jumo"), ("Kiko", "Kico"), ("Vera", "Bera")]
)
def test_names_a_reader_tells_apart_have_two_keys(one: str, other: str) -> None:
    assert look_alike_key(one) != look_alike_key(other)


@given(names, st.randoms())
def test_case_never_makes_another_name(name: str, chance: object) -> None:
    mixed = "".join(chance.choice((character.upper(), character.lower())) for character in name)  # type: ignore[attr-defined]
    assert look_alike_key(mixed) == look_alike_key(name) == look_alike_key(name.upper())


@given(names)
def test_a_name_of_the_right_letters_is_accepted_and_its_key_fits_the_column(name: str) -> None:
    check_form(name)
    key = look_alike_key(name)
    assert set(key) <= set("abcdefghjklmnopqrstuvwxyz34679")
    assert 0 < len(key) <= User._meta.get_field("name_key").max_length


@pytest.mark.parametrize("name", ["Al", "Ñandú", "juma_2", "O-O", "a" * 20, "Nguyễn", "Wanjirũ", "Ọláńrewájú"])
def test_good_names(name: str) -> None:
    check_form(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "a" * 21,
        "1ana",
        "_ana",
        "-ana",
        "ana maria",
        "ana.maria",
        "ana@example.org",
        "Аna",  # Cyrillic A
        "anα",  # Greek alpha
        "ana٣",  # an Arabic digit
        "ana²",
        "ǃana",  # a click, which looks like an exclamation mark
        "ana\u200b",  # no width
        "\u202eana",  # right to left
        "a\u0301\u0301na",  # an accent upon an accent
        "ana\x00",
        "ana\n",
        "<b>ana",
        "ana😀",
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(ValidationError):
        check_form(name)


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Adm1n",
        "ADMÍN",
        "cribsite",
        "Crib_Site",
        "moderator",
        "rnoderator",
        "computer",
        "easy",
        "club",
        "c1ub",
        "root",
        "system",
        "support",
        "Soporte",
        "sistema",
        "fácil",
        "computadora",
        "rahisi",
        "kompyuta",
        "msimamizi",
    ],
)
def test_names_of_the_site_itself_are_reserved_however_they_are_spelt(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        check_not_reserved(name)
    assert refusal.value.code == "reserved"


@pytest.mark.parametrize("name", ["Ana", "administra", "Roberto", "Clubber", "Juma"])
def test_names_near_a_reserved_one_are_free(name: str) -> None:
    check_not_reserved(name)


def test_the_database_itself_refuses_a_second_look_alike(ana: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Aná")


def test_a_new_name_brings_its_key_even_when_the_name_alone_is_saved(ana: User) -> None:
    ana.username = "Benita"
    ana.save(update_fields=["username"])
    ana.refresh_from_db()
    assert ana.name_key == "benlta"


def test_validation_of_the_model_tells_a_look_alike_before_the_database_does(ana: User) -> None:
    with pytest.raises(ValidationError) as refusal:
        User(username="aná", password="x").full_clean()
    assert list(refusal.value.error_dict) == ["username"]
    ana.full_clean()


def create_superuser(name: str) -> None:
    call_command("createsuperuser", interactive=False, username=name, email="root@example.org")


@pytest.mark.django_db
def test_the_host_may_make_the_superuser_admin() -> None:
    create_superuser("admin")
    assert User.objects.get().is_superuser


@pytest.mark.parametrize("name", ["anÁ", "no spaces"])
def test_the_host_is_told_why_a_superuser_cannot_have_a_name(ana: User, name: str) -> None:
    with pytest.raises(CommandError, match="name"):
        create_superuser(name)
