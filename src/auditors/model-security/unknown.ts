/** Inspects content without a known format: distinguishes text from data, and searches data for pickles. */

import type { ByteSource } from './byte-source.ts';
import { createFindingList, type DeepContext, type DeepInspector } from './context.ts';
import { type Finding, type Inspection, toInspection } from './finding.ts';
import { inspectPickle } from './pickle/inspect-pickle.ts';
import { searchNested } from './pickle/nested.ts';
import { lookAt, type Reports } from './pickle/tentative.ts';

const chunkBytes = 1024 * 1024;
/** Names under which programs load a pickle, regardless of content. */
const pickleName = /\.(?:pkl|pickle|p|pk|joblib|pt|pth|bin|ckpt|sav|th|dill)$/i;
const scriptName = /\.(?:py|pyc|pyw|sh|bash|bat|cmd|ps1|js|rb|pl|so|dll|dylib|exe|jar|ipynb)$/i;
/** Pictures and documents beside models. */
const mediaMagics: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'png'],
  ['ffd8ff', 'jpeg'],
  ['47494638', 'gif'],
  ['25504446', 'pdf'],
];

/** Inspects content that no other inspector recognises. */
export const unknownInspector: DeepInspector = {
  format: 'unknown',
  extensions: [],
  detect: () => true,
  inspect: inspectUnknown,
};

async function inspectUnknown(source: ByteSource, context: DeepContext): Promise<Inspection> {
  if (source.size === 0) return toInspection({ format: 'empty', formatValid: true, complete: true, findings: [] });
  const first = await lookAt(source, 0, context, { maxOpcodes: 100_000 });
  if (first.imports || pickleName.test(context.name)) return inspectPickle(source, context);
  const code = toCodeFindings(context);
  if (await isText(source, context)) {
    return toInspection({ format: 'text', formatValid: true, complete: !first.unfinished, findings: code });
  }
  const media = await findMedia(source);
  const reports: Reports = { findings: createFindingList(context.limits.maxFindings), unsafeGlobals: new Set() };
  for (const finding of code) reports.findings.add(finding);
  const searched = await searchNested(source, { context, reports, known: new Set() });
  if (media === undefined && !isRawTensor(context)) {
    reports.findings.add({
      id: 'unknown_format',
      severity: 'low',
      type: 'unchecked',
      place: { path: context.path },
      note: 'The format is not known: what a program does with this file cannot be told.',
    });
  }
  return toInspection({
    format: media ?? (isRawTensor(context) ? 'tensor_data' : 'unknown'),
    formatValid: media !== undefined || isRawTensor(context),
    complete: searched && (media !== undefined || isRawTensor(context)),
    findings: reports.findings.list(),
    unsafeGlobals: [...reports.unsafeGlobals],
  });
}

/** Storages of a torch archive are plain numbers: `archive/data/0`, `archive/.data/serialization_id`, `byteorder`. */
function isRawTensor({ name, depth }: DeepContext): boolean {
  return (
    depth > 0 && /(?:^|\/)(?:data\/\d{1,9}|constants\/\d{1,9}|\.data\/serialization_id|tensors\/\d{1,9})$/.test(name)
  );
}

function toCodeFindings({ name, path }: DeepContext): Finding[] {
  if (!scriptName.test(name)) return [];
  const note = 'A program lies beside the model: it runs if somebody, or a loader that trusts remote code, starts it.';
  return [{ id: 'program_file', severity: 'medium', type: 'code_execution', place: { path }, note }];
}

async function findMedia(source: ByteSource): Promise<string | undefined> {
  const head = Buffer.from(await source.read(0, 8)).toString('hex');
  return mediaMagics.find(([magic]) => head.startsWith(magic))?.[1];
}

/** True for well-formed UTF-8 without NUL. */
async function isText(source: ByteSource, context: DeepContext): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let base = 0; base < source.size; base += chunkBytes) {
    if (context.signal.aborted) return false;
    const chunk = await source.read(base, chunkBytes);
    if (chunk.includes(0)) return false;
    try {
      decoder.decode(chunk, { stream: base + chunkBytes < source.size });
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
  return true;
}
