"""What each card of the play pegs within a game."""

from tests.engine.scripts import Script


def test_31_that_also_makes_a_run_pegs_both():
    game = Script().deal(pone="7C 8H KC KD", dealer="9D 7S QC QD", starter="2H")
    assert game.play("7C 9D 8H 7S") == [
        "0 plays 7C: 7",
        "1 plays 9D: 16",
        "0 plays 8H: 24",
        "0 +3 run (7C 9D 8H) = 3",
        "1 plays 7S: 31",
        "1 +2 thirty_one (7C 9D 8H 7S) = 2",
        "1 +3 run (9D 8H 7S) = 5",
    ]


def test_fifteen_and_a_run_on_one_card_are_both_told():
    game = Script().deal(pone="4C 5H KC KD", dealer="6D 7S QC QD", starter="2H")
    assert game.play("4C 6D 5H")[-3:] == [
        "0 plays 5H: 15",
        "0 +2 fifteen (4C 6D 5H) = 2",
        "0 +3 run (4C 6D 5H) = 5",
    ]


def test_a_go_in_between_does_not_break_a_pair():
    game = Script().deal(pone="KC 6C 6H 2D", dealer="9D QH QS KD", starter="2H")
    assert game.play("KC 9D 6C go 6H")[3:] == [
        "1 says go",
        "0 plays 6H: 31",
        "0 +2 thirty_one (KC 9D 6C 6H) = 2",
        "0 +2 pair (6C 6H) = 4",
    ]


def test_a_go_in_between_does_not_break_a_run():
    game = Script().deal(pone="KC 2C 3C 4C", dealer="QD QH QS KD", starter="2H")
    assert game.play("KC QD 2C go 3C 4C")[3:] == [
        "1 says go",
        "0 plays 3C: 25",
        "0 plays 4C: 29",
        "0 +3 run (2C 3C 4C) = 3",
        "0 +1 go (4C) = 4",
    ]


def test_cards_of_an_earlier_count_make_no_pair():
    game = Script().deal(pone="7C 8H 7H KD", dealer="9D 7S QC QD", starter="2H")
    game.play("7C 9D 8H 7S")
    assert game.play("7H") == ["0 plays 7H: 7"]


def test_cards_of_an_earlier_count_make_no_run():
    game = Script().deal(pone="QC KC 8C 9C", dealer="KD TD JD 2D", starter="2H")
    game.play("KC KD 8C")
    assert game.play("2D go") == ["1 plays 2D: 30", "0 says go", "1 +1 go (2D) = 3"]
    assert game.play("QC JD") == ["0 plays QC: 10", "1 plays JD: 20"]


def test_a_player_alone_pairs_his_own_cards():
    game = Script().deal(pone="KC 5C 4C 2C", dealer="TD 8D 8H 9D", starter="2H")
    game.play("KC TD 5C go 4C 2C")
    assert game.play("8D 8H 9D") == [
        "1 plays 8D: 8",
        "1 plays 8H: 16",
        "1 +2 pair (8D 8H) = 2",
        "1 plays 9D: 25",
        "1 +1 last_card (9D) = 3",
    ]


def test_a_pair_royal_and_a_double_pair_royal_peg_6_and_12():
    game = Script().deal(pone="7C 7H KC KD", dealer="7D 7S QC QD", starter="2H")
    assert game.play("7C 7D 7H 7S")[1:] == [
        "1 plays 7D: 14",
        "1 +2 pair (7C 7D) = 2",
        "0 plays 7H: 21",
        "0 +6 three_of_a_kind (7C 7D 7H) = 6",
        "1 plays 7S: 28",
        "1 +12 four_of_a_kind (7C 7D 7H 7S) = 14",
    ]


def test_picture_cards_of_different_ranks_make_no_pair():
    game = Script().deal(pone="KC 2C 3C 4C", dealer="QD QH QS 9D", starter="2H")
    assert game.play("KC QD") == ["0 plays KC: 10", "1 plays QD: 20"]
