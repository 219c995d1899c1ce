"""Finding a thing by its name, its beginning, or what is nearest."""

from q40k.kernel.lookup import LookupResult, find_by_prefix, find_exact, lookup, nearest

NAMES = {"Alice": 1, "Alicia": 2, "Bob": 3}


def test_the_whole_name_comes_before_its_beginning() -> None:
    assert lookup(" alice ", NAMES) == LookupResult((1,))
    assert lookup("ALICE", NAMES).only == 1
    assert lookup("alic", NAMES).fits == (1, 2)
    assert lookup("alic", NAMES).only is None
    assert lookup("b", NAMES).only == 3


def test_the_nearest_is_named_unless_only_one_fits() -> None:
    assert lookup("bop", NAMES) == LookupResult((), 3)
    assert lookup("zzz", NAMES) == LookupResult((), None)
    assert lookup("k9", {"K1": 1}, similarity=0.3).nearest == 1
    assert lookup("x" * 61, NAMES, similarity=0.0).nearest is None
    assert lookup("alic", NAMES).nearest in (1, 2)
    assert nearest("gitter", ["glitter", "gutter"]) == "glitter"


def test_nothing_said_begins_no_name() -> None:
    assert lookup("", NAMES).fits == ()
    assert lookup("b", NAMES, prefixes=False).fits == ()
    assert find_exact("", [("", 1), ("a", 2)]) == (1,)


def test_things_may_share_a_name_and_have_several() -> None:
    pairs = [("pistol", "p1"), ("Pistol", "p2"), ("plasma pistol", "p2"), ("pistolet", "p2")]
    assert lookup("pistol", pairs).fits == ("p1", "p2")
    assert find_by_prefix("pist", pairs) == ("p1", "p2")
    assert find_by_prefix("pistole", pairs, any_word=True) == ("p2",)
    assert find_by_prefix("plas", [(name, [thing]) for name, thing in pairs]) == (["p2"],)
