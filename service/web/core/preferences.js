// What a person likes, kept in this browser alone.

export const HINTS = ["vague", "exact"]; // how a hint begins

export function preferred(name, usual) {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    // the browser keeps nothing: everything is as usual
    return usual;
  }
}

export function prefer(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // it holds until the page is left
  }
}
