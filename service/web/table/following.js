// Fetches a game and follows it: new events are shown one after another, until the newest is on the table.

import { focusChoice } from "../board/focus.js";
import { isGone } from "../core/connection.js";
import { asProblem, gameAddress, get, getNow, patiently } from "../core/client.js";
import { announce } from "../core/notices.js";
import { onTouch } from "../core/on_demand.js";
import { inTurn } from "../core/once.js";
import { departureName, isCalm, preferred } from "../core/preferences.js";
import { noteLine } from "../core/session.js";
import { language, t } from "../core/words.js";
import { piecesOf } from "../drawing/pieces.js";
import { lastOwnStep, nextShown } from "../replay/stepping.js";
import { named } from "../ui/person_name.js";
import { changed } from "./changes.js";
import { readInvitation } from "./invitation.js";
import { attend, listen, showPlayers } from "./listening.js";
import { partsOf, playing } from "./parts.js";
import { isNow, SEEN } from "./state.js";

const CHUNK = 64; // tables that the service sends at once
const FILM = 4000; // milliseconds in which everything that happened meanwhile is shown

export class Following {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Map<string, Promise<Table[]>>} */
    this.requested = new Map(); // frames on their way
    this.stop = () => {};
    this.isAttending = false; // a table that was not full when we came
    this.inTurn = inTurn(); // takes in what is new
    this.isFresh = false; // whether what was kept could be older than what is on the table
  }

  /**
   * Shows the game at `step`, or from the viewer's last move on.
   * @param {number} [step]
   */
  async open(step) {
    const { room } = this;
    room.cancelLater();
    try {
      const table = await this.table();
      this.isFresh = !isGone();
      if (table.status === "open" || table.status === "cancelled") this.wait(table);
      else await this.begin(table, step);
    } catch (error) {
      room.send({ type: "failed", problem: asProblem(error) });
    }
  }

  /**
   * Reads something of the game; as long as the service is away, the page says so, and it is tried again.
   * @param {string} path
   * @param {Record<string, string | number>} query
   */
  read(path = "", query = {}) {
    const ask = this.isFresh && path !== "/frames" ? getNow : get;
    return this.patiently(() => ask(gameAddress(this.room.game, path, query)));
  }

  /**
   * @template T
   * @param {() => Promise<T>} ask
   */
  async patiently(ask) {
    const { room } = this;
    let wasAway = false;
    const answer = await patiently(ask, (problem) => {
      wasAway = true;
      room.send(room.state.last ? { type: "connected", is: false } : { type: "failed", problem });
      return !room.isClosed;
    });
    if (wasAway) room.send({ type: "connected", is: true });
    return answer;
  }

  /**
   * @param {Table} table
   * @param {number} [step]
   */
  async begin(table, step) {
    const { room } = this;
    room.send({ type: "newest", table });
    room.send({ type: "departure", seq: Number(preferred(departureName(room.game), "0")) });
    const parts = this.patiently(() => partsOf(table, step !== undefined));
    await Promise.all([this.steps(), this.choices(), parts, piecesOf(table.rules)]);
    const { last } = room.state;
    if (step !== undefined && (step < 1 || step > last)) {
      room.send({ type: "failed", problem: { message: t("no_such_step", { step, last }), isStep: true } });
      return;
    }
    await (step === undefined ? this.sinceLastTurn(table) : this.at(step));
    if (room.state.seen === SEEN.nothing) room.drawRest();
    this.isFresh = true;
    this.catchUp();
    showPlayers(this.room);
    this.listen();
  }

  /**
   * A table that is not full yet: looks again when somebody has sat down.
   * @param {OpenTable} table
   */
  wait(table) {
    const { players } = this.room.state;
    this.room.send({ type: "waiting", table });
    if (table.seats.some((seat, number) => seat && !players[number]?.kind)) showPlayers(this.room);
    if (table.status !== "open") this.stop();
    else if (!this.isAttending) this.stop = attend(this.room.game, () => this.open());
    if (table.status === "open") readInvitation(this.room);
    this.isAttending = true;
  }

  /** @param {Table} table */
  async sinceLastTurn(table) {
    const { room } = this;
    const { last, steps } = room.state;
    const own = table.viewer === null ? 0 : lastOwnStep(steps, table.viewer);
    const isFilm = own > 0 && own < last && table.status === "running" && !isCalm();
    if (isFilm) await this.newFrames(own, last);
    room.send({ type: "since", at: own || last });
    room.send({ type: "live", at: isFilm ? own : last });
  }

  /** @param {number} step */
  async at(step) {
    await this.newFrames(Math.max(1, step - 1), step); // a review draws what was due before it
    this.room.send({ type: "show", at: step }); // not sooner: another step would be drawn first
    onTouch(() => this.frames(step, step).catch(() => {})); // a key steps on at once
  }

  /** The newest table; of a game that was called off, as it is of one that has not begun. */
  async table() {
    return named(await this.read());
  }

  async steps() {
    const after = this.room.state.steps.length;
    const steps = await this.read("/steps", { after, language });
    this.room.send({ type: "steps", after, steps });
  }

  /**
   * Fetches the tables of these events, unless they are there: just these, and not all of a long game.
   * @param {number} from
   * @param {number} to
   */
  async newFrames(from, to) {
    const { tables } = this.room.state;
    let start = from;
    while (start <= to && tables[start]) start += 1;
    let end = to;
    while (end >= start && tables[end]) end -= 1;
    const ranges = [];
    for (; start <= end; start += CHUNK) ranges.push({ start, end: Math.min(start + CHUNK - 1, end) });
    await Promise.all(ranges.map((range) => this.fetchRange(range)));
  }

  /**
   * The same with those around them, which are wanted next by who steps through a game.
   * @param {number} from
   * @param {number} to
   */
  async frames(from, to) {
    const { tables } = this.room.state;
    /** @type {Set<number>} */
    const chunks = new Set();
    for (let seq = from; seq <= to; seq += 1) if (!tables[seq]) chunks.add(Math.floor((seq - 1) / CHUNK));
    await Promise.all([...chunks].map((chunk) => this.fetchChunk(chunk)));
  }

  /** @param {number} chunk */
  fetchChunk(chunk) {
    const { last } = this.room.state.main ?? this.room.state;
    return this.fetchRange({ start: chunk * CHUNK + 1, end: Math.min((chunk + 1) * CHUNK, last) });
  }

  /** @param {{ start: number, end: number }} range */
  async fetchRange(range) {
    const { room, requested } = this;
    const name = `${range.start}-${range.end}`;
    const tables = requested.get(name) ?? this.read("/frames", range);
    requested.set(name, tables);
    try {
      room.send({ type: "frames", tables: (await tables).map(named) });
    } catch (problem) {
      requested.delete(name);
      throw problem;
    }
  }

  /** What the viewer may do, if it is their turn. */
  async choices() {
    const { room } = this;
    const table = room.state.tables[room.state.last];
    const isMine = table && table.viewer !== null && table.seat === table.viewer && !table.seats[table.viewer].bot;
    if (!isMine || table.status === "over" || room.state.choices?.seq === room.state.last) return;
    await this.offer(await this.read("/moves", { grouped: "true" }));
  }

  /** @param {Offer} offer */
  async offer(offer) {
    const { room } = this;
    const { expanded } = await this.equip();
    if (offer.seq !== room.state.last) return; // there is news on its way
    room.send({ type: "choices", choices: expanded(offer) });
    if (isNow(room.state)) this.announceTurn();
  }

  /** What one plays with. */
  equip() {
    return this.patiently(playing.fetch);
  }

  /** Follows the game as long as it runs: what is over holds no connection. */
  listen() {
    const { last, tables } = this.room.state;
    this.stop();
    if (tables[last].status === "running") this.stop = listen(this.room, this);
  }

  /**
   * Takes in what is new, from the stream or as the answer to a move: whichever comes first.
   * @param {News} news
   */
  take(news) {
    return this.inTurn(() => this.takeNow(news));
  }

  /** @param {News} news */
  async takeNow({ after, changes, steps, now, choices }) {
    const { room } = this;
    const { last, tables } = room.state;
    if (room.isClosed || after + changes.length <= last) return;
    if (after > last) {
      await this.fetchNews(); // something was missed
      return;
    }
    let table = tables[last];
    const news = changes.slice(last - after).map((change) => (table = named(changed(table, change))));
    room.send({ type: "frames", tables: news });
    room.send({ type: "newest", table: { ...table, clock: undefined, hints: false, questions: undefined, ...now } });
    room.send({ type: "steps", after: last, steps: steps.slice(last - after) });
    if (choices) await this.offer(choices);
    this.goOn(last);
  }

  /** Fetches what is new, also what is no event: the clocks. */
  renew() {
    return this.inTurn(() => this.fetchNews());
  }

  async fetchNews() {
    const { room } = this;
    const before = room.state.last;
    /** @type {any} a Table, or an OpenTable */
    const table = await this.table();
    const isCalledOff = table.status === "cancelled";
    if (isCalledOff && !room.isClosed) this.wait(table);
    if (room.isClosed || isCalledOff) return;
    if (table.seq < room.state.last) {
      await this.fetchAgain(); // the log was set back
    } else {
      room.send({ type: "newest", table });
      if (table.seq === before) return; // only its clocks may have changed
      await Promise.all([this.steps(), this.newFrames(before + 1, table.seq)]);
    }
    await this.choices();
    this.goOn(before);
  }

  /**
   * Says and shows what others did after event `before`.
   * @param {number} before
   */
  goOn(before) {
    const { game, state } = this.room;
    const { viewer, seat, status } = state.tables[state.last];
    if (status === "over") this.stop();
    const others = state.steps.slice(before).filter((step) => step.seat !== viewer);
    announce(others.map((step) => step.text).join(" "));
    this.catchUp();
    if (viewer !== null) noteLine(game, { turn: seat });
  }

  /** Fetches the true position, whatever we believed. */
  renewAll() {
    return this.inTurn(() => this.fetchAgain());
  }

  async fetchAgain() {
    const { room } = this;
    /** @type {Table} */
    const table = await this.table();
    this.requested.clear();
    room.send({ type: "forget" });
    room.send({ type: "newest", table });
    await Promise.all([this.steps(), this.newFrames(Math.max(1, table.seq - 8), table.seq)]);
    if (room.state.isLive) room.send({ type: "live", at: room.state.last });
  }

  catchUp() {
    const { room } = this;
    const { state } = room;
    if (!state.isLive || room.isClosed) return;
    if (state.at >= state.last || isCalm()) {
      room.send({ type: "live", at: state.last });
      this.announceTurn();
      return;
    }
    const pause = Math.max(60, Math.min(700, FILM / (state.last - state.at)));
    room.later(() => {
      room.send({ type: "live", at: nextShown(room.state) });
      this.catchUp();
    }, pause);
  }

  /** Says that it is the viewer's turn, and focuses the choice, unless the focus is elsewhere for a reason. */
  announceTurn() {
    if (!this.room.canMove) return;
    announce(t("your_turn"));
    focusChoice();
  }

  close() {
    this.stop();
  }
}
