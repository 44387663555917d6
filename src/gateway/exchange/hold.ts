/** Holds a streamed answer's headers until the decision; if that takes long, opens the stream and keeps it alive. */

/** Where events go. `open` is called at most once, before any `write`. */
export interface EventSink {
  open(status: number, headers: Readonly<Record<string, string>>): void;
  /** Resolves when the client can take more. */
  write(frame: string | Uint8Array): Promise<void>;
  end(): void;
}

export interface HoldOptions {
  /** Time before the stream is opened, and between two keep-alive comments. */
  readonly holdMs: number;
  /** Calls back again and again; returns how to stop. */
  readonly every: (ms: number, call: () => void) => () => void;
}

export interface Hold {
  readonly sink: EventSink;
  /** Ends the waiting. True if the stream was opened meanwhile. */
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
