"""The families of games: their texts, numbering, pictures, symmetries, and graphs from files."""

from __future__ import annotations

import io
import json
import math
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import (
    FAMILIES,
    ArgumentError,
    Game,
    InvalidGameError,
    NotationError,
    Objective,
    PerfectplayError,
    Position,
    Regions,
    TurnRule,
    honeycomb,
    parse_game,
    solve,
    strings_and_coins,
)
from perfectplay.masks import bits

SIZES = {
    "dots-and-boxes": ["1x1", "3x4", "3x3,border=icelandic", "2x2,border=swedish"],
    "triangles": ["1", "4", "3,border=drawn"],
    "honeycomb": ["3", "4", "5", "flower", "r1", "r3"],
    "triangle-strip": ["1", "2", "4", "3,border=closed"],
    "complete": ["2", "3", "7"],
    "complete-bipartite": ["1x1", "2x3", "3x3"],
    "wheel": ["3", "8"],
    "friendship": ["1", "2", "5", "3,cycle=4", "1,cycle=7"],
    "strip": ["1", "2", "5", "1,border=closed", "4,border=closed"],
    "path": ["2", "7"],
    "cycle": ["3", "8"],
    "star": ["1", "2", "6"],
    "grid": ["1x2", "2x5", "3x3"],
    "balloon-cycle": ["3", "6"],
    "hanging-tree": ["1", "4", "3,loops=2"],
    "endgame": ["1", "2l", "3+4+5l+4l", "1+1+2"],
}
TEXTS = [
    *(f"{family}:{size}" for family, sizes in SIZES.items() for size in sizes),
    *(name for name, family in FAMILIES.items() if family.bare),
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_kept_and_parse_back(text: str) -> None:
    game = parse_game(text)
    assert game.text == text
    for rules in ("", ",turn=alternate", ",objective=last", ",turn=alternate,objective=fewest"):
        ruled = parse_game(text + rules)
        assert ruled.text == text + rules
        assert eval(repr(ruled)) == ruled
        assert ruled.score == game.score


def test_every_family_but_those_of_data_and_code_has_sizes_here() -> None:
    others = {"strings-and-coins", "regions", "gems", "python"}
    assert {*SIZES, *others} == {name for name, family in FAMILIES.items() if not family.bare}


@pytest.mark.parametrize("text", TEXTS)
def test_pictures_agree_with_the_score(text: str) -> None:
    """The sides of a face are the lines of its region; the strings of a coin end at the coin."""
    game = parse_game(text)
    assert game.geometry is not None
    assert isinstance(game.score, Regions)
    lines = [{_point(end) for end in line} for line in game.geometry.lines]
    assert len(lines) == len(game)
    assert all(len(line) == 2 for line in lines)
    faces = [tuple(map(_point, face)) for face in game.geometry.faces]
    for region, face in zip(game.score.regions, faces, strict=True):
        own = [lines[i] for i in bits(region.mask)]
        if game.geometry.kind == "board":
            sides = [{one, other} for one, other in pairwise((*face, face[0]))]
            assert sorted(map(sorted, own)) == sorted(map(sorted, sides))
        else:
            assert all(face[0] in line for line in own)
    if game.geometry.kind == "board":
        assert {_point(dot) for dot in game.geometry.dots} == set().union(*lines)
    else:
        assert len(set(faces)) == len(faces)
        ends = [tuple(sorted(map(tuple, line))) for line in lines]
        coins = {face[0] for face in faces}
        to_ground = [pair for pair in ends if not coins.issuperset(pair)]
        assert len(set(to_ground)) == len(to_ground)


def _point(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("dots-and-boxes:3x3", 8),
        ("dots-and-boxes:2x3", 4),
        ("dots-and-boxes:3x3,border=icelandic", 2),
        ("dots-and-boxes:2x3,border=icelandic", 1),
        ("dots-and-boxes:3x3,border=swedish", 8),
        ("triangles:3", 6),
        ("triangles:3,border=drawn", 6),
        ("honeycomb:3", 6),
        ("honeycomb:4", 4),
        ("honeycomb:5", 2),
        ("honeycomb:flower", 12),
        ("honeycomb:r3", 12),
        ("triangle-strip:3", 2),
        ("triangle-strip:3,border=closed", 2),
        ("complete:5", math.factorial(5)),
        ("complete-bipartite:3x3", 2 * 6 * 6),
        ("complete-bipartite:2x3", 2 * 6),
        ("wheel:7", 14),
        ("friendship:3", 2**3 * 6),
        ("friendship:2,cycle=5", 2**2 * 2),
        ("petersen", 120),
        ("strip:4", 2),
        ("path:5", 2),
        ("cycle:7", 14),
        ("star:5", 120),
        ("grid:2x3", 4),
        ("grid:3x3", 8),
        ("cube", 48),
        ("octahedron", 48),
        ("balloon-cycle:6", 12),
        ("hanging-tree:4", 24),
    ],
)
def test_symmetries_make_the_group_that_is_known(text: str, order: int) -> None:
    game = parse_game(text)
    start = sum(1 << i for i in bits(game.start))
    for permutation in game.symmetries:
        assert sum(1 << permutation[i] for i in bits(start)) == start
    assert len(game.symmetries) <= 5
    group: set[tuple[int, ...]] = set()
    fresh = {tuple(range(len(game)))}
    while fresh:
        group |= fresh
        images = {tuple(g[i] for i in old) for old in fresh for g in game.symmetries}
        fresh = images - group
    assert len(group) == order


