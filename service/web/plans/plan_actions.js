// Planning the next turn: trying the domino on one's own territory, choosing what to take, and telling the service.

import { boardActions } from "../board/board_actions.js";
import { expanded } from "../board/expanded.js";
import { emptyPick } from "../board/pick.js";
import { asProblem, gameAddress, get, request } from "../core/client.js";
import { notice, withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { prefer, preferred } from "../core/preferences.js";
import { t } from "../core/words.js";
import { madeView } from "./made_view.js";
import { planView } from "./plan_view.js";

/** @type {PlanDraft} */
const NOTHING = { moves: [], wishes: [], choosing: "ask", placing: "ask", stops: false, passes: true };

/**
 * @param {TableRoom} room
 * @param {{ show: (seq: number) => unknown }} replay
 */
export function planActions(room, replay) {
  const address = (path = "") => gameAddress(room.game, `/plan${path}`);
  const kept = () => `plan ${room.game}`; // in this browser, until it is planned
  /** @type {OwnPlan | null} */
  let own = null;
  /** @type {Tried | null} */
  let tried = null;
  /** @type {PlanDraft} */
  let draft = NOTHING;
  /** @type {Choices | null} */
  let choices = null;
  let pick = emptyPick();
  let problem = "";
  let isBusy = false;

  const board = boardActions(
    {
      get state() {
        return { choices, pick };
      },
      get canMove() {
        return choices !== null && !isBusy;
      },
      get rules() {
        return tried?.table?.rules ?? null;
      },
      pick: (chosen) => {
        pick = { ...pick, ...chosen };
        room.redraw();
      },
    },
    (move) => attempt([...draft.moves, move]),
  );

  /** @param {Partial<PlanDraft>} part */
  function change(part) {
    draft = { ...draft, ...part };
    prefer(kept(), JSON.stringify(draft));
    room.redraw();
  }

  /** @type {(work: () => Promise<void>) => Promise<void>} */
  async function busy(work) {
    isBusy = true;
    problem = "";
    room.redraw();
    try {
      await work();
    } catch (error) {
      problem = asProblem(error).message;
    }
    isBusy = false;
    room.redraw();
  }

  /** @param {Move[]} moves what lies on the territory then */
  const attempt = (moves) =>
    busy(async () => {
      tried = await request("POST", address("/try"), { moves });
      choices = tried?.choices ? expanded(tried.choices) : null;
      pick = emptyPick(choices, pick.turn);
      change({ moves });
    });

  const save = () =>
    busy(async () => {
      own = await request("PUT", address(), planOf(draft, room.state.last));
      prefer(kept(), "");
      notice(t("plan_saved"));
      close();
    });

  const withdraw = () =>
    busy(async () => {
      own = await request("DELETE", address());
    });

  const close = () => room.send({ type: "dialog", dialog: null });
  /** @param {number} domino */
  const wish = (domino) =>
    change({
      wishes: draft.wishes.includes(domino)
        ? draft.wishes.filter((other) => other !== domino)
        : [...draft.wishes, domino],
    });
  const actions = { board, change, wish, again: () => attempt([]), save, withdraw };
  const draw = () => planView(room.state, { own, tried, draft, choices, pick, problem, isBusy }, actions);

  async function open() {
    own = await get(address());
    draft = own?.plan ? draftOf(own.plan) : { ...NOTHING, ...JSON.parse(preferred(kept(), "") || "{}") };
    await attempt(draft.moves);
    if (problem) await attempt([]); // what was tried does not fit any more
    room.send({ type: "dialog", dialog: { type: "plan", draw } });
  }

  /** Of a game that is over: which moves everybody's plans have made. */
  async function openMade() {
    const made = await get(gameAddress(room.game, "/plans"));
    const show = (/** @type {number} */ seq) => {
      close();
      replay.show(seq);
    };
    room.send({ type: "dialog", dialog: { type: "plans", draw: () => madeView(room.state.steps, made, show) } });
  }

  return { open: once(() => withNotice(open)), openMade: once(() => withNotice(openMade)) };
}

/** @type {(draft: PlanDraft, seq: number) => object} */
const planOf = ({ moves, wishes, choosing, placing, stops, passes }, seq) => ({
  moves: [
    ...moves,
    ...wishes.map((domino) => ({ type: "draft", domino })),
    ...(passes ? [{ type: "pass" }] : []), // where nobody can be recruited it is never allowed, and so never made
  ],
  choosing,
  placing,
  stop_if_taken: stops ? wishes : [],
  seq,
});

/** @type {(plan: ShownPlan) => PlanDraft} */
const draftOf = ({ moves, choosing, placing, stop_if_taken: named }) => ({
  moves: moves.filter(({ type }) => type === "place" || type === "fire"),
  wishes: moves.flatMap((move) => (move.type === "draft" ? [move.domino] : [])),
  choosing,
  placing,
  stops: named.length > 0,
  passes: moves.some(({ type }) => type === "pass"),
});
