/** Reads citations in an answer: `[1]`, `[1, 3]`, `【2】`, `[source-id]`, `(source-id)`, "according to source 2". */

export interface Citation {
  /** UTF-16 offsets into the answer. */
  readonly start: number;
  readonly end: number;
  /** Index of the cited source; `undefined` for a source that does not exist. */
  readonly source: number | undefined;
}

const longestMark = 120;
const maxCitations = 2048;

/** Finds citations of an answer, in their order. A number counts from 1 in the order in which the sources were sent. */
export function findCitations(answer: string, sourceIds: readonly string[]): Citation[] {
  const byId = new Map<string, number>();
  for (const [index, id] of sourceIds.entries()) if (!byId.has(id.toLowerCase())) byId.set(id.toLowerCase(), index);
  const citations: Citation[] = [];
  for (let at = 0; at < answer.length && citations.length < maxCitations; at += 1) {
    const close = closers[answer.charAt(at)];
    if (close === undefined) continue;
    // Bounded, so that brackets without an end do not cause a scan of the whole text each time.
    const ahead = answer.slice(at + 1, at + longestMark);
    const length = ahead.indexOf(close);
    if (length < 0) continue;
    const stop = at + 1 + length;
    const found = readMark(ahead.slice(0, length), answer.charAt(at), byId, sourceIds.length);
    for (const source of found) citations.push({ start: at, end: stop + 1, source });
    if (found.length > 0) at = stop;
  }
  citations.push(...findNamed(answer, byId, sourceIds.length));
  return citations.sort((left, right) => left.start - right.start);
}

const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '【': '】' };

/** Reads the sources named between brackets; none if it is no citation. */
function readMark(
  inner: string,
  bracket: string,
  byId: ReadonlyMap<string, number>,
  count: number,
): (number | undefined)[] {
  const whole = byId.get(inner.trim().toLowerCase());
  if (whole !== undefined) return [whole];
  const parts = inner.split(/[,;]/).map((part) => part.trim().toLowerCase());
  const found: (number | undefined)[] = [];
  for (const part of parts) {
    const known = byId.get(part) ?? byId.get(part.replace(/^(?:source|doc|document|ref)[ :#]\s*/, ''));
    const numbers = /^(?:(?:source|doc|document|ref|sources|docs)[ :#]?\s*)?(\d{1,3})(?:\s?[-–]\s?(\d{1,3}))?$/.exec(
      part,
    );
    if (known !== undefined) found.push(known);
    // (3) may be a number in the text; [3] is a citation.
    else if (numbers !== null && (bracket !== '(' || /^[sdr]/.test(part))) found.push(...range(numbers, count));
    else return [];
  }
  return found;
}

/** A long range names the existing sources, and one that does not exist. */
function range([, first = '', last]: RegExpExecArray, count: number): (number | undefined)[] {
  const from = Number(first);
  const to = Math.min(Math.max(from, Number(last ?? first)), from + 64);
  return Array.from({ length: to - from + 1 }, (_, step) => {
    const number = from + step;
    return number >= 1 && number <= count ? number - 1 : undefined;
  });
}

const named = /\b(?:according to|as stated in|per|cited in|from) (?:source|document|doc) (?:#|no\. ?)?([\w.-]{1,64})/gi;

function findNamed(answer: string, byId: ReadonlyMap<string, number>, count: number): Citation[] {
  const citations: Citation[] = [];
  for (const match of answer.matchAll(named)) {
    if (citations.length >= maxCitations) break;
    const name = (match[1] ?? '').replace(/[.-]+$/, '').toLowerCase();
    const number = /^\d{1,3}$/.test(name) ? Number(name) : undefined;
    const source = byId.get(name) ?? (number !== undefined && number >= 1 && number <= count ? number - 1 : undefined);
    // "according to source material": no citation unless it is a number or an id.
    if (source === undefined && number === undefined) continue;
    citations.push({ start: match.index, end: match.index + match[0].length, source });
  }
  return citations;
}
