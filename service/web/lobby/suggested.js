// Suggested opponents: asked for when they are wanted, and invited with one press.

import { asProblem, get, request } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { once } from "../core/once.js";
import { KINDS } from "../ui/game_kinds.js";
import { noteZone } from "../ui/own_zone.js";
import { suggestedView } from "./suggested_view.js";

/** @typedef {import("./seeking.js").SeekChoice} SeekChoice */
/**
 * @typedef {{ player: string, name: string, rating: number | null, finished: number | null, has_met: boolean }}
 *   Opponent
 */

/**
 * Draws them for what is chosen, once they were asked for.
 * @param {SeekChoice} choice
 * @param {Redraw} redraw
 */
export function suggestedOpponents(choice, redraw) {
  /** @type {Opponent[] | null} */
  let people = null;
  let problem = "";
  let isOpen = false;
  let asked = ""; // for which choice

  async function read() {
    const { game, mode } = KINDS[choice.kind];
    const query = new URLSearchParams({ game, ...(mode ? { mode } : {}), days: String(choice.days) }).toString();
    if (query === asked) return;
    [asked, people, problem] = [query, null, ""];
    try {
      const answer = await get(`/api/opponents?${query}`);
      if (query === asked) people = answer;
    } catch (error) {
      problem = asProblem(error).message;
    }
    redraw();
  }

  /** @param {boolean} is */
  function open(is) {
    if (is === isOpen) return;
    isOpen = is;
    redraw();
  }

  const invite = once((/** @type {Opponent} */ { player }) =>
    withNotice(async () => {
      await noteZone(); // clocks rest in this game
      const { game, mode } = KINDS[choice.kind];
      const table = await request("POST", "/api/games", {
        rules: { game, mode, seats: 2 },
        clock: { type: "days", days: choice.days },
        rests: { days_off: true, holidays: true },
        rated: choice.isRated,
      });
      await request("POST", `/api/games/${table.id}/invitations`, { name: player });
      await go(`/game/${table.id}`);
    }),
  );

  return () => {
    if (isOpen) read();
    return suggestedView({ people, problem, isOpen }, { open, invite });
  };
}