@pytest.mark.parametrize("text", TEXTS)
def test_strings_are_named_by_their_ends_and_sorted(text: str) -> None:
    game = parse_game(text)
    assert game.geometry is not None
    if game.geometry.kind == "board":
        assert game.names == tuple(str(game.number(i)) for i in range(len(game)))
        return
    assert isinstance(game.score, Regions)
    coins = len(game.score.regions)
    ends = []
    for i, name in enumerate(game.names):
        one, other = re.fullmatch(r"(\d+)-(\d+|ground)(?:/\d+)?", name).groups()  # type: ignore[union-attr]
        ends.append((int(one), coins if other == "ground" else int(other)))
        holders = [k for k, region in enumerate(game.score.regions) if region.mask >> i & 1]
        assert holders == [coin for coin in ends[-1] if coin < coins]
    assert ends == sorted(ends)


def test_names_of_strings() -> None:
    game = parse_game("strip:2")
    assert game.names == (
        "0-1", "0-ground/1", "0-ground/2", "0-ground/3", "1-ground/1", "1-ground/2", "1-ground/3",
    )  # fmt: skip
    assert Position.parse(game, "0-ground/2 0-1 6").taken == (0, 2, 6)
    assert str(Position.of(game, [0, 2])) == "0-1 0-ground/2"


def test_petersen_is_the_one_of_networkx() -> None:
    graph = nx.petersen_graph()
    assert strings_and_coins(graph) == parse_game("petersen")
    assert strings_and_coins(nx.complete_graph(6)) == parse_game("complete:6")
    assert strings_and_coins(nx.wheel_graph(6)) == parse_game("wheel:5")
    assert strings_and_coins(nx.complete_bipartite_graph(3, 4)) == parse_game(
        "complete-bipartite:3x4"
    )
    assert nx.is_isomorphic(nx.octahedral_graph(), _graph(parse_game("octahedron")))
    assert nx.is_isomorphic(nx.cubical_graph(), _graph(parse_game("cube")))


def _graph(game: Game) -> Any:
    assert isinstance(game.score, Regions)
    graph = nx.MultiGraph()
    for i in range(len(game)):
        ends = [k for k, region in enumerate(game.score.regions) if region.mask >> i & 1]
        graph.add_edge(*(ends if len(ends) == 2 else (*ends, "ground")))
    return graph if graph.number_of_edges() > len(set(graph.edges())) else nx.Graph(graph)


