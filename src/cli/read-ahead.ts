/**
 * Reads a stream ahead of its consumer, up to a bound. The body of `fetch` pauses its connection whenever its reader
 * is busy between two chunks, and a paused connection restarts late: without this, a download that writes each chunk
 * to a disk is a hundred times slower than the network.
 */

/** Most bytes in memory at a time, however large the stream is. */
const maxHeldBytes = 16 * 1024 * 1024;

interface Held {
  readonly chunks: Uint8Array[];
  bytes: number;
  isOver: boolean;
  /** Wakes the waiting side. */
  changed: () => void;
}

/** Yields the chunks of a stream in order, joined if several wait. @throws the stream's error, after its last chunk */
export async function* readAhead(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number = maxHeldBytes,
): AsyncGenerator<Uint8Array> {
  const held: Held = { chunks: [], bytes: 0, isOver: false, changed: () => {} };
  const state: { failure?: { readonly error: unknown }; isLeft: boolean } = { isLeft: false };
  const untilChanged = () =>
    new Promise<void>((resolve) => {
      held.changed = resolve;
    });

  const fill = async (): Promise<void> => {
    try {
      for await (const chunk of source) {
        held.chunks.push(chunk);
        held.bytes += chunk.byteLength;
        held.changed();
        while (held.bytes >= maxBytes && !state.isLeft) await untilChanged();
        if (state.isLeft) return;
      }
    } catch (error) {
      state.failure = { error };
    } finally {
      held.isOver = true;
      held.changed();
    }
  };

  const filling = fill();
  try {
    for (;;) {
      if (held.chunks.length > 0) {
        const all = held.chunks.splice(0);
        held.bytes = 0;
        held.changed();
        yield all.length === 1 && all[0] !== undefined ? all[0] : Buffer.concat(all);
      } else if (held.isOver) {
        if (state.failure !== undefined) throw state.failure.error;
        return;
      } else {
        await untilChanged();
      }
    }
  } finally {
    // A consumer that stops early also ends the reading; a pending source ends with its own signal.
    state.isLeft = true;
    held.changed();
    if (held.isOver) await filling;
  }
}
