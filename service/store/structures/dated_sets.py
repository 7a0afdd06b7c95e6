"""Sets of limited size whose members are dated: since when each is there, in milliseconds."""

from service.store.structures.hashes import Hash


class DatedSet(Hash):
    __slots__ = ()

    async def dates(self) -> dict[str, int]:
        """By member, the newest first."""
        stored = {member: int(at) for member, at in (await self.all()).items()}
        return dict(sorted(stored.items(), key=lambda member: (-member[1], member[0])))

    async def add(self, most: int, member: str, at: int) -> int | None:
        """Since when it is there, which is `at` for a new one; None if there are `most` others already."""
        if (before := await self.get(member)) is not None:
            return int(before)
        return at if await self.set_within(most, member, at) else None