def test_lines_of_the_honeycomb_are_those_of_the_picture() -> None:
    game = parse_game("honeycomb:3")
    assert isinstance(game.score, Regions)
    assert [tuple(bits(region.mask)) for region in game.score.regions] == [
        (0, 1, 2, 3, 5, 6),
        (4, 5, 8, 9, 11, 12),
        (6, 7, 9, 10, 13, 14),
    ]
    assert honeycomb(3) == game
    assert honeycomb("r2") == honeycomb("flower") == parse_game("honeycomb:flower")
    assert [len(honeycomb(f"r{n}")) for n in range(1, 6)] == [
        9 * n * n - 3 * n for n in range(1, 6)
    ]
    assert honeycomb("r2", turn=TurnRule.ALTERNATE).text == "honeycomb:r2,turn=alternate"


@pytest.mark.parametrize("patch", [6, 0, True, 3.0, "", "r0", "r", None, "Flower"])
def test_patches_of_the_honeycomb(patch: Any) -> None:
    with pytest.raises(ArgumentError, match=r"is not 3, 4, 5, flower or rN"):
        honeycomb(patch)


def test_lines_of_the_strip_of_triangles_are_those_of_the_picture() -> None:
    game = parse_game("triangle-strip:2,border=closed")
    assert isinstance(game.score, Regions)
    assert [tuple(bits(r.mask)) for r in game.score.regions] == [(1, 2, 5), (0, 2, 3), (3, 4, 6)]
    assert Position.start(game).taken == (0, 1, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("petersen:3", "petersen has no size; write petersen"),
        ("petersen:", "petersen has no size"),
        ("petersen,cycle=3", "petersen has no key 'cycle'"),
        ("petersen,objective", "',objective' after petersen"),
        ("wheel", "'wheel' has no size or file; write wheel:N"),
        ("wheel,objective=last", "has no size or file"),
        ("wheel:2", "size 2 is too small; wheel begins at 3"),
        ("wheel:x", "size 'x' is not N, such as wheel:5"),
        ("wheel:05", "size '05' is not N"),
        ("wheel:5x5", "size '5x5' is not N"),
        ("grid:1x1", "grid:1x1 has no strings"),
        ("grid:3", "size '3' is not ROWSxCOLUMNS, such as grid:3x3"),
        ("grid:3x3x3", "size '3x3x3' is not ROWSxCOLUMNS"),
        ("friendship:3,cycle=2", "cycle '2' is not a number from 3 on"),
        ("friendship:3,cycle=x", "cycle 'x' is not a number from 3 on"),
        ("strip:3,border=swedish", "no border 'swedish'"),
        ("strip:3,bordr=open", "did you mean border?"),
        ("endgame:3+", "part 2 is ''"),
        ("endgame:3+1l", "part 2 is '1l'; a chain is its length, such as 3, and a loop, from 2 on"),
        ("endgame:3+4L", "part 2 is '4L'"),
        ("endgame:-3", "part 1 is '-3'"),
        ("honeycomb:7", "patch '7' is not 3, 4, 5, flower or rN, such as r3"),
        ("triangle-strip:0", "size '0' is not a number from 1 on"),
        ("triangle-strip:3,border=drawn", "no border 'drawn'"),
        ("complet:5", "did you mean complete?"),
    ],
)
def test_bad_sizes_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("complete:142", 10_011),
        ("complete:999999999999999999", 499999999999999998500000000000000001),
        ("complete-bipartite:101x100", 10_100),
        ("grid:72x72", 10_224),
        ("honeycomb:r34", 10_302),
        ("triangle-strip:2501", 10_003),
        ("strip:3334", 10_003),
        ("friendship:3,cycle=99999", 299_997),
        ("endgame:5000+5000", 10_002),
    ],
)
def test_boards_of_too_many_lines_are_refused_before_they_are_built(text: str, lines: int) -> None:
    with pytest.raises(ArgumentError, match=f"has {lines} lines; .* at most 10000"):
        parse_game(text)


parts = st.tuples(st.integers(3, 6), st.just("")) | st.tuples(st.integers(4, 6), st.just("l"))


