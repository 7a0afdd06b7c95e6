// What the service says when a receiver gave no answer, in the language of the reader.

import { t } from "../core/words.js";

/** @type {Record<string, string>} */
const OWN = {
  "there is no such name": "answer_no_name",
  "the name could not be looked up in time": "answer_slow_name",
  "this name leads into a private network": "answer_private",
  "no answer in time": "answer_slow",
  "no connection": "answer_closed",
  "no proper answer": "answer_garbled",
};

/**
 * What a receiver has answered itself stays as it is.
 * @param {string | null} answer
 */
export const answerText = (answer) => (answer && OWN[answer] ? t(OWN[answer]) : answer);
