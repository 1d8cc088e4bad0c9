"""The generalist's network: NumPy's and PyTorch's are one; weights that don't fit are refused."""

from __future__ import annotations

import importlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.generalist.moves import CASES, KINDS, ON_PART, Kind, Move, text_of
from android_gym.agents.generalist.network import Network, shapes
from android_gym.agents.generalist.policy import Mind, unknown_id
from android_gym.agents.generalist.reading import Reader, Sight
from android_gym.agents.generalist.weights import Weights
from android_gym.errors import OptionError
from android_gym.task_suite.demonstrations import Observation

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GOAL = "Delete Oak table and Elm chair from the list, then tell me what is left."
PHRASES = ("Clock", "3")
SEEN = Observation(
    GOAL,
    tuple(
        UIElement(text=text, bbox_pixels=BoundingBox(0, 900, 90 * i, 90 * i + 80))
        for i, text in enumerate(("Oak table", "Elm chair", "Ash stool and a long label", ""))
    ),
    1080,
    2400,
)


def weights(scale: float = 0.3) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {
        name: (rng.standard_normal(shape) * scale).astype(np.float32)
        for name, shape in shapes(len(PHRASES)).items()
    }


def sight() -> Sight:
    reader = Reader(GOAL)
    for move in (Move("tap", element=1), Move("type_goal", first=1, last=2), Move("BACK")):
        reader.read(SEEN)
        reader.note(move, SEEN)
    return reader.read(SEEN)


def test_the_two_networks_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.syspath_prepend(EXAMPLES)
    net_module = importlib.import_module("generalist_net")
    sys.modules.pop("generalist_net")
    own = weights(0.1)
    own["words.weight"][0] = 0
    net = net_module.Net(len(PHRASES))
    net.load_state_dict({name: torch.from_numpy(array) for name, array in own.items()})
    net.eval()
    seen = sight()
    other = Reader("Go.").read(SEEN)  # of another length, so that one of the two is padded
    network = Network(own, PHRASES)
    read = network.read(seen)
    kind, first = KINDS.index("type_part"), 3
    with torch.no_grad():
        batch = net_module.batch_of([seen, other])
        kinds, firsts = torch.tensor([kind, kind]), torch.tensor([first, 0])
        made = net(batch, kinds, firsts, torch.tensor([2, 0]), torch.tensor([0, 0]))
    scores = {name: tensor[0].numpy() for name, tensor in made.items()}
    near = {"rtol": 1e-3, "atol": 1e-4}
    np.testing.assert_allclose(read.kinds, scores["kind"], **near)
    np.testing.assert_allclose(network.elements(read, KINDS[kind]), scores["element"], **near)
    np.testing.assert_allclose(network.first(read, KINDS[kind]), scores["first"], **near)
    last = network.last(read, KINDS[kind], first)
    np.testing.assert_allclose(last[first:], scores["last"][first:], **near)
    begun, _ = network.part(seen, read, KINDS[kind], 2)
    assert begun == scores["part_first"].argmax()
    phrase = network.move(seen, read, KINDS[KINDS.index("type_phrase")]).phrase
    assert phrase in PHRASES


