/**
 * A terminal obeys this program alone: whatever others wrote, in a policy, a receipt, an error or a name, shows as characters. What
 * goes into files and pipes stays as it is.
 */
import type { TextSink } from '../command.ts';

/** Ends of lines, the line of progress and colours are ours; every other control, direction or invisible character is not. */
const sequence = '\u001b\\[';
const unfit = new RegExp(`(\r\n|\r${sequence}2K|${sequence}\\d{1,2}m)|(?![\n\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');

/** The sink itself where it is no terminal. */
export function toTerminal(sink: TextSink): TextSink {
  if (sink.isTTY !== true) return sink;
  return { isTTY: true, write: (text) => sink.write(withoutControls(text)) };
}

function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(unfit, (_found, own: string | undefined) => own ?? '\u{fffd}');
}
