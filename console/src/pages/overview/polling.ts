/** Milliseconds between two readings of what the overview shows. */
export const pollMs = 5_000;
