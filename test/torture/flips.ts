/** Flips and truncates every piece of an artefact: no changed piece may be accepted, none may make a check throw. */
import type { Check, Depth, Task } from './check.ts';
import { once, type Subject, type SubjectSource } from './subjects/subject.ts';

export interface SubjectSet {
  readonly name: string;
  readonly needsSamples?: boolean;
  readonly make: SubjectSource;
}

/** Time limit for refusing a truncated attestation report, JWS, receipt or list. */
const truncationLimitMs = 50;
const sampledPositions = 64;
/** Inputs per piece in a quick run. */
const quickInputs = 200;

/** Two checks for each set of subjects: flips, and truncations. */
export function toFlipChecks({ name, needsSamples = false, make }: SubjectSet): Check[] {
  const source = once(make);
  const shared = { needsSamples, shards: 2 };
  return [
    { ...shared, name: `flips.${name}`, run: (task) => runAll(source, task, flipAll) },
    { ...shared, name: `cuts.${name}`, limitMs: truncationLimitMs, run: (task) => runAll(source, task, cutAll) },
  ];
}

type RunOne = (subject: Subject, task: Task) => Promise<void>;

async function runAll(source: SubjectSource, task: Task, run: RunOne): Promise<void> {
  const { subjects, notes } = await source();
  for (const note of notes) task.tally.note(note);
  for (const subject of subjects) {
    const sound = await subject.judge(Uint8Array.from(subject.bytes));
    if (sound === 'held') throw new Error(`${subject.name}: the unchanged piece is refused`);
    await run(subject, task);
  }
}

async function flipAll(subject: Subject, { shard, shards, depth, tally }: Task): Promise<void> {
  const { bytes, name } = subject;
  const changed = Uint8Array.from(bytes);
  let index = 0;
  for (const { offset, bit } of flipsOf(bytes.length, depth, subject.stride)) {
    index += 1;
    if (index % shards !== shard) continue;
    const sound = changed[offset] ?? 0;
    changed[offset] = sound ^ (1 << bit);
    await tally.try(
      () => `${name}, bit ${bit} of byte ${offset}`,
      () => subject.judge(changed),
    );
    changed[offset] = sound;
  }
}

async function cutAll(subject: Subject, { shard, shards, depth, tally }: Task): Promise<void> {
  const { bytes, name, stride = 1 } = subject;
  const step = depth === 'full' ? 1 : depth === 'quick' ? Math.max(1, Math.floor(bytes.length / quickInputs)) : stride;
  for (let length = shard * step; length < bytes.length; length += shards * step) {
    await tally.try(
      () => `${name}, the first ${length} bytes`,
      () => subject.judge(bytes.slice(0, length)),
    );
  }
}

/** One bit of every byte and every bit at sampled places; every bit in a full run. */
export function* flipsOf(length: number, depth: Depth, stride = 1): Generator<{ offset: number; bit: number }> {
  if (depth === 'full') {
    for (let offset = 0; offset < length; offset += 1) yield* bitsOf(offset);
    return;
  }
  const step = depth === 'quick' ? Math.max(stride, Math.floor(length / quickInputs)) : stride;
  for (let offset = 0; offset < length; offset += Math.max(1, step)) yield { offset, bit: ((offset / step) % 8) | 0 };
  const places = depth === 'quick' ? 4 : sampledPositions;
  const apart = Math.max(1, Math.floor(length / places));
  for (let offset = 0; offset < length; offset += apart) yield* bitsOf(offset);
}

function* bitsOf(offset: number): Generator<{ offset: number; bit: number }> {
  for (let bit = 0; bit < 8; bit += 1) yield { offset, bit };
}
