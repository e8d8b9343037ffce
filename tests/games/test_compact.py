"""A region that the page has already comes as what differs, and is put together to the very same."""

import json

from hypothesis import given
from hypothesis import strategies as st

from games.compact import difference
from tests.pieces import put_together

lines = st.sampled_from(["", "<p>", "</p>", "Ana: diez, veinte", "\N{BLACK SPADE SUIT} 🂡", "a line of its own"])
texts = st.lists(lines | st.text(alphabet="ab\n", max_size=4), max_size=12).map("\n".join)


@given(texts, texts)
def test_pieces_make_the_new_text_of_the_old_one(old: str, new: str) -> None:
    sent = json.loads(json.dumps({"region": difference(old, new)}))
    assert put_together({"region": old}, sent) == {"region": new}


@given(texts, texts)
def test_no_more_is_sent_than_the_whole(old: str, new: str) -> None:
    assert len(json.dumps(difference(old, new))) <= len(json.dumps(new))


def test_one_line_of_many_travels_alone() -> None:
    old = [f"line {number} of a long region" for number in range(20)]
    new = [*old[:7], "another", *old[8:]]
    assert difference("\n".join(old), "\n".join(new)) == ((0, 7), "another", (8, 20))


def test_lines_that_are_gone_need_no_bytes() -> None:
    old = [f"line {number} of a long region" for number in range(20)]
    assert difference("\n".join(old), "\n".join(old[3:9])) == ((3, 9),)
