"""Pure modules of the pages that are only a few lines, imported into a blank page as in test_modules.py."""

from tests.support.browser_person import Run

# drawing/small_board.js


async def test_a_small_board_has_each_square_once_in_the_middle_of_the_free_room(run: Run) -> None:
    drawn = await run(
        "drawing/small_board.js",
        """({ smallBoard }) => {
            const { props, children } = smallBoard("*gG/.lL", 1);
            return [props.viewBox, ...children.map(({ props: { class: name, d } }) => [name, d])];
        }""",
    )
    assert drawn == [
        "0 0 5 5",
        ["on-home", "M1 1.5h1v1h-1z"],
        ["on-g", "M2 1.5h1v1h-1zM3 1.5h1v1h-1z"],
        ["on-l", "M2 2.5h1v1h-1zM3 2.5h1v1h-1z"],
        ["mark-rim", "M3.5 2h0M3.5 3h0"],
        ["mark", "M3.5 2h0M3.5 3h0"],
    ]


# ui/platforms.js


async def test_a_mac_copies_by_its_own_keys(run: Run) -> None:
    platforms = ["MacIntel", "iPhone", "Linux x86_64", "Win32", "Linux armv8l"]
    copied = await run("ui/platforms.js", "({ isApple }, platforms) => platforms.map(isApple)", platforms)
    assert copied == [True, True, False, False, False]
