// Fetches a game and keeps up with it: what is new is shown event by event, until the newest is on the table.

import { follow, of, read } from "../core/client.js";
import { isCalm } from "../core/motion.js";
import { announce, trying } from "../core/notices.js";
import { look } from "../core/session.js";
import { isNow } from "./state.js";
import { nextShown, ownLast } from "../replay/stepping.js";
import { language, t } from "../core/words.js";
import { toTheChoice } from "../board/focus.js";

const CHUNK = 64; // tables the service gives at once
const FILM = 4000; // milliseconds that what happened meanwhile may take
const GATHER = 40; // milliseconds: a move is several events at once

export class Following {
  constructor(room) {
    this.room = room;
    this.asked = new Map(); // frames on their way
    this.stop = () => {};
  }

  /** Shows the game at `step`, or from the viewer's last move on. */
  async open(step) {
    const { room } = this;
    clearTimeout(room.timer);
    try {
      const table = await read(of(room.game));
      if (table.status === "open" || table.status === "cancelled") return this.wait(table);
      room.send({ type: "newest", table });
      await Promise.all([this.steps(), this.choices()]);
      const { last } = room.state;
      if (step !== undefined && (step < 1 || step > last)) {
        return room.send({ type: "failed", problem: { message: t("no_such_step", { step, last }), isStep: true } });
      }
      await (step === undefined ? this.sinceLastTurn(table) : this.at(step));
      this.catchUp();
      this.players();
      return this.listen();
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      return room.send({ type: "failed", problem });
    }
  }

  /** Who sits there: their names lead to them, which nobody waits for. */
  players() {
    read(of(this.room.game, "/players"))
      .then((seats) => this.room.send({ type: "players", players: seats.map((seat) => seat.player) }))
      .catch(() => {});
  }

  /** A table that is not full yet: look again until it is. */
  wait(table) {
    this.room.send({ type: "waiting", table });
    if (table.status === "open") this.room.later(() => this.open(), 2000);
  }

  async sinceLastTurn(table) {
    const { room } = this;
    const { last, steps } = room.state;
    const own = table.viewer === null ? 0 : ownLast(steps, table.viewer);
    const isFilm = own > 0 && own < last && table.status === "running" && !isCalm();
    if (isFilm) await this.frames(own, last);
    room.send({ type: "since", at: own || last });
    room.send({ type: "live", at: isFilm ? own : last });
  }

  async at(step) {
    this.room.send({ type: "show", at: step });
    await this.frames(Math.max(1, step - 1), step); // a review draws what was due before it
  }

  async steps() {
    const after = this.room.state.steps.length;
    const steps = await read(of(this.room.game, "/steps", { after, language }));
    this.room.send({ type: "steps", after, steps });
  }

  /** Sees to it that the tables of these events are here. */
  async frames(from, to) {
    const { room } = this;
    const chunks = new Set();
    for (let seq = from; seq <= to; seq += 1) if (!room.state.tables[seq]) chunks.add(Math.floor((seq - 1) / CHUNK));
    await Promise.all(
      [...chunks].map(async (chunk) => {
        const { last } = room.state.main ?? room.state;
        const range = { start: chunk * CHUNK + 1, end: Math.min((chunk + 1) * CHUNK, last) };
        const name = `${range.start}-${range.end}`;
        if (!this.asked.has(name)) this.asked.set(name, read(of(room.game, "/frames", range)));
        try {
          room.send({ type: "frames", tables: await this.asked.get(name) });
        } catch (problem) {
          this.asked.delete(name);
          throw problem;
        }
      }),
    );
  }

  /** What the viewer may do, if it is their turn. */
  async choices() {
    const { room } = this;
    const table = room.state.tables[room.state.last];
    const isMine = table && table.viewer !== null && table.seat === table.viewer && !table.seats[table.viewer].bot;
    if (!isMine || table.status === "over" || room.state.choices?.seq === room.state.last) return;
    const choices = await read(of(room.game, "/moves"));
    if (choices.seq !== room.state.last) return; // there is news on its way
    room.send({ type: "choices", choices });
    if (isNow(room.state)) this.yourTurn();
  }

  listen() {
    const { room } = this;
    let isComing = false;
    const news = async () => {
      if (isComing) return;
      isComing = true;
      await new Promise((resolve) => setTimeout(resolve, GATHER));
      isComing = false;
      if (!room.isClosed) await trying(() => this.renew());
    };
    this.stop();
    this.stop = follow(
      room.game,
      room.state.last,
      (event) => event.seq > room.state.last && news(),
      news,
      (is) => {
        if (is && !room.state.isConnected) news();
        if (is !== room.state.isConnected) room.send({ type: "connected", is });
      },
    );
  }

  /** Fetches what is new. */
  async renew() {
    const { room } = this;
    const before = room.state.last;
    const table = await read(of(room.game));
    if (room.isClosed || table.seq <= room.state.last) return;
    room.send({ type: "newest", table });
    await Promise.all([this.steps(), this.frames(before + 1, table.seq)]);
    announce(
      room.state.steps
        .slice(before)
        .filter((step) => step.seat !== table.viewer)
        .map((step) => step.text)
        .join(" "),
    );
    await this.choices();
    this.catchUp();
    look().catch(() => {});
  }

  /** The true position, whatever we believed. */
  async renewAll() {
    const { room } = this;
    this.asked.clear();
    room.send({ type: "forget" });
    const table = await read(of(room.game));
    room.send({ type: "newest", table });
    await Promise.all([this.steps(), this.frames(Math.max(1, table.seq - 8), table.seq)]);
    if (room.state.isLive) room.send({ type: "live", at: room.state.last });
  }

  catchUp() {
    const { room } = this;
    const { state } = room;
    if (!state.isLive || room.isClosed) return;
    if (state.at >= state.last || isCalm()) {
      room.send({ type: "live", at: state.last });
      this.yourTurn();
      return;
    }
    room.later(
      () => {
        room.send({ type: "live", at: nextShown(room.state) });
        this.catchUp();
      },
      Math.max(60, Math.min(700, FILM / (state.last - state.at))),
    );
  }

  /** Says so, and brings the keyboard to where the choice is, unless it is busy elsewhere. */
  yourTurn() {
    if (!this.room.canMove) return;
    announce(t("your_turn"));
    toTheChoice();
  }

  close() {
    this.stop();
  }
}
