/** Holds a streamed answer's headers until the decision; after a while it opens the stream and keeps it alive. */

/** The destination of events. `open` is called at most once, before any `write`. */
export interface EventSink {
  open(status: number, headers: Readonly<Record<string, string>>): void;
  /** Resolves when the client can take more. */
  write(frame: string | Uint8Array): Promise<void>;
  end(): void;
}

export interface HoldOptions {
  /** Time before the stream is opened, and between two keep-alive comments. */
  readonly holdMs: number;
  /** Calls repeatedly; the returned function stops it. */
  readonly every: (ms: number, call: () => void) => () => void;
}

export interface Hold {
  readonly sink: EventSink;
  /** Ends the hold. True if the stream was opened meanwhile. */
  stop(): boolean;
}

export function createHold(sink: EventSink, { holdMs, every }: HoldOptions, headers: Record<string, string>): Hold {
  let opened = false;
  const stopTimer = every(holdMs, () => {
    if (!opened) sink.open(200, headers);
    opened = true;
    void sink.write(': assay is still checking\n\n');
  });
  return {
    sink,
    stop() {
      stopTimer();
      return opened;
    },
  };
}
