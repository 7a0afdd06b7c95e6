// The people whom you have blocked, and a way to change your mind.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { locale, shownName, t } from "../core/words.js";
import { blockedPeople, unblock } from "../reporting/complaints.js";
import { personName } from "../ui/person_name.js";
import { setting } from "../ui/setting.js";

/** @typedef {import("../reporting/complaints.js").Block} Block */

const day = new Intl.DateTimeFormat(locale, { dateStyle: "long" });

/** @param {Redraw} redraw */
export function blocks(redraw) {
  /** @type {Block[] | null} */
  let people = null; // null until the service has answered

  const load = async () => {
    people = await blockedPeople();
    redraw();
  };

  /** @param {Block} person */
  const free = ({ player, name }) =>
    withNotice(async () => {
      await unblock(player);
      notice(t("unblocked", { name: shownName(name) }));
      await load();
    });

  /** @param {Block} person */
  const line = (person) =>
    h(
      "li",
      { key: person.player },
      h(
        "div",
        {},
        h("b", {}, personName(shownName(person.name), person.player)),
        h("p", { class: "faint" }, t("blocked_since", { day: day.format(new Date(person.since)) })),
      ),
      h(
        "button",
        { onclick: () => free(person), "aria-label": t("unblock_name", { name: shownName(person.name) }) },
        t("unblock"),
      ),
    );

  withNotice(load);
  return () =>
    setting(
      "blocks",
      t("blocks"),
      h("p", { class: "faint" }, t("blocks_text")),
      people === null
        ? h("p", {}, t("looking"))
        : people.length
          ? h("ul", { class: "tokens blocked", role: "list" }, people.map(line))
          : h("p", {}, t("no_blocks")),
    );
}