@given(st.lists(parts, min_size=1, max_size=3))
def test_long_endgames_have_the_value_of_the_formula(sums: list[tuple[int, str]]) -> None:
    """Source: Berlekamp, The Dots and Boxes Game: take all, or all but two (of a loop four)."""

    def value(rest: tuple[tuple[int, str], ...]) -> int:
        return max((-_opened(size, loop, value(rest[:k] + rest[k + 1 :]))
                    for k, (size, loop) in enumerate(rest)), default=0)  # fmt: skip

    text = "endgame:" + "+".join(f"{size}{loop}" for size, loop in sums)
    game = parse_game(text)
    assert len(game) == sum(size + (not loop) for size, loop in sums)
    assert solve(game).value == value(tuple(sums))


def _opened(size: int, loop: str, rest: int) -> int:
    given = 4 if loop else 2
    return size - given + abs(rest + given)


# --- Strings-and-Coins on any graph ------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[int, int]], dict[str, int]]:
    """Coins, strings sorted by their ends (the ground last), and weights; every coin is held."""
    n = draw(st.integers(1, 6))
    names = [str(k) for k in range(n)] if draw(st.booleans()) else [f"c{k}" for k in range(n)]
    ends = [(one, other) for one in range(n) for other in range(one + 1, n + 1)]
    strings = draw(st.lists(st.sampled_from(ends), max_size=10))
    held = {coin for pair in strings for coin in pair}
    strings += [(coin, n) for coin in range(n) if coin not in held]
    weights = {names[-1]: draw(st.integers(1, 5))} if draw(st.booleans()) else {}
    return names, sorted(strings), weights


