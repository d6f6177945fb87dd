"""``doctor`` finds packages that share the folders of the stubs, and files that are missing or changed."""

from __future__ import annotations

import pytest
from fake_distributions import OUR_STUBS, THEIR_STUBS, install, uninstall

from jaxtyping_promo.installation.distributions import OURS
from jaxtyping_promo.installation.findings import PROBLEM
from jaxtyping_promo.installation.generated_stubs import is_generated
from jaxtyping_promo.installation.stub_files import find_collisions


@pytest.fixture
def site(tmp_path):
    install(tmp_path, OURS, OUR_STUBS)
    return tmp_path


def problems(folder):
    return [(finding.text, finding.remedy) for finding in find_collisions([str(folder)]) if finding.status == PROBLEM]


def test_an_installation_without_collisions(site):
    (finding,) = find_collisions([str(site)])
    assert (finding.status, finding.text) == ("ok", f"{len(OUR_STUBS)} files of {OURS} 1.0, all unchanged")


def test_another_package_after_ours_and_before(site, tmp_path):
    install(site, "Jax_Other.stubs", THEIR_STUBS)
    ((text, remedy),) = problems(site)
    assert text == "jax-other-stubs 1.0 installs jax-stubs, too: 2 files of both, 2 of them with its contents"
    assert remedy == f"pip uninstall jax-other-stubs && pip install --force-reinstall --no-deps {OURS}"
    install(site, OURS, OUR_STUBS)
    ((text, _),) = problems(site)
    assert text.endswith("2 files of both, 0 of them with its contents")


def test_removing_the_other_package_leaves_holes_and_reinstalling_cures_them(site):
    install(site, "jax-other-stubs", THEIR_STUBS)
    uninstall(site, "jax-other-stubs")
    ((text, remedy),) = problems(site)
    assert text.startswith(f"2 files of {OURS} 1.0 missing, such as jax-stubs/__init__.pyi")
    assert remedy == f"pip install --force-reinstall --no-deps {OURS}"
    install(site, OURS, OUR_STUBS)
    assert problems(site) == []


def test_other_files_in_the_same_folder_are_a_collision_too(site):
    install(site, "jax-other-stubs", {"jax-stubs/random.pyi": ""})
    assert [text for text, _ in problems(site)] == ["jax-other-stubs 1.0 installs jax-stubs, too"]


def test_a_changed_file(site):
    (site / "jax-stubs/numpy/__init__.pyi").write_text("changed")
    ((text, _),) = problems(site)
    assert text == f"1 file of {OURS} 1.0 changed, such as jax-stubs/numpy/__init__.pyi"


def test_stubs_without_an_owner_beside_an_editable_install(tmp_path):
    install(tmp_path, OURS, {"_jaxtyping_promo.pth": "/somewhere/stubs\n"})
    assert [finding.text for finding in find_collisions([str(tmp_path)])] == [f"{OURS} 1.0, an editable install"]
    stub = tmp_path / "jax-stubs" / "__init__.pyi"
    stub.parent.mkdir()
    stub.write_text("class Array: ...\n")
    ((text, remedy),) = problems(tmp_path)
    assert text == f"{stub.parent} has stubs of JAX from another source"
    assert remedy == f"remove the folder {stub.parent}"
    stub.write_text(OUR_STUBS["jax-stubs/__init__.pyi"])
    assert problems(tmp_path) == []


def test_another_package_beside_an_editable_install(tmp_path):
    install(tmp_path, OURS, {"_jaxtyping_promo.pth": "/somewhere/stubs\n"})
    install(tmp_path, "jax-other-stubs", THEIR_STUBS)
    assert [text for text, _ in problems(tmp_path)] == ["jax-other-stubs 1.0 installs jax-stubs, too"]


def test_the_remedy_names_the_source_of_the_installation(site):
    record = site / "jaxtyping_promo-1.0.dist-info"
    (record / "direct_url.json").write_text(f'{{"url": "file://{site}"}}')
    (site / "jax-stubs/py.typed").unlink()
    assert problems(site)[0][1] == f"pip install --force-reinstall --no-deps {site}"
    (record / "direct_url.json").write_text('{"url": "https://example.org/promo.whl"}')
    assert problems(site)[0][1].endswith(" https://example.org/promo.whl")


def test_without_our_distribution_there_is_only_a_note(tmp_path):
    assert [finding.status for finding in find_collisions([str(tmp_path)])] == ["note"]


def test_generated_stubs_are_recognized_by_their_first_line(site, tmp_path):
    assert is_generated(site / "jax-stubs/__init__.pyi")
    (tmp_path / "other.pyi").write_text("class Array: ...\n# python -m jaxtyping_promo.stubgen\n")
    assert not is_generated(tmp_path / "other.pyi")
    assert not is_generated(tmp_path / "missing.pyi")
