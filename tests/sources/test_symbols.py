"""C++ names of symbols, and which of them a user means."""

from __future__ import annotations

import pytest

from schedules.sources.launch_files import cpp_name, same_name

NAMES = {
    "k": "k",
    "_Z4fillPi": "fill",
    "_ZL5coeff": "coeff",
    "_ZN3lib5inner5scaleIfLi4EEEvPT_": "lib::inner::scale<float, 4>",
    "_Z5scaleIfLin3ELb1EEvPT_S1_": "scale<float, -3, true>",
    "_Z4copyI6__halfN3lib4TileILi8EEEJfdEEvv": "copy<__half, lib::Tile<8>, float, double>",
    "_Z4pairIPKfjEvv": "pair<float const*, unsigned int>",
    "_ZN3lib1kINS_4TileEEEvv": "lib::k<lib::Tile>",
}


@pytest.mark.parametrize(("symbol", "name"), NAMES.items())
def test_a_symbol_is_shown_by_its_name(symbol, name):
    assert cpp_name(symbol) == name


@pytest.mark.parametrize(
    ("asked", "symbol", "same"),
    [
        ("scale", "_ZN3lib5inner5scaleIfLi4EEEvPT_", True),
        ("scale<float,4>", "_ZN3lib5inner5scaleIfLi4EEEvPT_", True),
        ("lib::inner::scale<float, 4u>", "_ZN3lib5inner5scaleIfLi4EEEvPT_", True),
        ("scale<float, 8>", "_ZN3lib5inner5scaleIfLi4EEEvPT_", False),
        ("scale<float, -3, true>", "_Z5scaleIfLin3ELb1EEvPT_S1_", True),
        ("count", "_ZN12_GLOBAL__N_15countE", True),
        ("fill", "_Z14fill_all_lastsPii", False),
        ("ill", "_Z4fillPi", False),
        ("pair<const float*, unsigned>", "_Z4pairIPKfjEvv", False),
        ("pair<float const*, unsigned>", "_Z4pairIPKfjEvv", True),
    ],
)
def test_a_name_with_or_without_namespaces_and_arguments_is_the_symbol(asked, symbol, same):
    assert same_name(asked, symbol) == same
