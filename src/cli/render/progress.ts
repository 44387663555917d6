/** One line on standard error that shows long work; on a terminal only, removed at the end. */
import type { TextSink } from '../command.ts';

export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const eraseLine = '\r\u001b[2K';

/** Creates a progress line; without a terminal it shows nothing. */
export function createProgress(sink: TextSink): Progress {
  let isShown = false;
  return {
    show(text) {
      if (sink.isTTY !== true) return;
      sink.write(`${eraseLine}${text}`);
      isShown = true;
    },
    clear() {
      if (isShown) sink.write(eraseLine);
      isShown = false;
    },
  };
}
