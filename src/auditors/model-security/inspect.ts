/** Recognises a file or member, has it inspected by its format, and checks other possible readings. */

import { type ByteSource, createBufferSource } from './byte-source.ts';
import { createBudget, createFindingList, type DeepContext, type DeepInspector, joinPath } from './context.ts';
import { type Inspection, shortName, toInspection } from './finding.ts';
import type { Limits } from './limits.ts';
import { inspectOtherReadings } from './other-readings.ts';
import { unknownInspector } from './unknown.ts';

export interface InspectOptions {
  name: string;
  limits: Limits;
  signal: AbortSignal;
  allowedGlobals?: ReadonlySet<string>;
}

export type Inspect = (source: ByteSource, options: InspectOptions) => Promise<Inspection>;

const headBytes = 4096;

/** Makes the inspection over a list of formats. The first format that recognises a source inspects it. */
export function createInspect(inspectors: readonly DeepInspector[]): Inspect {
  async function inspectAt(source: ByteSource, context: DeepContext): Promise<Inspection> {
    const head = await source.read(0, headBytes);
    const file = { name: context.name, size: source.size };
    const inspector = inspectors.find((candidate) => candidate.detect(head, file)) ?? unknownInspector;
    const main = await inspector.inspect(source, context);
    const others = await inspectOtherReadings(source, context, main.format);
    // An inspector may find another format: text that is a pickle of protocol 0.
    const found = inspectors.find(({ format }) => format === main.format);
    const extensions = [...inspector.extensions, ...(found?.extensions ?? [])];
    return combine(main, others, extensions, context);
  }

  function toContext(options: Omit<DeepContext, 'inspectInner'>): DeepContext {
    const context: DeepContext = { ...options, inspectInner: (inner, name) => inspectInner(inner, name, context) };
    return context;
  }

  async function inspectInner(inner: ByteSource, name: string, outer: DeepContext): Promise<Inspection> {
    const path = joinPath(outer.path, shortName(name));
    if (outer.depth + 1 > outer.limits.maxDepth) return refuse(path, 'depth_limit', 'It is nested too deeply.');
    if (outer.signal.aborted) return refuse(path, 'time_limit', 'The time for this file was used up before this part.');
    return inspectAt(inner, toContext({ ...outer, name, path, depth: outer.depth + 1 }));
  }

  return (source, { name, limits, signal, allowedGlobals = new Set() }) => {
    const budget = createBudget();
    return inspectAt(source, toContext({ limits, signal, name, path: '', depth: 0, allowedGlobals, budget }));
  };
}

/** Inspects bytes in memory; for small inputs. */
export function inspectBytes(inspect: Inspect, bytes: Uint8Array, options: InspectOptions): Promise<Inspection> {
  return inspect(createBufferSource(bytes), options);
}

function refuse(path: string, id: string, note: string): Inspection {
  const findings = [{ id, severity: 'medium' as const, type: 'limit' as const, place: { path }, note }];
  return toInspection({ format: 'unknown', formatValid: true, complete: false, findings });
}

function combine(
  main: Inspection,
  others: readonly Inspection[],
  extensions: readonly string[],
  context: DeepContext,
): Inspection {
  const findings = createFindingList(context.limits.maxFindings);
  const all = [main, ...others];
  for (const { findings: list } of all) for (const finding of list) findings.add(finding);
  addMismatch(main.format, extensions, context, findings);
  return toInspection({
    format: main.format,
    formatValid: main.formatValid,
    complete: all.every(({ complete }) => complete) && !context.signal.aborted,
    findings: findings.list(),
    unsafeGlobals: all.flatMap(({ unsafeGlobals }) => unsafeGlobals).slice(0, 256),
  });
}

/** Extensions of exactly one format; a file of another format under such an extension is deceptive. */
const tellingExtensions: ReadonlySet<string> = new Set([
  'pkl',
  'pickle',
  'joblib',
  'npy',
  'npz',
  'safetensors',
  'gguf',
  'onnx',
  'keras',
  'h5',
  'hdf5',
  'pb',
  'zip',
  'tar',
  'gz',
  'json',
  'txt',
  'md',
  'yaml',
  'yml',
  'csv',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'pdf',
  'tflite',
]);

function addMismatch(
  format: string,
  extensions: readonly string[],
  { name, path }: DeepContext,
  findings: { add: (finding: Inspection['findings'][number]) => void },
): void {
  const extension = /\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || !tellingExtensions.has(extension) || extensions.includes(extension)) return;
  if (format === 'unknown' || format === 'text') return;
  findings.add({
    id: 'extension_mismatch',
    severity: 'medium',
    type: 'mismatch',
    place: { path },
    note: `The name ends in .${extension}, the content is ${format}.`,
  });
}
