// A small form that keeps what was filled in, and shows why it was refused.

import { h } from "../core/dom.js";

/** `send(values)` may raise a Problem; after that the form is as it was, else it is empty again. */
export function asking(name, redraw, send) {
  let values = {};
  let problem = null;
  let isBusy = false;

  async function submit(event) {
    event.preventDefault();
    isBusy = true;
    problem = null;
    redraw();
    try {
      await send(values);
      values = {};
    } catch (caught) {
      if (caught.status === undefined) throw caught;
      problem = caught.message;
    }
    isBusy = false;
    redraw();
  }

  const id = `${name}-problem`;
  const wrong = () => ({ "aria-invalid": problem ? "true" : undefined, "aria-describedby": problem ? id : undefined });
  const field = (key, label, more = {}, hint = null) =>
    h(
      "label",
      { class: "field", key },
      h("span", {}, label),
      h("input", {
        id: `${name}-${key}`,
        name: key,
        required: true,
        value: values[key] ?? "",
        ...wrong(),
        ...more,
        oninput: (event) => {
          values[key] = event.target.value;
        },
      }),
      hint ? h("small", { class: "faint" }, hint) : null,
    );

  const form = (button, ...inside) =>
    h(
      "form",
      { class: "asking", key: name, onsubmit: submit },
      inside,
      h("p", { class: "problem", id, role: "alert" }, problem ?? ""),
      h("button", { disabled: isBusy }, button),
    );

  return { field, form };
}
