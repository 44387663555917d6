/** How long a test waits for a condition. Below `testTimeout`, so that a failure tells what was awaited. */
export const waitLimitMs = 45_000;
