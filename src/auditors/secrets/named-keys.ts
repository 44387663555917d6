/** Finds keys of providers by the provider's name in the name of the assigned variable. */
import { isInsideRun, markRun, readName, readValue, type Value } from './assignment-parser.ts';
import { type NamedKeyRow, namedKeys } from './named-key-table.ts';
import { isStandIn } from './placeholders.ts';
import { isSequence, shannonEntropy, wordShare } from './randomness.ts';
import { type RawFinding, ranks, type Trigger } from './rule.ts';
import { compileShape } from './shapes.ts';

interface CompiledRow extends NamedKeyRow {
  readonly pattern: RegExp;
}

const rowsByProvider = new Map<string, CompiledRow[]>();
for (const row of namedKeys) {
  const compiled = { ...row, pattern: compileShape(row.shape) };
  for (const provider of row.providers.split(' ')) {
    rowsByProvider.set(provider, [...(rowsByProvider.get(provider) ?? []), compiled]);
  }
}

/** Triggers of all providers: a name is read once per provider, regardless of the number of its shapes. */
export const namedKeyTriggers: readonly Trigger[] = Array.from(rowsByProvider, ([provider, rows]) => ({
  keyword: provider,
  probe(scan, at) {
    const { text, found } = scan;
    const name = readName(text, at, at + provider.length);
    if (isInsideRun(scan, name)) return;
    const value = readValue(text, name);
    if (value === undefined) return;
    markRun(scan, value);
    // Words between provider and value count as the name: `Vercel access token: ...`.
    const wording = text.slice(name.start, value.start);
    if (identifier.test(wording) && !opener.test(wording)) return;
    for (const row of rows) {
      const finding = judgeValue(row, text, value, wording);
      if (finding === undefined) continue;
      found.push(finding);
      return;
    }
  },
}));

/** Identifiers have the shapes of keys: "Heroku request id: ...". */
const identifier =
  /(?:request|trace|span|correlation|tenant|build|run|job|event|message|issue|order|user|account|project|channel|ray)[ _.-]?id|commit|sha\d|digest|checksum|revision|release/i;
const opener = /token|secret|key|pass|auth|cred/i;

function judgeValue(row: CompiledRow, text: string, value: Value, wording: string): RawFinding | undefined {
  if (row.about !== undefined && !row.about.test(wording)) return undefined;
  row.pattern.lastIndex = value.start;
  if (!row.pattern.test(text)) return undefined;
  const end = row.pattern.lastIndex;
  const key = text.slice(value.start, end);
  if (row.mayBeWords === true ? isSequence(key) : !isRandom(key)) return undefined;
  return { type: row.id, start: value.start, end, score: row.score ?? 0.9, rank: ranks.named };
}

/** Identifiers also have shapes of a fixed length; a random key has few words and few repetitions. */
function isRandom(key: string): boolean {
  if (isStandIn(key) || /[\s.]$/.test(key)) return false;
  const digits = key.replaceAll(/\D/g, '').length;
  if (shannonEntropy(key) < (digits === key.length || key.length < 18 ? 2.2 : 2.7)) return false;
  if (digits === key.length) return true;
  // Without digits it must be long or of mixed case, with few words.
  const isMixed = digits > 0 || key.length >= 40 || /[a-z][A-Z]/.test(key);
  return isMixed && wordShare(key) < (digits > 1 ? 0.7 : 0.45);
}
