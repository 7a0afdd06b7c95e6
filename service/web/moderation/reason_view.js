// Forms that ask for a reason before something is done: closed until one of them is wanted.

import { h } from "../core/dom.js";
import { smallForm } from "../ui/form.js";

/**
 * A form for each thing of a list, which keeps what was written while the list is drawn again.
 * @param {string} name
 * @param {Redraw} redraw
 * @param {(thing: string, reason: string) => Promise<unknown>} send
 */
export function reasonForms(name, redraw, send) {
  /** @type {Map<string, ReturnType<typeof smallForm>>} */
  const forms = new Map();

  /** @param {string} thing */
  const formOf = (thing) => {
    const form =
      forms.get(thing) ?? smallForm(`${name}-${thing}`, redraw, async ({ reason }) => void (await send(thing, reason)));
    forms.set(thing, form);
    return form;
  };

  /** @type {(thing: string, button: string, label: string) => ElementNode} */
  return (thing, button, label) => {
    const form = formOf(thing);
    return h(
      "details",
      { class: "reason", key: `${name}-${thing}` },
      h("summary", {}, button),
      form.form(button, form.area("reason", label, { maxlength: 500, rows: 2 })),
    );
  };
}
