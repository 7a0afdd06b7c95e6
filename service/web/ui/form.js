// A small form that keeps what was filled in when it is refused, and shows why.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";

/**
 * `send(values)` may raise a Problem; after that the form is as it was, else it is empty again.
 * @param {string} name
 * @param {Redraw} redraw
 * @param {(values: Record<string, string>) => Promise<void>} send
 */
export function smallForm(name, redraw, send) {
  /** @type {Record<string, string>} */
  let values = {};
  let problem = "";
  let isBusy = false;

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    isBusy = true;
    problem = "";
    redraw();
    try {
      await send(values);
      values = {};
    } catch (error) {
      problem = asProblem(error).message;
    }
    isBusy = false;
    redraw();
  }

  const id = `${name}-problem`;
  /** @type {(key: string, isOptional: boolean) => Props} what may be empty, and is, cannot be what is wrong */
  const wrong = (key, isOptional) =>
    problem && !(isOptional && !values[key]) ? { "aria-invalid": "true", "aria-describedby": id } : {};
  /** @type {(kind: string) => (key: string, label: string, more?: Props, hint?: string) => ElementNode} */
  const fieldOf =
    (kind) =>
    (key, label, more = {}, hint = "") =>
      h(
        "label",
        { class: "field", key },
        h("span", {}, label),
        h(kind, {
          id: `${name}-${key}`,
          name: key,
          required: true,
          value: values[key] ?? "",
          ...wrong(key, more.required === false),
          ...more,
          oninput: (event) => {
            values[key] = event.target.value;
          },
        }),
        hint ? h("small", { class: "faint" }, hint) : null,
      );

  /** @type {(button: string, ...inside: Child[]) => ElementNode} */
  const form = (button, ...inside) =>
    h(
      "form",
      { class: "asking", key: name, onsubmit: submit },
      inside,
      h("p", { class: "problem", id, role: "alert" }, problem),
      h("button", { disabled: isBusy }, button),
    );

  return { field: fieldOf("input"), area: fieldOf("textarea"), form };
}