def test_learning_goes_the_way_of_plain_lookups(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.syspath_prepend(EXAMPLES)
    net_module = importlib.import_module("generalist_net")
    sys.modules.pop("generalist_net")
    rng = np.random.default_rng(0)
    near = torch.from_numpy(rng.integers(0, 20, (2, 5, 5)))
    plain = torch.from_numpy(rng.standard_normal((20, 4)).astype(np.float32)).requires_grad_()
    other = plain.detach().clone().requires_grad_()
    pull = torch.from_numpy(rng.standard_normal((2, 4, 5, 5)).astype(np.float32))
    (plain[near].permute(0, 3, 1, 2) * pull).sum().backward()
    (net_module._Related.apply(near, other) * pull).sum().backward()
    torch.testing.assert_close(plain.grad, other.grad)

    net = net_module.Net(len(PHRASES))
    seen = sight()
    moves = (Move("tap", element=1), Move("type_part", element=2, first=0, last=0))
    targets = [net_module.Target.of(move, seen, {}) for move in moves]
    together = net_module.losses(net, net_module.batch_of([seen, seen]), targets, None)
    for own, target in zip(together, targets, strict=True):
        alone = net_module.losses(net, net_module.batch_of([seen]), [target], None)
        torch.testing.assert_close(alone[0], own)
    together.sum().backward()
    assert not net.words.weight.grad[0].any()  # no word is learned from places without any
    rough = net_module.losses(net, net_module.batch_of([seen, seen]), targets, None, torch.bfloat16)
    torch.testing.assert_close(rough, together, rtol=0.05, atol=0.05)


def test_every_kind_of_move_can_be_made() -> None:
    network, seen = Network(weights(), PHRASES), sight()
    read = network.read(seen)
    for kind in KINDS:
        move = network.move(seen, read, kind)
        assert move.kind == kind
        assert move.first <= move.last


@pytest.mark.parametrize("kind", sorted(ON_PART))
def test_elements_without_words_are_not_pointed_at_for_their_words(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    # The last element, which has none, is the likeliest one.
    monkeypatch.setattr(Network, "elements", lambda network, read, kind: np.arange(4.0))
    own, seen = weights(), sight()
    network = Network(own, PHRASES)
    assert network.move(seen, network.read(seen), "tap").element == 3
    assert text_of(network.move(seen, network.read(seen), kind), SEEN)

    monkeypatch.undo()
    own["kind_2.weight"][:] = 0
    own["kind_2.bias"][KINDS.index(kind)] = 99
    mind = Mind(Network(own, PHRASES), True, GOAL)
    assert mind.decide(Observation(GOAL, SEEN.elements[3:], 1080, 2400)).kind not in ON_PART


def test_a_move_in_vain_is_not_made_for_ever() -> None:
    own = weights()
    own["kind_2.weight"][:] = 0
    own["kind_2.bias"][:] = -np.arange(len(KINDS), dtype=np.float32)  # taps are likeliest
    mind = Mind(Network(own, PHRASES), True, GOAL)
    kinds = []
    for _ in range(4):
        move = mind.decide(SEEN)
        mind.note(move, SEEN)
        kinds.append(move)
    assert len(set(kinds)) > 1


def test_waiting_has_an_end() -> None:
    own = weights()
    own["kind_2.weight"][:] = 0
    own["kind_2.bias"][KINDS.index("wait")] = 99
    own["kind_2.bias"][KINDS.index("tap")] = 50  # and no piece of an answer, which counts anew
    mind = Mind(Network(own, PHRASES), True, GOAL)
    kinds = []
    for _ in range(7):
        move = mind.decide(SEEN)
        mind.note(move, SEEN)
        kinds.append(move.kind)
    assert kinds[:6] == ["wait"] * 6
    assert kinds[6] != "wait"


def test_an_empty_screen_and_no_goal_have_moves_too() -> None:
    mind = Mind(Network(weights(), ()), False, "")
    nothing = Observation("", (), 1080, 2400)
    for _ in range(40):
        move = mind.decide(nothing)
        mind.note(move, nothing)
        assert (move.element, move.first, move.phrase) == (-1, -1, "")


def saved(folder: Path, **changes: Any) -> Path:
    """Write weights, with other arrays in place of some; None leaves one out."""
    file = folder / "weights.npz"
    Weights(weights(), PHRASES, ("AndroidWorld/A-v1",), {"steps": "3"}).write(file)
    with np.load(io.BytesIO(file.read_bytes())) as opened:
        arrays = {name: opened[name] for name in opened.files} | changes
    kept = {name: array for name, array in arrays.items() if array is not None}
    np.savez_compressed(file, **kept)
    return file


def about(**changes: Any) -> np.ndarray:
    told = {"version": 1, "kinds": list(KINDS), "cases": list(CASES), "phrases": list(PHRASES)}
    told |= {"ids": [], "notes": {}}
    return np.frombuffer(json.dumps(told | changes).encode(), np.uint8)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    found = Weights.read(saved(tmp_path))
    assert (found.phrases, found.ids) == (PHRASES, ("AndroidWorld/A-v1",))
    assert found.notes == {"steps": "3"}
    for name, array in weights().items():
        np.testing.assert_allclose(found.arrays[name], array, atol=2e-3)


def test_moves_that_came_since_are_not_made(tmp_path: Path) -> None:
    old, new = KINDS[:-3], KINDS[-3:]
    own = {name: array.astype(np.float16) for name, array in weights(0.01).items()}
    cut = {name: own[name][: len(old)] for name in ("wanted.weight", "kind_2.weight")}
    cut |= {"kind_2.bias": own["kind_2.bias"][: len(old)]}
    cut |= {"kinds.weight": own["kinds.weight"][: len(old) + 1]}
    found = Weights.read(saved(tmp_path, about=about(kinds=old), **cut))
    kinds = Network(found.arrays, PHRASES).read(sight()).kinds
    assert len(kinds) == len(KINDS)
    assert max(kinds[-len(new) :]) < min(kinds[: len(old)])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"about": about(version=99)}, "of version 99; this is version"),
        ({"about": about(version=True)}, "of version True; this is version"),
        ({"about": about(cases=["title", "upper"])}, "moves that this version has not.*'upper'"),
        ({"about": about(kinds=["fly"])}, "moves that this version has not"),
        ({"about": about(kinds=[*KINDS, "fly"])}, "moves that this version has not"),
        ({"about": about(kinds=[])}, "moves that this version has not"),
        ({"about": about(kinds={"tap": 1})}, "moves that this version has not"),
        ({"about": about(kinds=3)}, "moves that this version has not"),
        ({"about": about(kinds=["tap"])}, "kind_2.bias"),
        ({"about": about(phrases=["one"])}, "phrase.bias"),
        ({"about": about(phrases="one")}, "no list of phrases"),
        ({"about": about(ids=[3])}, "no list of ids"),
        ({"about": None}, "no weights of the generalist"),
        ({"norm.weight": None}, "norm.weight"),
        ({"more": np.zeros(3, np.float16)}, "more"),
        ({"norm.weight": np.zeros(3, np.float16)}, "norm.weight"),
        ({"norm.weight": np.full(128, np.nan, np.float16)}, "values in 'norm.weight' that are no"),
        ({"norm.weight": np.zeros(128, np.float64)}, "norm.weight"),
        ({"norm.weight": np.array([{}] * 128)}, "no weights of the generalist"),  # a pickle
    ],
)
def test_weights_that_do_not_fit_are_refused(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(OptionError, match=said):
        Weights.read(saved(tmp_path, **changes))


def test_files_that_are_no_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="generalist.py train"):
        Weights.read(tmp_path / "none.npz")
    file = tmp_path / "text.npz"
    file.write_bytes(b"text")
    with pytest.raises(OptionError, match="text.npz' holds no weights.*Train it anew, or install"):
        Weights.read(file)


def test_files_that_unpack_to_too_much_are_refused(tmp_path: Path) -> None:
    file = saved(tmp_path, **{"norm.weight": np.zeros(40_000_000, np.float16)})
    assert file.stat().st_size < 10_000_000
    with pytest.raises(OptionError, match="take 80000000 bytes; at most"):
        Weights.read(file)


def test_notes_that_are_nested_too_deep_are_refused(tmp_path: Path) -> None:
    deep = np.frombuffer(b"[" * 100_000, np.uint8)
    with pytest.raises(OptionError, match="holds no weights"):
        Weights.read(saved(tmp_path, about=deep))


def test_ids_that_were_not_trained_on_are_told() -> None:
    known = ("AndroidWorld/A-v1",)
    assert unknown_id("AndroidWorld/A-v1", known) is None
    assert "not on AndroidWorld/A-v2" in str(unknown_id("AndroidWorld/A-v2", known))
    assert "not trained on AndroidWorld/B-v1" in str(unknown_id("AndroidWorld/B-v1", known))
