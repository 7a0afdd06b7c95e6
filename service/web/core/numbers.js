// Numbers.

export const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