@settings(max_examples=settings().max_examples // 5)  # files are written and read
@given(graphs())
def test_a_graph_is_one_game_from_wherever_it_comes(
    tmp_path_factory: pytest.TempPathFactory,
    graph: tuple[list[str], list[tuple[int, int]], dict[str, int]],
) -> None:
    names, strings, weights = graph
    ends = [*names, "ground"]
    pairs = [(ends[one], ends[other]) for one, other in strings]
    coins: int | list[str] = len(names) if names[0] == "0" else names
    game = strings_and_coins(coins, pairs, weights=weights)  # type: ignore[arg-type]
    assert isinstance(game.score, Regions)
    for k, region in enumerate(game.score.regions):
        assert region.mask.bit_count() == sum(k in pair for pair in strings)
        assert region.weight == weights.get(names[k], 1)
    again = parse_game(game.text)
    assert again == game
    assert again.text == game.text
    assert eval(repr(game)) == game

    data = {"coins": coins, "strings": [list(pair) for pair in pairs], "weights": weights}
    assert parse_game(f"strings-and-coins:{json.dumps(data)}") == game

    drawn = nx.MultiGraph()
    drawn.add_nodes_from(ends)
    drawn.add_edges_from(pairs)
    nx.set_node_attributes(drawn, weights, "weight")
    assert strings_and_coins(drawn) == game
    base = tmp_path_factory.getbasetemp()
    file = base / "graph.graphml"
    file.write_text("\n".join(nx.generate_graphml(drawn)))
    assert parse_game(f"strings-and-coins:{file}") == game

    edges = base / "graph.txt"
    edges.write_text("# a graph\n" + "".join(f"{one}\t{other}  # string\n" for one, other in pairs))
    read = parse_game(f"strings-and-coins:{edges}")
    named = list(dict.fromkeys(name for pair in pairs for name in pair if name != "ground"))
    order = coins if isinstance(coins, int) else named
    assert read == strings_and_coins(order, pairs)


def test_json_has_the_common_keys_and_positions() -> None:
    data = {
        "coins": ["left", "right"],
        "strings": [["right", "left"], [0, "ground"], ["right", "ground"], [1, "ground"]],
        "weights": [2, 3],
        "positions": {"right": [10, 0], "left": [0, 0]},
        "start": ["right-ground/2", 1],
        "objective": "last",
    }
    game = parse_game(f"strings-and-coins:{json.dumps(data)}")
    assert game.names == ("left-right", "left-ground", "right-ground/1", "right-ground/2")
    assert (game.total, game.start, game.objective) == (5, 0b1010, Objective.LAST)
    assert game.geometry is not None
    assert game.geometry.faces == (((0, 0),), ((1.5, 0),))
    assert game.geometry.lines[0] == ((0, 0), (1.5, 0))
    numbered = {"coins": 1, "strings": [[0, "ground"]], "numbered_from": 1, "start": [1]}
    assert parse_game(f"strings-and-coins:{json.dumps(numbered)}").start == 1


def test_files_are_told_apart_by_what_they_hold(tmp_path: Path) -> None:
    file = tmp_path / "a, b.dat"
    file.write_text('\n {"coins": 2, "strings": [[0, 1]]}')
    assert parse_game(f"strings-and-coins:{file},objective=last").names == ("0-1",)
    file.write_bytes(b"\xef\xbb\xbfa b\r\n\r\n# all the rest\r\nb#1 ground # here\r\nb  b#1\r\n")
    game = parse_game(f"strings-and-coins:{file}")
    assert game.names == ("a-b", "b#1-ground", "b-b#1")
    assert game.text == f"strings-and-coins:{file}"
    assert parse_game(game.text) == game
    for text, message in [
        ("", "has no strings"),
        ("# nothing\n", "has no strings"),
        ("a b\nc\n", "line 2: 'c' is not two names"),
        ("a b\n\na b 3\n", "line 3: 'a b 3' is not two names"),
        ("a b\n# x\nb b\n", "line 3: both ends are coin 'b'"),
        ("ground ground\n", "line 1: both ends are the ground"),
        ("a b\n" * 10_001, "line 10001: at most 10000 strings"),
        ('{"coins": 2}', "the key 'strings' is missing"),
        ('{"coins": 2,\n x', "line 2, column 2: Expecting"),
        ("<graphml", "is not GraphML: "),
        ("<?xml version='1.0'?><html/>", "is not GraphML: "),
    ]:
        file.write_text(text)
        with pytest.raises(NotationError, match=re.escape(message)):
            parse_game(f"strings-and-coins:{file}")


def test_graphml_of_other_programs(tmp_path: Path) -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "ground")])
    graph.nodes["a"].update(x=0, y=0)
    graph.nodes["b"].update(x=300.0, y=0, weight=2)
    file = tmp_path / "graph.graphml"
    nx.write_graphml(graph, file)
    game = parse_game(f"strings-and-coins:{file}")
    assert game.names == ("a-b/1", "a-b/2", "b-ground")
    assert game.total == 3
    assert game.geometry is not None
    assert game.geometry.faces == (((0, 0),), ((1.5, 0),))
    assert game == strings_and_coins(graph)
    nx.write_graphml(nx.Graph([("a", "a")]), file)
    with pytest.raises(NotationError, match=r"graph\.graphml, string 0: both ends are coin 'a'"):
        parse_game(f"strings-and-coins:{file}")


def test_graphml_without_networkx_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "graph.graphml"
    file.write_text("<graphml/>")
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(PerfectplayError, match=re.escape("pip install 'perfectplay[graphs]'")):
        parse_game(f"strings-and-coins:{file}")
    assert strings_and_coins(2, [(0, 1)]).names == ("0-1",)


def test_graphs_of_networkx_have_nodes_of_any_kind() -> None:
    graph = nx.grid_2d_graph(2, 2)
    game = strings_and_coins(graph)
    assert game.names == ("0", "1", "2", "3")  # "(0, 0)" is no name without spaces
    assert parse_game(game.text) == game
    with pytest.raises(ArgumentError, match="two coins have the name '1'"):
        strings_and_coins(nx.Graph([(1, "1")]))
    with pytest.raises(ArgumentError, match="coin 'lonely' has no string"):
        strings_and_coins(nx.Graph({"a": ["b"], "lonely": []}))
    with pytest.raises(ArgumentError, match="strings are given, and a graph that has its own"):
        strings_and_coins(graph, [(0, 1)])
    placed = nx.path_graph(2)
    nx.set_node_attributes(placed, {0: (0, 0), 1: (0, 2)}, "pos")
    assert '"positions":[[0.0,0.0],[0.0,1.5]]' in strings_and_coins(placed).text
    assert strings_and_coins(placed, weights=[2, 1], positions=[(0, 0), (1, 0)]).total == 3


