// What differs between the systems that our pages run on. Pure.

/** @param {string} platform whether its keyboards copy by ⌘C */
export const isApple = (platform) => /Mac|iP(?:hone|ad|od)/.test(platform);
