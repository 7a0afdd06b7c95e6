// A seat at a glance, for windows in which its card has no room for it: a sheet with the territory, the name and the
// time, what is gathered, and the points item by item.

import { speaking, speakingItems } from "../board/cavemen_speak.js";
import { pinching } from "../board/pinching.js";
import { h } from "../core/dom.js";
import { hasCoordinates } from "../core/preferences.js";
import { t } from "../core/words.js";
import { extent } from "../drawing/grid.js";
import { icon } from "../drawing/pieces.js";
import { breakdown } from "../drawing/scores.js";
import { territory } from "../drawing/territory.js";
import { goods, nameplate } from "./seats_view.js";
import { fresh, shown } from "./state.js";
import { swipeAway } from "./swiping.js";

/** @typedef {import("../drawing/grid.js").Area} Area */

/** @type {{ area: Area, zoom: Area | null, look: (zoom: Area | null) => void } | null} */
let seen = null; // of the sheet, of which there is one at most
const fingers = pinching({
  whole: () => seen?.area ?? null,
  near: () => seen?.zoom ?? null,
  look: (zoom) => seen?.look(zoom),
});

/** @type {Listeners} */
const listeners = {
  onpointermove: (event) => event.pointerType !== "mouse" && fingers.move(event),
  onpointercancel: fingers.lift,
  onpointerleave: fingers.lift,
};

/** @type {(element: HTMLDialogElement) => void} */
function comeUp(element) {
  element.showModal();
  swipeAway(element, "header, .territory:not(:has(.is-near))");
}

/**
 * @param {ShownState} state
 * @param {Extract<Dialog, { type: "seat" }>} dialog
 * @param {{ game: import("./game_actions.js").GameActions }} actions
 * @param {() => void} closed
 */
export function seatSheet(state, dialog, { game }, closed) {
  const table = shown(state);
  if (!table) return null;
  const { seat: number, zoom } = dialog;
  const seat = table.seats[number];
  const look = (/** @type {Area | null} */ near) => game.openDialog({ ...dialog, zoom: near });
  const area = extent(seat.territory);
  seen = { area, zoom, look };
  return h(
    "dialog",
    {
      class: `card seat-sheet seat-${number}`,
      key: `seat${number}`,
      created: comeUp,
      onclose: closed,
      onclick: ({ target, currentTarget }) => target === currentTarget && currentTarget.close(), // beside the sheet
      "aria-label": t("look_at", { name: seat.name, points: seat.score.total }),
    },
    h("header", {}, h("span", { class: "grip" }), nameplate(table, number, state.clock, state.players[number])),
    territory({
      game: table.rules.game,
      seat,
      number,
      area,
      zoom,
      zoomOut: () => look(null),
      coordinates: hasCoordinates(Boolean(state.hint || state.review)),
      fresh: fresh(state),
      lit: state.lit?.seat === number ? state.lit.cells : null,
      label: t("territory_of", { name: seat.name }),
      listeners,
      speaks: speaking(seat.score, true),
      classes: "large",
    }),
    goods(table, number),
    breakdown(table.rules.game, seat, number, game.light, speakingItems(seat)),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: () => enlarge(game, number) }, icon("eye"), t("keep_large")),
      h(
        "button",
        { autofocus: true, onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() },
        icon("close"),
        t("close"),
      ),
    ),
  );
}

/** @type {(game: import("./game_actions.js").GameActions, seat: number) => void} */
function enlarge(game, seat) {
  game.openDialog(null);
  game.enlarge(seat);
}
