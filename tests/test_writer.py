from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter

from refsol.text.writer import write_integer


@given(st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**63 - 1))))
def test_writes_decimals(values: list[int]) -> None:
    out = BytesWriter()
    for value in values:
        write_integer(out, value)
    assert out.getvalue() == b"".join(b"%d" % value for value in values)
