/**
 * Reads a stream ahead of whoever uses it, up to a bound. The body of `fetch` pauses its connection whenever its reader
 * does anything else between two chunks, and a paused connection starts again only after a while: without this, a download
 * that writes each chunk to a disk is a hundred times slower than the network.
 */

/** Most bytes that are held at a time; memory stays flat however large the stream is. */
const maxHeldBytes = 16 * 1024 * 1024;

interface Held {
  readonly chunks: Uint8Array[];
  bytes: number;
  isOver: boolean;
  /** Wakes whoever waits for the other side. */
  changed: () => void;
}

/** Gives the chunks of a stream in order, put together where several wait. @throws what the stream throws, after its last chunk. */
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
    // Whoever stops early ends the reading too; a source that is waited for ends with its own signal.
    state.isLeft = true;
    held.changed();
    if (held.isOver) await filling;
  }
}