BAD_GRAPHS: list[tuple[Any, Any, dict[str, Any], str]] = [
    (2, None, {}, "strings are missing"),
    (2, 5, {}, "strings is 5; it must be a list"),
    (2, "01", {}, "strings is '01'; it must be a list"),
    (2, [(0, 1, 1)], {}, "string 0 is (0, 1, 1); it must be a pair of coins, or coin and ground"),
    (2, ["01"], {}, "string 0 is '01'; it must be a pair"),
    (2, [(0, 1), (0, 2)], {}, "string 1: there is no coin 2; the coins are 0, 1"),
    (2, [(0, True)], {}, "there is no coin True"),
    (2, [(0, 1.0)], {}, "there is no coin 1.0"),
    (2, [(0, -1)], {}, "there is no coin -1"),
    (2, [(0, None)], {}, "there is no coin None"),
    (2, [(0, "a")], {}, "there is no coin 'a'"),
    (2, [(0, 1), (1, 1)], {}, "string 1: both ends are coin '1'; a string joins two coins, or"),
    (2, [(0, 1), ("ground", "ground")], {}, "string 1: both ends are the ground; one must be"),
    (0, [("ground", "ground")], {}, "both ends are the ground"),
    (10**30, [(0, 1)], {}, "coins; every coin needs a string, and at most 10000 strings"),
    (3, [(0, 1), (0, 1)], {}, "coin '2' has no string, so nobody can win it"),
    (-1, [], {}, "coins is -1; it must be >= 0"),
    (True, [], {}, "coins is True; it must be their number, or a list of names"),
    ("ab", [], {}, "coins is 'ab'"),
    (["a", "a"], [(0, 1)], {}, "two coins have the name 'a'"),
    (["a", "ground"], [(0, 1)], {}, "a coin has the name 'ground', which is what strings end at"),
    (["a", ""], [(0, 1)], {}, "a coin has the name ''"),
    (["a", 1], [(0, 1)], {}, "a coin has the name 1"),
    (["a", "\x07"], [(0, 1)], {}, "a text, not empty, that can be printed"),
    (2, [(0, 1)], {"weights": [1]}, "weights: there are 1 for 2 coins"),
    (2, [(0, 1)], {"weights": {"2": 1}}, "weights: there is no coin '2'"),
    (2, [(0, 1)], {"weights": {"ground": 1}}, "weights: the ground is no coin"),
    (2, [(0, 1)], {"weights": 3}, "weights is 3; it must be a list"),
    (2, [(0, 1)], {"weights": {1: 0}}, "weights: coin '1' has 0; a weight is an integer >= 1"),
    (2, [(0, 1)], {"weights": {1: 1.5}}, "a weight is an integer >= 1"),
    (2, [(0, 1)], {"positions": {0: (0, 0)}}, "positions: there is none for coin '1'"),
    (2, [(0, 1)], {"positions": [(0, 0), (1,)]}, "a position is a pair of numbers, x and y"),
    (2, [(0, 1)], {"positions": [(0, 0), (0, math.inf)]}, "a position is a pair of numbers"),
    (2, [(0, 1)], {"positions": [(0, 0), ("x", 1)]}, "a position is a pair of numbers"),
    (2, [(0, 1)] * 10_001, {}, "there are 10001 strings; at most 10000 are possible"),
]


