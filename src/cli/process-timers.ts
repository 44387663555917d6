/** The timers of a command that runs programs: they keep it alive. */
export const processTimers = {
  after(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  monotonicMs: () => performance.now(),
} as const;
