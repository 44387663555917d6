/** `assay feedback mark`: says that an auditor was right or wrong about a stored exchange, and keeps the text with it. */
import { readFile, stat } from 'node:fs/promises';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import type { BodySide, SeparateText } from '../feedback/body-text.ts';
import type { FeedbackEntry } from '../feedback/entry.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { readStdin } from '../stdin.ts';
import type { EvidenceView } from '../wire.ts';

const options = {
  auditor: { type: 'string', value: 'NAME', description: 'Auditor that was right or wrong' },
  text: {
    type: 'string',
    value: 'FILE',
    description: 'Your copy of the request or answer body, or of the text; - for standard input',
  },
  claim: { type: 'string', value: 'NAME', description: 'Claim that is meant; the main one of the auditor if absent' },
  document: {
    type: 'string',
    value: 'ID',
    description: 'Document of the body that is meant (or system, input, output); where it was found if absent',
  },
  phase: { type: 'string', value: 'PHASE', description: 'Phase that is meant, where the auditor ran in several' },
  ...serviceOption('verifier'),
} as const;

const maxBytes = 32 * 1024 * 1024;

export const feedbackMark: Command = {
  name: 'feedback mark',
  summary: 'Mark what an auditor observed as right or wrong, for evaluation',
  usage: [
    'feedback mark EVIDENCE_ID right|wrong --auditor NAME --text FILE|- [--claim NAME] [--phase PHASE] [--document ID]',
  ],
  options,
  details: [
    'Evidence holds prompts and answers as hashes only, so the text is your own copy. The exact body that was sent or received is checked against the hash and its text taken out; anything else is kept as it is, with a warning.',
    'The mark is kept on this machine, in feedback.jsonl of the data folder (owner only), with the text. Marking again replaces it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', word = ''] = requirePositionals(args.positionals, ['EVIDENCE_ID', 'right|wrong']);
    if (word !== 'right' && word !== 'wrong') throw new UsageError(`Say right or wrong, not ${JSON.stringify(word)}.`);
    const [auditor, file] = [args.text('auditor'), args.text('text')];
    if (auditor === undefined) throw new UsageError('--auditor is missing.');
    if (file === undefined) throw new UsageError('--text is missing: evidence does not hold the text itself.');
    const bytes = await readCopy(io, file);
    const { connectVerifier } = await import('../remote.ts');
    const { findObservation } = await import('../feedback/observation.ts');
    const { toLabel } = await import('../feedback/entry.ts');
    const { openFeedback } = await import('../feedback/store.ts');
    const view = await connectVerifier(io, args).getEvidence(id);
    const copy = await matchCopy(view, bytes);
    const phase = args.text('phase') ?? copy.phase;
    if (copy.phase !== undefined && phase !== copy.phase) {
      throw new UsageError(`The body is that of phase ${copy.phase}, not of phase ${phase}.`);
    }
    const { places, ...observed } = findObservation(view, { auditor, phase, claim: args.text('claim') });
    const label = toLabel(observed.detected, word);
    const store = await openFeedback(io);
    await store.add({
      evidence_id: view.evidence_id,
      auditor,
      ...observed,
      decision: view.decision.decision,
      enforced: view.enforced,
      verdict: word,
      label,
      ...choosePlace(copy, args.text('document'), observed.detected ? places : []),
      matched: copy.matched,
      marked_at: new Date(io.clock.now()).toISOString(),
    });
    if (!copy.matched) {
      io.stderr.write('warning: the text is not a body that the evidence has the hash of; it is kept unchecked.\n');
    }
    io.stdout.write(`${auditor} was ${word} about ${observed.claim}: the label is ${label}. Kept in ${store.path}\n`);
    return exitCodes.ok;
  },
};

async function readCopy(io: CommandIo, file: string): Promise<Buffer> {
  if (file === '-') return Buffer.from(await readStdin(io, maxBytes), 'utf8');
  const found = await stat(file);
  if (!found.isFile()) throw new UsageError(`${file} is no file.`);
  if (found.size > maxBytes) throw new UsageError(`${file} is larger than ${maxBytes} bytes.`);
  return readFile(file);
}

interface Copy {
  readonly text: string;
  readonly matched: boolean;
  readonly phase?: string;
  readonly places: readonly SeparateText[];
}

/** A body is identified by its hash. Without a match the copy counts as the text itself, without the line end of its file. */
async function matchCopy(view: EvidenceView, bytes: Buffer): Promise<Copy> {
  const { sha256Hex } = await import('@assay/sdk/crypto');
  const { readBodyText } = await import('../feedback/body-text.ts');
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
 * would be a false label.
 */
function choosePlace(
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
    throw new UsageError('The text is no UTF-8.', { cause });
  }
}
