/**
 * Protects the terminal: foreign text, in a policy, a receipt, an error or a name, shows as characters only. Files
 * and pipes get it unchanged.
 */
import type { TextSink } from '../command.ts';

/** Newlines, the progress line and colours are ours; every other control, direction or invisible character is foreign. */
const sequence = '\u001b\\[';
const unfit = new RegExp(`(\r\n|\r${sequence}2K|${sequence}\\d{1,2}m)|(?![\n\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');

/** Returns the sink itself if it is no terminal. */
export function toTerminal(sink: TextSink): TextSink {
  if (sink.isTTY !== true) return sink;
  return { isTTY: true, write: (text) => sink.write(withoutControls(text)) };
}

function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(unfit, (_found, own: string | undefined) => own ?? '\u{fffd}');
}
