/** The shape of a recogniser of one kind of personal data, and its execution. */

export interface Entity {
  readonly type: string;
  /** UTF-16 units into the text that was judged. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

export interface Recogniser {
  readonly type: string;
  readonly minDigits: number;
  /** Global, without unbounded repetition. */
  readonly pattern: RegExp;
  /** Checks format rules and check digits of a match. */
  accepts(value: string): boolean;
  /** Score without and with a context word nearby; 0 drops the match. */
  readonly bare: number;
  readonly withContext: number;
  readonly context: RegExp;
}

const before = 64;
const after = 32;

/** True if a context word is near a span. */
export function hasContext(text: string, start: number, end: number, context: RegExp): boolean {
  return context.test(text.slice(Math.max(0, start - before), start)) || context.test(text.slice(end, end + after));
}

/** Runs one recogniser over a text. */
export function recognise(recogniser: Recogniser, text: string): Entity[] {
  const { type, pattern, context } = recogniser;
  const found: Entity[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!recogniser.accepts(match[0])) continue;
    const known = recogniser.bare === recogniser.withContext || hasContext(text, start, end, context);
    const score = known ? recogniser.withContext : recogniser.bare;
    if (score > 0) found.push({ type, start, end, score });
  }
  return found;
}

export function digitsOf(value: string): string {
  return value.replaceAll(/\D/g, '');
}
