/** Turns the tables of token shapes into probes of one place of a text. */
import { isStandIn } from './placeholders.ts';
import { shannonEntropy } from './randomness.ts';
import { type RawFinding, ranks, type TokenOptions, type TokenRow, type Trigger } from './rule.ts';
import { compileShape, isLongShape } from './shapes.ts';

const defaultScore = 0.95;
/** Below the entropy of any random body of ten characters or more, above that of `xxxxxxxx` and `0123` patterns. */
const defaultEntropy = 2.3;

export function toTriggers(row: TokenRow): Trigger[] {
  const pattern = compileShape(row[2]);
  return row[1].split(' ').map((prefix) => toTrigger(row, prefix, pattern));
}

function toTrigger([id, , shape, options = {}]: TokenRow, prefix: string, pattern: RegExp): Trigger {
  const isWord = isWordSign(prefix.charCodeAt(0));
  const isLong = isLongShape(shape);
  const isBase64 = /^<[bk]\d/.test(shape);
  return {
    keyword: prefix,
    probe(scan, at) {
      const { text } = scan;
      if ((isWord && isInsideWord(text, at)) || !text.startsWith(prefix, at)) return;
      if ((isLong && at < scan.tokensReadTo) || (isBase64 && /[+/]/.test(text[at - 1] ?? ''))) return;
      const bodyStart = at + prefix.length;
      pattern.lastIndex = bodyStart;
      if (!pattern.test(text)) return;
      const end = pattern.lastIndex;
      if (isLong) scan.tokensReadTo = end;
      const finding = judgeToken({ id, text, start: at, bodyStart, end, options });
      if (finding !== undefined) scan.found.push(finding);
    },
  };
}

interface Candidate {
  readonly id: string;
  readonly text: string;
  readonly start: number;
  /** Start of the random part. */
  readonly bodyStart: number;
  readonly end: number;
  readonly options: TokenOptions;
}

/** Decides by entropy, stand-ins and the rule's own check whether a match is a finding. */
export function judgeToken({ id, text, start, bodyStart, end, options }: Candidate): RawFinding | undefined {
  const body = text.slice(bodyStart, end);
  if (shannonEntropy(body) < (options.entropy ?? defaultEntropy) || isStandIn(body)) return undefined;
  const score = options.check === undefined ? (options.score ?? defaultScore) : options.check(text.slice(start, end));
  return score > 0 ? { type: id, start, end, score, rank: ranks.token } : undefined;
}

/** True after a letter or digit, unless that ends an escape: `\\n`, `%3D`. */
export function isInsideWord(text: string, at: number): boolean {
  if (!isWordSign(text.charCodeAt(at - 1))) return false;
  return !(text[at - 2] === '\\' && 'nrt'.includes(text[at - 1] ?? '')) && text[at - 3] !== '%';
}

/** True for letters and digits: a token never begins inside a longer word. */
export function isWordSign(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}
