/** Runs a function once, later, by a timer that does not keep the process alive. Returns the cancellation. */
export function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
