/**
 * The export of a chain, JSON lines (format `assay-receipts/1`): a header, then one line for each entry. The record
 * is included as text, so that anyone can read it and nobody has to print it again. It holds no private key. No Node
 * API: an export is checked in browsers too.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { toBase64Url } from '../crypto/base64url.ts';
import type { ReceiptEpoch } from './chain-checker.ts';
import type { ReceiptEntry } from './entry.ts';
import type { EntryBatch } from './entry-batch.ts';
import { createLineCursor, decodeLetters, type LineCursor, splitBatches, toLineBatch } from './export-lines.ts';
import { ReceiptError } from './receipt-error.ts';
import { maxNoteChars } from './signed-note.ts';
import { hasSingleNames } from './single-names.ts';

export const exportFormat = 'assay-receipts/1';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** Unknown members are refused: one may be a renamed member that should stay unread. */
const strict = { additionalProperties: false };

export const ExportHeaderSchema = Type.Object(
  {
    format: Type.Literal(exportFormat),
    chain_id: Type.String(),
    attestation_hash: Type.Union([Type.String(), Type.Null()], { description: 'Of the first epoch; null when empty' }),
    keys: Type.Array(Type.Object({ seq: Count, public_key: Type.String(), attestation_hash: Type.String() }, strict), {
      description: 'Public keys by epoch; each is also in its signed epoch_start',
    }),
    size: Count,
    head: NullableText,
    checkpoint: Type.Optional(
      Type.String({ maxLength: maxNoteChars, description: 'the latest signed checkpoint, with its cosignatures' }),
    ),
  },
  strict,
);

export const ExportLineSchema = Type.Object(
  {
    record: Type.String({ description: 'the exact canonical text' }),
    signature: Type.String({ description: 'base64url' }),
    attachment: Type.Optional(Type.String({ description: 'base64url of the bytes behind evidence_hash' })),
  },
  strict,
);

export type ExportHeader = Static<typeof ExportHeaderSchema>;

const headerShape = Compile(ExportHeaderSchema);
const lineShape = Compile(ExportLineSchema);
const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Longest line that is read: a frame of the log, in base64url. */
const maxLineBytes = 48 * 1024 * 1024;

/** Gives the header of a chain with these epochs. */
export function toExportHeader(
  chain: { chainId: string; size: number; head: string | null; checkpoint: string | undefined },
  epochs: readonly ReceiptEpoch[],
): ExportHeader {
  return {
    format: exportFormat,
    chain_id: chain.chainId,
    attestation_hash: epochs[0]?.attestation_hash ?? null,
    keys: epochs.map(({ seq, jwk, attestation_hash }) => ({ seq, public_key: jwk.x, attestation_hash })),
    size: chain.size,
    head: chain.head,
    ...(chain.checkpoint === undefined ? {} : { checkpoint: chain.checkpoint }),
  };
}

/** Prints an export line by line. */
export async function* writeExport(
  header: ExportHeader,
  entries: AsyncIterable<ReceiptEntry>,
): AsyncGenerator<Uint8Array> {
  yield utf8.encode(`${JSON.stringify(header)}\n`);
  for await (const { record, signature, attachment } of entries) {
    const line = {
      record: strictUtf8.decode(record),
      signature: toBase64Url(signature),
      ...(attachment === undefined ? {} : { attachment: toBase64Url(attachment) }),
    };
    yield utf8.encode(`${JSON.stringify(line)}\n`);
  }
}

/** A parsed header, and its entries as they are read. */
export interface ParsedExport {
  readonly header: ExportHeader;
  readonly entries: AsyncGenerator<ReceiptEntry>;
}

/**
 * Parses an export without verifying its content. Entries may be read once.
 *
 * @throws ReceiptError `format`, here for the header and while iterating for a line
 */
export async function parseExport(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ParsedExport> {
  const { header, batches } = await openExport(source);
  return { header, entries: eachEntry(batches) };
}

/** Parses an export with its entries in batches, as the source gives them. */
export async function openExport(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ readonly header: ExportHeader; readonly batches: AsyncGenerator<EntryBatch> }> {
  const stretches = splitBatches(source, maxLineBytes, () => notAnExport('a line is too long'));
  const first = await stretches.next();
  const bytes = first.done === true ? new Uint8Array(0) : first.value;
  const lines = createLineCursor(bytes, 0);
  const { text, value: header } = parseJson(lines.next() ?? bytes);
  if (!headerShape.Check(header) || !hasSingleNames(text, header))
    throw notAnExport('the first line is not its header');
  return { header, batches: readBatches({ bytes, lines }, stretches) };
}

async function* readBatches(
  first: { bytes: Uint8Array; lines: LineCursor },
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<EntryBatch> {
  try {
    let { lines } = first;
    yield toLineBatch(first.bytes, lines, readEntry);
    for await (const bytes of rest) {
      lines = createLineCursor(bytes, lines.count());
      yield toLineBatch(bytes, lines, readEntry);
    }
  } finally {
    // A reader that stops at the first batch must release the source too.
    await rest.return(undefined);
  }
}

function readEntry(line: Uint8Array, number: number): ReceiptEntry {
  const entry = parseLine(line);
  if (entry === undefined) throw notAnExport(`line ${number} is not an entry`);
  return entry;
}

async function* eachEntry(batches: AsyncGenerator<EntryBatch>): AsyncGenerator<ReceiptEntry> {
  for await (const batch of batches) {
    for (let entry = batch.next(); entry !== undefined; entry = batch.next()) {
      if ('unreadable' in entry) throw new Error('an export has no frames that could not be read');
      yield entry;
    }
  }
}

function parseLine(bytes: Uint8Array): ReceiptEntry | undefined {
  const { text, value: line } = parseJson(bytes);
  if (!lineShape.Check(line) || !hasSingleNames(text, line)) return undefined;
  const signature = decodeLetters(line.signature);
  const attachment = line.attachment === undefined ? undefined : decodeLetters(line.attachment);
  if (signature === undefined || (line.attachment !== undefined && attachment === undefined)) return undefined;
  // Node's Buffer is several times as fast as its TextEncoder, and a line is read for each of a million records.
  const record = typeof Buffer === 'function' ? Buffer.from(line.record) : utf8.encode(line.record);
  const entry = { record, signature };
  return attachment === undefined ? entry : { ...entry, attachment };
}

/** Foreign text that does not parse is not an export; that is no fault of ours. */
function parseJson(bytes: Uint8Array): { readonly text: string; readonly value: unknown } {
  try {
    const text = strictUtf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return { text: '', value: undefined };
  }
}

const notAnExport = (why: string): ReceiptError => new ReceiptError('format', `not a receipt export: ${why}`);
