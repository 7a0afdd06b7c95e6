// Sign in, or make an account: a guest who makes one stays the same player, and who signs in may bring the games along.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { previousAddress, go, route } from "../core/router.js";
import { me, refresh, session } from "../core/session.js";
import { t } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";
import { signIn, signUp } from "../people/account.js";
import { forgotten } from "../people/forgotten_view.js";
import { bringAlong, leaveBehind, ownGuest } from "../people/own_guest.js";
import { bringing } from "../people/own_guest_view.js";
import { canUsePasskeys, signInByPasskey } from "../people/passkeys.js";

/** @typedef {"in" | "up"} Form */
/** @typedef {{ name: string, password: string, code: string }} Account */
/** @typedef {import("../people/account.js").SignedIn} SignedIn */

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const from = previousAddress(); // read now: it changes when we leave
  const fields = { in: { name: "", password: "", code: "" }, up: { name: "", password: "", code: "" } };
  const problems = { in: "", up: "" };
  let isBusy = false;
  let needsCode = false; // of the second factor
  const forgottenPassword = forgotten(redraw);
  /** @type {import("../people/own_guest_view.js").Bringing | null} */
  let asking = null; // whether the games of a guest come along

  /** @param {SignedIn | null} signedIn */
  async function goOn(signedIn) {
    const guest = signedIn?.guest ? await ownGuest() : null;
    if (guest) asking = { guest, handed: null, problem: "", isBusy: false };
    else go(back(from));
  }

  /** @param {() => Promise<import("../people/own_guest.js").Handed | null>} action */
  async function settle(action) {
    if (!asking) return;
    asking = { ...asking, isBusy: true, problem: "" };
    redraw();
    try {
      const handed = await action();
      asking = { ...asking, isBusy: false, handed };
      if (!handed || !Object.keys(handed.stay).length) go(back(from));
    } catch (error) {
      asking = { ...asking, isBusy: false, problem: asProblem(error).message };
    }
    redraw();
  }

  const answers = {
    bring: () =>
      settle(async () => {
        const handed = await bringAlong();
        await refresh();
        return handed;
      }),
    leave: () => settle(() => leaveBehind().then(() => null)),
    goOn: () => go(back(from)),
  };

  /**
   * @param {Form} form
   * @param {(account: Account) => Promise<SignedIn | void>} action
   */
  async function send(form, action) {
    isBusy = true;
    problems[form] = "";
    redraw();
    try {
      await goOn((await action(fields[form])) ?? null);
    } catch (error) {
      const problem = asProblem(error);
      const isFirst = problem.more.code === "code_needed" && !needsCode;
      needsCode ||= isFirst;
      problems[form] = isFirst ? "" : problem.message;
    }
    isBusy = false;
    redraw();
  }

  async function byPasskey() {
    problems.in = "";
    try {
      const signedIn = await signInByPasskey();
      if (signedIn) await goOn(signedIn);
    } catch (error) {
      problems.in = asProblem(error).message;
    }
    redraw();
  }

  /**
   * @param {Form} form
   * @param {"name" | "password" | "code"} name
   * @param {string} label
   * @param {Props} more
   * @param {string} [hint]
   */
  const field = (form, name, label, more, hint) =>
    h(
      "label",
      { class: "field", key: name },
      h("span", {}, label),
      h("input", {
        id: `${form}-${name}`,
        name,
        required: true,
        value: fields[form][name],
        ...more,
        "aria-invalid": problems[form] ? "true" : undefined,
        "aria-describedby": problems[form] ? `${form}-problem` : undefined,
        oninput: (event) => {
          fields[form][name] = event.target.value;
        },
      }),
      hint ? h("small", { class: "faint" }, hint) : null,
    );

  /**
   * @param {Form} name
   * @param {string} heading
   * @param {string} text
   * @param {string} button
   * @param {(account: Account) => Promise<SignedIn | void>} action
   * @param {Child} password
   * @param {Child} [other] another way
   */
  const form = (name, heading, text, button, action, password, other = null) =>
    h(
      "form",
      {
        class: "card sign",
        key: name,
        "aria-labelledby": `${name}-title`,
        onsubmit: (event) => {
          event.preventDefault();
          send(name, action);
        },
      },
      h("h2", { id: `${name}-title` }, heading),
      h("p", { class: "faint" }, text),
      field(name, "name", t("name"), {
        type: "text",
        autocomplete: "username",
        maxlength: 40,
        autocapitalize: "none",
        spellcheck: "false",
      }),
      password,
      h("p", { class: "problem", id: `${name}-problem`, role: "alert" }, problems[name]),
      h("button", { class: "main", disabled: isBusy }, button),
      other,
    );

  /** @param {Player | null} guest */
  const into = (guest) =>
    form(
      "in",
      t("sign_in"),
      guest ? t("sign_in_text_guest", { name: guest.name }) : t("sign_in_text"),
      t("sign_in"),
      ({ name, password, code }) => signIn({ name, password, ...(needsCode ? { code } : {}) }),
      [
        field("in", "password", t("password"), { type: "password", autocomplete: "current-password" }),
        needsCode
          ? field(
              "in",
              "code",
              t("factor_code"),
              { autocomplete: "one-time-code", created: (element) => element.focus() },
              t("factor_code_text"),
            )
          : null,
      ],
      canUsePasskeys()
        ? h(
            "button",
            { type: "button", class: "passkey", disabled: isBusy, onclick: byPasskey },
            t("sign_in_by_passkey"),
          )
        : null,
    );

  /** @param {Player | null} guest */
  const up = (guest) =>
    form(
      "up",
      t("new_account"),
      guest ? t("new_account_text_guest") : t("new_account_text"),
      t("make_the_account"),
      ({ name, password }) => signUp({ name, password }),
      field(
        "up",
        "password",
        t("password"),
        { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 },
        t("password_length"),
      ),
    );

  function draw() {
    if (asking) return [h("div", { key: "asking", class: "page" }, bringing(asking, answers))];
    if (session.me?.account) return [h("div", { key: "signed", class: "page" }, signedIn())];
    const guest = session.me;
    return [
      h(
        "div",
        { key: "sign", class: "page sign-page" },
        h(
          "div",
          { class: "chiefs" },
          [0, 1, 2, 3].map((seat) => piece("chief", `seat-${seat}`)),
        ),
        h("h1", {}, t("your_account")),
        guest ? h("p", { class: "lead" }, icon("person"), " ", t("you_are_guest", { name: guest.name })) : null,
        h("div", { class: "two" }, guest ? [up(guest), into(guest)] : [into(guest), up(guest)]),
        forgottenPassword(),
        h("p", { class: "faint" }, t("no_account_needed")),
      ),
    ];
  }

  return { title: () => t("sign_in"), draw };
}

const signedIn = () =>
  h(
    "section",
    { class: "card centred-card" },
    piece("chief", "portrait"),
    h("h1", {}, t("signed_in_as", { name: me().name })),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "/games" }, t("my_games")),
      h("a", { class: "button", href: "/new" }, t("new_game")),
    ),
  );

/**
 * Where to go afterwards: back to the previous page, if there is something to do there.
 * @param {string | null} from
 */
const back = (from) =>
  from && !["sign", "front", "lost"].includes(route(new URL(from, location.origin).pathname).page) ? from : "/games";
