/** Inspects a file of pickle streams: all of them in turn, the bytes between and after them, and nested ones. */

import type { ByteSource } from '../byte-source.ts';
import { createFindingList, type DeepContext, type DeepInspector } from '../context.ts';
import { type Inspection, toInspection } from '../finding.ts';
import { searchAfterDamage } from './after-damage.ts';
import { searchCandidates, searchNested } from './nested.ts';
import type { Ending } from './run.ts';
import { addCandidates, createStreamCandidates, type StreamCandidates } from './stream-candidates.ts';
import { type Look, lookAt, mergeReports, type Reports } from './tentative.ts';

/** The start of a `torch.save` file before version 1.6: this stream, four more, then raw storages. */
const torchLegacyMagic = Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex');
const torchLegacyStreams = 5;
const maxStreams = 100_000;

interface Streams {
  complete: boolean;
  valid: boolean;
  starts: Set<number>;
  held: StreamCandidates;
}

export const pickleInspector: DeepInspector = {
  format: 'pickle',
  extensions: ['pkl', 'pickle', 'p', 'pk', 'joblib', 'pt', 'pth', 'bin', 'ckpt', 'dat', 'data', 'sav', 'model', 'th'],
  detect: (head) => head[0] === 0x80 && (head[1] ?? 255) <= 5 && head.length > 2,
  inspect: inspectPickle,
};

/** Inspects a source that is, or claims to be, a pickle. */
export async function inspectPickle(source: ByteSource, context: DeepContext): Promise<Inspection> {
  const reports: Reports = { findings: createFindingList(context.limits.maxFindings), unsafeGlobals: new Set() };
  const isTorchLegacy = torchLegacyMagic.equals(await source.read(0, torchLegacyMagic.length));
  const streams = await followStreams(source, context, reports, isTorchLegacy);
  const options = { context, reports };
  const isSearched = await searchNested(source, { ...options, known: streams.starts });
  const areCandidatesSearched = await searchCandidates(source, streams.held, options);
  if (!isSearched || !areCandidatesSearched) addLimit(context, reports);
  const complete = streams.complete && isSearched && areCandidatesSearched && !context.signal.aborted;
  return toInspection({
    format: isTorchLegacy ? 'torch_legacy' : 'pickle',
    formatValid: streams.valid,
    complete,
    findings: reports.findings.list(),
    unsafeGlobals: [...reports.unsafeGlobals],
  });
}

async function followStreams(
  source: ByteSource,
  context: DeepContext,
  reports: Reports,
  isTorchLegacy: boolean,
): Promise<Streams> {
  const streams: Streams = { complete: true, valid: true, starts: new Set(), held: createStreamCandidates() };
  let position = 0;
  for (let count = 0; position < source.size || count === 0; count += 1) {
    if (isTorchLegacy && count === torchLegacyStreams) break;
    const look = await lookAt(source, position, context);
    const isStream = count === 0 || isTorchLegacy || (await claimsToBeStream(source, position, look));
    if (!isStream) {
      addTrailing(context, reports, position);
      break;
    }
    streams.starts.add(position);
    addCandidates(streams.held, look.result);
    mergeReports(reports, look);
    if (look.result.ending !== 'stop' || look.result.damaged || count >= maxStreams) {
      await noteEnd(source, context, reports, look);
      streams.complete = false;
      streams.valid &&= isLimit(look.result.ending);
    }
    if (look.result.ending !== 'stop') break;
    position = look.end;
  }
  return streams;
}

/** True if the bytes after a stream are one more stream, even a broken one. */
async function claimsToBeStream(source: ByteSource, position: number, look: Look): Promise<boolean> {
  const { ending } = look.result;
  if (ending === 'stop' || isLimit(ending) || look.result.unsafe) return true;
  const [proto = 0, version = 255] = await source.read(position, 2);
  return proto === 0x80 && version <= 5;
}

function isLimit(ending: Ending): boolean {
  return ending === 'limit' || ending === 'aborted';
}

async function noteEnd(
  source: ByteSource,
  context: DeepContext,
  reports: Reports,
  { result, end }: Look,
): Promise<void> {
  if (isLimit(result.ending)) {
    addLimit(context, reports);
    return;
  }
  reports.findings.add({
    id: result.ending === 'truncated' ? 'pickle_truncated' : 'pickle_broken',
    severity: 'medium',
    type: 'malformed',
    place: { path: context.path, offset: end },
    note: 'The stream does not end as a pickle must: what stands behind this place was not followed.',
  });
  await searchAfterDamage(source, end, context, reports);
}

function addLimit(context: DeepContext, { findings }: Reports): void {
  findings.add({
    id: context.signal.aborted ? 'time_limit' : 'pickle_limit',
    severity: 'medium',
    type: 'limit',
    place: { path: context.path },
    note: 'A limit ended the look at this pickle.',
  });
}

function addTrailing({ path }: DeepContext, { findings }: Reports, offset: number): void {
  findings.add({
    id: 'pickle_trailing_data',
    severity: 'low',
    type: 'ambiguous',
    place: { path, offset },
    note: 'Data that is no pickle stands behind the last stream.',
  });
}
