from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter

from refsol.text.writer import word_of, write_integer, write_word


@given(st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**63 - 1))))
def test_writes_decimals(values: list[int]) -> None:
    out = BytesWriter()
    for value in values:
        write_integer(out, value)
    assert out.getvalue() == b"".join(b"%d" % value for value in values)


def test_writes_powers_of_ten() -> None:
    for value in (k for power in range(19) for k in (10**power - 1, 10**power, 10**power + 1)):
        out = BytesWriter()
        write_integer(out, value)
        assert out.getvalue() == b"%d" % value


@given(st.lists(st.text("0123456789 \n~\0", max_size=8)))
def test_writes_words(texts: list[str]) -> None:
    out = BytesWriter()
    for text in texts:
        write_word(out, word_of(text.encode()), len(text))
    assert out.getvalue() == "".join(texts).encode()
