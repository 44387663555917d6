/** The user's own copy of a body or a text, as a mark keeps it: evidence holds only hashes. */
import { readFile, stat } from 'node:fs/promises';
import type { EvidenceView } from '@assay/client';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../options.ts';
import { readStdin } from '../stdin.ts';
import type { BodySide, SeparateText } from './body-text.ts';
import type { FeedbackEntry } from './entry.ts';

const maxBytes = 32 * 1024 * 1024;

/** Reads the copy from a file or standard input (`-`). @throws UsageError for no file, or one over 32 MiB */
export async function readCopy(io: CommandIo, file: string): Promise<Buffer> {
  if (file === '-') return Buffer.from(await readStdin(io, maxBytes), 'utf8');
  const found = await stat(file);
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`);
  if (found.size > maxBytes) throw new UsageError(`${file} is larger than ${maxBytes} bytes.`);
  return readFile(file);
}

/** The text of a body, or the copy itself where it is no body of the evidence. */
export interface Copy {
  readonly text: string;
  readonly matched: boolean;
  readonly phase?: string;
  readonly places: readonly SeparateText[];
}

/**
 * Identifies a body by its hash. Without a match the copy counts as the text itself, without the line end of its file.
 * @throws UsageError for a body after its redaction, and for bytes that are not UTF-8
 */
export async function matchCopy(view: EvidenceView, bytes: Buffer): Promise<Copy> {
  const { sha256Hex } = await import('@assay/sdk/crypto');
  const { readBodyText } = await import('./body-text.ts');
  const hash = sha256Hex(bytes);
  const side = sideOf(view, hash);
  const content = decode(bytes);
  if (side !== undefined) return { ...readBodyText(content, side), matched: true };
  if (hash === view.redacted_request_hash || hash === view.redacted_response_hash) {
    throw new UsageError('This is the body after parts were redacted; the auditors judged the one before.');
  }
  return { text: content.replace(/\r?\n$/, ''), matched: false, places: [] };
}

/**
 * Chooses the text of the mark. A finding in a document says nothing about the user's own text: a mark on that text
 * would be a false label. @throws UsageError where several texts could be meant, or the copy lacks the text
 */
export function choosePlace(
  copy: Copy,
  wanted: string | undefined,
  found: readonly string[],
): Pick<FeedbackEntry, 'text' | 'place' | 'user_input'> {
  // A copy that is no body is the text itself.
  const [only, another] = copy.matched ? found : [];
  if (wanted === undefined && another !== undefined && !found.includes('')) {
    throw new UsageError(`It was found in several places: choose by --document ${found.join('|')}.`);
  }
  const id = wanted ?? (another === undefined ? only : '');
  if (id === undefined || id === '') {
    if (copy.text.trim() === '') throw new UsageError('There is no text of the user or the model in it.');
    return { text: copy.text };
  }
  const place = copy.places.find((one) => one.id === id);
  if (place !== undefined) return { text: place.text, place: id, user_input: copy.text };
  throw new UsageError(`It is about ${id}, which is not in your copy: give the text of that one alone as --text.`);
}

function sideOf(view: EvidenceView, hash: string): BodySide | undefined {
  if (hash === view.request_hash) return 'request';
  return hash === view.response_hash ? 'response' : undefined;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError('The text is not UTF-8.', { cause });
  }
}
