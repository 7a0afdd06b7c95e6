// The frame of every page: navigation, language, colours, notices.

import { h } from "../core/dom.js";
import { close, onNotice, shown, withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { session, signOut, unreadNotices } from "../core/session.js";
import { chooseLanguage, language, LANGUAGES, saveCookie, t } from "../core/words.js";
import { profileAddress } from "./person_name.js";
import { icon, piece } from "../drawing/pieces.js";
import { menu } from "./menu.js";
import { ruleLinks } from "./rule_links.js";

/**
 * @param {string} page
 * @param {() => void} openNotices
 */
export function header(page, openNotices) {
  /**
   * @param {string} address
   * @param {string[]} names
   * @param {string} text
   * @param {{ classes?: string, more?: Child }} options
   */
  const link = (address, names, text, { classes, more } = {}) =>
    h("a", { href: address, class: classes, "aria-current": names.includes(page) ? "page" : undefined }, text, more);
  const waiting = session.waiting.length;
  return h(
    "header",
    { class: "top" },
    h("a", { href: "/", class: "brand", "aria-label": "Firstfire" }, piece("logo"), h("span", {}, "Firstfire")),
    h(
      "nav",
      { "aria-label": t("site") },
      link("/new", ["new"], t("play")),
      // A phone has room for three.
      link("/lobby", ["lobby"], t("lobby"), { classes: session.me ? "when-wide" : undefined }),
      link("/puzzles", ["puzzles", "puzzle"], t("puzzles")),
      session.me
        ? link("/games", ["mine"], t("my_games"), {
            more: waiting
              ? h("b", { class: "badge", "aria-label": t("games_waiting", { count: waiting }) }, waiting)
              : null,
          })
        : null,
      link("/rules", ["rules"], t("rules"), { classes: "when-wide" }),
    ),
    h("div", { class: "corner" }, session.me ? bell(openNotices) : null, colours(), languages(), person()),
  );
}

/** @param {() => void} open */
function bell(open) {
  const count = unreadNotices();
  const label = count > 0 ? t("bell_unread", { count }) : t("bell");
  return h(
    "button",
    { class: "bell", key: "bell", onclick: open, title: label, "aria-label": label, "aria-haspopup": "dialog" },
    icon("bell"),
    count > 0 ? h("b", { class: "badge" }, count > 99 ? "99+" : count) : null,
  );
}

function colours() {
  const change = () => {
    const now = document.documentElement.dataset.colours;
    const isDark = now === "dark" || (now === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    const next = isDark ? "light" : "dark";
    document.documentElement.dataset.colours = next;
    saveCookie("colours", next);
  };
  return h(
    "button",
    { class: "plain", onclick: change, title: t("switch_colours"), "aria-label": t("switch_colours") },
    icon("sun", "when-dark"),
    icon("moon", "when-light"),
  );
}

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, selected: code === language }, name),
  );
  const letters = LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (language)].length;
  return h(
    "label",
    { class: "language", title: t("language") },
    icon("language"),
    h("span", { class: "unseen" }, t("language")),
    h(
      "select",
      { value: language, style: { "--letters": letters }, onchange: (event) => chooseLanguage(event.target.value) },
      options,
    ),
  );
}

function person() {
  if (!session.me) return h("a", { href: "/sign-in" }, t("sign_in"));
  const out = () =>
    withNotice(async () => {
      await signOut();
      go("/");
    });
  const { name, player, account } = session.me;
  return menu("person", h("summary", { "aria-label": name, title: name }, icon("person"), h("span", {}, name)), [
    [
      { icon: "person", text: t("profile"), href: profileAddress(player) },
      { icon: "settings", text: t("settings"), href: "/settings" },
      session.me.role ? { icon: "eye", text: t("moderation"), href: "/moderation" } : null,
    ],
    [
      account
        ? { icon: "sign-out", text: t("sign_out"), press: out }
        : { icon: "account", text: t("make_account"), href: "/sign-in" },
    ],
  ]);
}

/** @param {Redraw} redraw */
export function notices(redraw) {
  onNotice(redraw);
  return h(
    "div",
    { class: "notices", role: "status", key: "notices" },
    shown.map((entry) =>
      h(
        "div",
        { class: `notice ${entry.kind}` },
        h(
          "p",
          {},
          entry.text,
          " ",
          ruleLinks(entry.rule),
          entry.link ? h("a", { href: entry.link.address }, entry.link.text) : null,
        ),
        h("button", { class: "plain", "aria-label": t("close"), onclick: () => close(entry) }, icon("close")),
      ),
    ),
  );
}

export const footer = () =>
  h(
    "footer",
    { key: "footer" },
    h("p", {}, t("footer")),
    h(
      "p",
      {},
      h("a", { href: "/lobby" }, t("lobby")),
      " · ",
      h("a", { href: "/rules" }, t("rules")),
      " · ",
      h("a", { href: "/developers" }, t("for_programs")),
      " · ",
      h("a", { href: "/record" }, t("open_record")),
      " · ",
      h("a", { href: "/settings" }, t("settings")),
    ),
  );
