// The table: play, watch, and step through a game.

import { ask, of } from "../core/client.js";
import { amongButtons } from "../board/focus.js";
import { Following } from "../table/following.js";
import { hinting } from "../hints/hint_actions.js";
import { moving } from "../table/move_actions.js";
import { reviewing } from "../review/review_actions.js";
import { Room } from "../table/room.js";
import { sideLine } from "../review/variation_actions.js";
import { travelling } from "../replay/replay_actions.js";
import { trying } from "../core/notices.js";
import { go } from "../core/router.js";
import { somebody } from "../core/session.js";
import { isNow, shown } from "../table/state.js";
import { tableView } from "../table/table_view.js";
import { t } from "../core/words.js";

export function start(at, redraw) {
  const room = new Room(at.game, redraw);
  const following = new Following(room);
  const [line, travel] = [sideLine(room, following), travelling(room, following)];
  const acts = {
    ...moving(room, following, line),
    ...travel,
    ...line,
    ...hinting(room),
    ...reviewing(room, travel),
    ...around(room, following),
  };
  const ticking = setInterval(() => room.state.clock?.due && redraw(), 1000);
  following.open(at.step === undefined ? undefined : Number(at.step)).then(acts.reopen);
  return {
    bare: true,
    title: () => {
      if (room.canMove) return t("your_turn");
      return (
        shown(room.state)
          ?.seats.map((seat) => seat.name)
          .join(" – ") ?? t("table")
      );
    },
    draw: () =>
      tableView(
        {
          ...room.state,
          chosenSpeed: acts.chosenSpeed(),
          canMove: room.canMove,
          isNow: isNow(room.state),
          point: acts.point,
        },
        acts,
      ),
    key: (event) => key(room, acts, event),
    moved: (page, wanted) => {
      if (page !== "game" || wanted.game !== at.game || !room.state.last || room.state.problem) return false;
      if (wanted.step === undefined) acts.live();
      else acts.show(Number(wanted.step));
      return true;
    },
    close: () => {
      room.close();
      following.close();
      clearInterval(ticking);
    },
  };
}

/** What one does about the game, not in it. */
function around(room, following) {
  const asked = (action) => () => trying(action);
  return {
    look: (seat) => room.send({ type: "large", seat }),
    light: (lit) => room.send({ type: "lit", lit }),
    dialog: (dialog) => room.send({ type: "dialog", dialog }),
    again: () => {
      room.send({ type: "failed", problem: null });
      following.open();
    },
    join: asked(async () => {
      await somebody();
      await ask("POST", of(room.game, "/join"));
      await following.open();
    }),
    cancel: asked(async () => {
      await ask("POST", of(room.game, "/cancel"));
      go("/lobby");
    }),
    resign: asked(async () => {
      await ask("POST", of(room.game, "/resign"));
      room.send({ type: "dialog", dialog: null });
      await following.renewAll();
    }),
    rematch: asked(async () => go(`/game/${(await ask("POST", of(room.game, "/rematch"))).id}`)),
    fork: (bot) =>
      trying(async () => {
        await somebody();
        const { id, invite } = await ask("POST", of(room.game, "/fork"), { at: room.state.at, bot });
        go(`/game/${id}${invite ? `?invite=${invite}` : ""}`);
      }),
  };
}

function key(room, acts, event) {
  const { state } = room;
  if (amongButtons(event)) return true;
  if (event.target.type === "range") return false;
  const keys = {
    ArrowLeft: () => acts.step("step", -1),
    ArrowRight: () => acts.step("step", 1),
    ArrowUp: () => acts.step(event.shiftKey ? "round" : "turn", -1),
    ArrowDown: () => acts.step(event.shiftKey ? "round" : "turn", 1),
    ",": () => acts.step("step", -1),
    ".": () => acts.step("step", 1),
    Home: () => acts.show(1),
    End: acts.live,
    p: acts.autoplay,
    r: () => acts.turn(1),
    R: () => acts.turn(-1),
    u: () => (state.line || shown(state)?.may_undo) && isNow(state) && acts.undo(),
    h: acts.hint,
    v: () => (state.review ? acts.closeReview() : acts.openReview()),
    m: () => acts.mistake(1),
    M: () => acts.mistake(-1),
    t: () => acts.turningPoint(1),
    T: () => acts.turningPoint(-1),
    Escape: () => escape(state, acts),
    "?": () => acts.dialog({ type: "keys" }),
  };
  if (!keys[event.key] || !state.last || state.dialog) return false;
  keys[event.key]();
  return true;
}

/** Out of what is open: a hint, a moment of the past, a side line. */
function escape(state, acts) {
  if (state.hint) acts.closeHint();
  else if (state.at < state.last) acts.live();
  else if (state.line) acts.closeLine();
  else document.activeElement?.blur();
}