@pytest.mark.parametrize(("coins", "strings", "more", "message"), BAD_GRAPHS)
def test_bad_graphs_say_what_would_be_right(
    coins: Any, strings: Any, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(ArgumentError, match=re.escape(message)):
        strings_and_coins(coins, strings, **more)
    if strings is not None:
        data = json.dumps({"coins": coins, "strings": strings, **more})
        message = message.replace("(0, 1, 1)", "[0, 1, 1]")
        with pytest.raises(NotationError, match=re.escape(message)):
            parse_game(f"strings-and-coins:{data}")


def test_a_game_of_no_strings_is_a_game() -> None:
    game = strings_and_coins(0, [])
    assert (len(game), game.total) == (0, 0)
    assert parse_game(game.text) == game
    with pytest.raises(InvalidGameError, match="more than 32767 points"):
        strings_and_coins(2, [(0, 1)], weights=[32_767, 1])


def test_strings_have_numbers_only_if_their_ends_give_no_names() -> None:
    assert strings_and_coins(["a", "a-b", "b"], [("a", "a-b"), ("a", "b")]).names == (
        "a-a-b",
        "a-b",
    )
    clash = strings_and_coins(["a-b", "c", "a", "b-c"], [(0, 1), (2, 3)])
    assert clash.names == ("0", "1")
    assert parse_game(clash.text) == clash
    assert strings_and_coins(["a b", "c"], [(0, 1)]).names == ("0",)


# --- games of the user's own -------------------------------------------------------------------

MODULE = """
from perfectplay import GameSpec, Region, Regions, TurnRule, parse_game
import perfectplay

def board():
    return parse_game("triangles:2,objective=fewest")

def spec():
    return GameSpec(["a", "b"], Regions((Region(3),)), turn=TurnRule.ALTERNATE)

def invalid():
    return GameSpec(2, Regions((Region(0),)))

def number():
    return 42

def fails():
    return 1 // 0

def leaves():
    raise SystemExit(3)

def needs(argument):
    return argument

CONSTANT = 3
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "own_games.py").write_text(MODULE)
    (tmp_path / "own_broken.py").write_text("import no_such_module\n")
    (tmp_path / "own_syntax.py").write_text("def f(:\n")
    for name in ("own_games", "own_broken", "own_syntax"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def test_functions_of_the_current_directory_make_games(modules: Path) -> None:
    before = list(sys.path)
    game = parse_game("python:own_games:board")
    assert game == parse_game("triangles:2,objective=fewest")
    assert game.text == "python:own_games:board"
    assert game.geometry is not None
    assert eval(repr(game)) == game
    assert parse_game("python:own_games:board,objective=most") == parse_game("triangles:2")
    spec = parse_game("python:own_games:spec")
    assert (spec.names, spec.turn) == (("a", "b"), TurnRule.ALTERNATE)
    assert sys.path == before


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("own_games", "'own_games' is not MODULE:FUNCTION, such as mygames:board"),
        ("own_games:", "is not MODULE:FUNCTION"),
        ("own games:board", "is not MODULE:FUNCTION"),
        (":board", "is not MODULE:FUNCTION"),
        ("own_gmes:board", "python:own_gmes:board: there is no module 'own_gmes'"),
        ("own_games.sub:board", "there is no module 'own_games.sub'"),
        ("own_games:bord", "own_games has no function 'bord': did you mean board?"),
        ("own_broken:x", "own_broken.py, line 1): ModuleNotFoundError: No module named 'no_such"),
        ("own_syntax:x", "python:own_syntax:x failed"),
        ("own_games:CONSTANT", "CONSTANT is 3, which is no function"),
        ("own_games:number", "python:own_games:number returned 42; it must return a Game"),
        ("own_games:fails", "own_games.py, line 18): ZeroDivisionError: integer division"),
        ("own_games:leaves", "SystemExit: 3"),
        ("own_games:needs", "TypeError: needs() missing 1 required positional argument"),
    ],
)
def test_functions_that_make_no_game_say_why(modules: Path, argument: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_game(f"python:{argument}")


def test_functions_that_make_invalid_games_say_why(modules: Path) -> None:
    with pytest.raises(InvalidGameError, match="region 0 has no items"):
        parse_game("python:own_games:invalid")


def test_the_command_line_finds_modules_in_the_current_directory(modules: Path) -> None:
    command = Path(sys.executable).parent / "perfectplay"
    run = [str(command), "solve", "python:own_games:spec", "--json"]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=modules)
    assert done.returncode == 0, done.stderr
    assert json.load(io.StringIO(done.stdout))["game"] == "python:own_games:spec"
    run = [str(command), "solve", "python:own_games:fails"]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=modules)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.count("\n") == 1
