// Sign in, or make an account: a guest stays the same player, with all games.

import { ask } from "../core/client.js";
import { h } from "../core/dom.js";
import { before, go, route } from "../core/router.js";
import { refresh, session, somebody } from "../core/session.js";
import { t } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";

export function start(at, redraw) {
  const from = before; // later ones are not what brought us here
  const fields = { in: { name: "", password: "" }, up: { name: "", password: "" } };
  const problems = { in: null, up: null };
  let isBusy = false;

  async function send(form, action) {
    isBusy = true;
    problems[form] = null;
    redraw();
    try {
      await action(fields[form]);
      await refresh();
      go(back(from));
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      problems[form] = problem.message;
    }
    isBusy = false;
    redraw();
  }

  const signIn = (known) => ask("POST", "/api/session", known);
  const signUp = async (known) => {
    await somebody();
    await ask("POST", "/api/account", known);
  };

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

  const form = (name, heading, text, button, action, password) =>
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
        autocomplete: "username",
        maxlength: 40,
        autocapitalize: "none",
        spellcheck: "false",
      }),
      password,
      h("p", { class: "problem", id: `${name}-problem`, role: "alert" }, problems[name] ?? ""),
      h("button", { class: "main", disabled: isBusy }, button),
    );

  const into = (guest) =>
    form(
      "in",
      t("sign_in"),
      guest ? t("sign_in_text_guest", { name: guest.name }) : t("sign_in_text"),
      t("sign_in"),
      signIn,
      field("in", "password", t("password"), { type: "password", autocomplete: "current-password" }),
    );

  const up = (guest) =>
    form(
      "up",
      t("new_account"),
      guest ? t("new_account_text_guest") : t("new_account_text"),
      t("make_the_account"),
      signUp,
      field(
        "up",
        "password",
        t("password"),
        { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 },
        t("password_length"),
      ),
    );

  function draw() {
    if (session.me?.account) return [h("div", { key: "signed", class: "page" }, known())];
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
        h("p", { class: "faint" }, t("no_account_needed")),
      ),
    ];
  }

  return { title: () => t("sign_in"), draw };
}

const known = () =>
  h(
    "section",
    { class: "card centred-card" },
    piece("chief", "portrait"),
    h("h1", {}, t("signed_in_as", { name: session.me.name })),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "/games" }, t("my_games")),
      h("a", { class: "button", href: "/new" }, t("new_game")),
    ),
  );

/** Where to go once it is done: where one came from, if there is something to do there. */
const back = (from) =>
  from && !["sign", "front", "lost"].includes(route(new URL(from, location.origin).pathname).page) ? from : "/games";
