/** Reads `metadata.sources` within bounds, and counts what is not analysed. */
import { AuditorFailure, type MethodInput } from '@assay/sdk';
import type { Source } from './source-index.ts';

export interface ReadSources {
  readonly sources: readonly Source[];
  /** Number of sources that were not analysed. */
  readonly skippedSources: number;
  /** Number of UTF-16 units in sources that were not analysed. */
  readonly skippedCharacters: number;
}

/** Most analysed UTF-16 units of all sources together. */
export const maxSourceCharacters = 256 * 1024;
const longestId = 128;

interface ReadOptions {
  readonly maxSources: number;
  /** Also reads `metadata.documents`. */
  readonly withDocuments: boolean;
}

/** Gives the sources of an input in request order. @throws AuditorFailure with the expected form */
export function readSources(input: MethodInput, { maxSources, withDocuments }: ReadOptions): ReadSources {
  const sent = [...listSources(input.metadata['sources']), ...(withDocuments ? input.documents : [])];
  const sources: Source[] = [];
  let [room, skippedCharacters] = [maxSourceCharacters, 0];
  for (const [index, { id, text }] of sent.entries()) {
    const taken = index < maxSources ? cut(text, room) : '';
    skippedCharacters += text.length - taken.length;
    room -= taken.length;
    if (taken.trim() !== '') sources.push({ id, text: taken });
    // An empty source keeps its number: citations count all sources of the request.
    else if (index < maxSources) sources.push({ id, text: '' });
  }
  return { sources, skippedSources: Math.max(0, sent.length - maxSources), skippedCharacters };
}

/** Never within a surrogate pair. */
function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  const isPair = (text.charCodeAt(room) & 0xfc00) === 0xdc00;
  return text.slice(0, Math.max(0, isPair ? room - 1 : room));
}

function listSources(sent: unknown): Source[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent)) throw wrong('must be a list');
  return sent.map((entry: unknown, index) => {
    if (typeof entry !== 'object' || entry === null || !('text' in entry) || typeof entry.text !== 'string') {
      throw wrong(`[${index}] must be {"id", "text"} with a text`);
    }
    const id = 'id' in entry ? entry.id : String(index + 1);
    if (typeof id !== 'string' || id.length > longestId || !isPlain(id)) {
      throw wrong(`[${index}].id must be a string of at most ${longestId} characters without control characters`);
    }
    return { id, text: entry.text };
  });
}

/** Ids go into claims: no lone surrogates, and no control characters, which JSON makes six times as long. */
const isPlain = (id: string): boolean => id.isWellFormed() && !/\p{Cc}/u.test(id);

const wrong = (what: string): AuditorFailure =>
  new AuditorFailure('INVALID_REQUEST', `data.metadata.sources${what.startsWith('[') ? '' : ' '}${what}`);
