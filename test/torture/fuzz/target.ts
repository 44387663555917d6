/**
 * A fuzz target: valid inputs, and a reader that must neither throw undocumented errors nor accept two spellings of one value.
 */
import { createRandom } from '../../../detection/training/random.ts';
import type { Answer, Check, Depth, Task } from '../check.ts';
import { once } from '../subjects/subject.ts';
import { mutate } from './mutate.ts';

export interface Target {
  readonly name: string;
  /** Valid inputs to start from. */
  readonly samples: readonly Uint8Array[];
  /** Reads once. `accepted` only for inputs that must be refused, such as a second spelling of the same value. */
  readonly read: (bytes: Uint8Array) => Answer | Promise<Answer>;
  /** Share of the inputs of its check, default 1. Whole verdicts cost more than a parse. */
  readonly weight?: number;
  /** True for a synchronous reader. */
  readonly isSync: boolean;
}

export interface TargetGroup {
  readonly name: string;
  /** Inputs of a default run, all targets together. */
  readonly inputs: number;
  readonly make: () => Promise<readonly Target[]>;
}

const hangMs = 100;
const depthFactor: Readonly<Record<Depth, number>> = { quick: 0.02, default: 1, full: 10 };

/** Makes the check of a group. */
export function toFuzzCheck({ name, inputs, make }: TargetGroup): Check {
  const source = once(make);
  return {
    name: `fuzz.${name}`,
    limitMs: hangMs,
    shards: 2,
    async run(task) {
      const targets = await source();
      const weights = targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
      for (const target of targets) {
        const share = (inputs * depthFactor[task.depth] * (target.weight ?? 1)) / weights;
        await fuzzOne(target, Math.ceil(share / task.shards), task);
      }
    },
  };
}

async function fuzzOne(target: Target, count: number, { seed, shard, tally }: Task): Promise<void> {
  const { name, samples, read, isSync } = target;
  const random = createRandom(seed + 1_000_003 * shard + hashOf(name));
  for (const sample of samples) await read(sample);
  for (let index = 0; index < count; index += 1) {
    const bytes = mutate(samples, random);
    const label = () =>
      `${name}, input ${index} of shard ${shard}: ${Buffer.from(bytes).toString('base64').slice(0, 4000)}`;
    if (isSync) tally.tryNow(label, () => assertAtOnce(read(bytes)));
    else await tally.try(label, () => read(bytes));
  }
}

function assertAtOnce(answer: Answer | Promise<Answer>): Answer {
  if (answer instanceof Promise) throw new Error('a reader that answers at once gave a promise');
  return answer;
}

/** Gives each target its own random numbers. */
function hashOf(name: string): number {
  let hash = 0;
  for (const char of name) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

/** A reader of bytes; errors of this class are refusals. `isSame` tells whether the value has only these bytes. */
export function reads<Value>(
  read: (bytes: Uint8Array) => Value | undefined,
  options: {
    readonly refusal?: new (...args: never[]) => Error;
    readonly isSame?: (value: Value, bytes: Uint8Array) => boolean;
  } = {},
): (bytes: Uint8Array) => Answer {
  const { refusal, isSame = () => true } = options;
  return (bytes) => {
    let value: Value | undefined;
    try {
      value = read(bytes);
    } catch (error) {
      if (refusal !== undefined && error instanceof refusal) return 'held';
      throw error;
    }
    return value === undefined || isSame(value, bytes) ? 'held' : 'wrong';
  };
}
