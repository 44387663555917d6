import { describe, expect, it } from 'vitest';
import type { Depth, Task } from './check.ts';
import { flipsOf, toFlipChecks } from './flips.ts';
import { findCutRule, findSpellingRule, findTailRule } from './subjects/cut-off.ts';
import { toSubjects } from './subjects/hardware.ts';
import type { Subject } from './subjects/subject.ts';
import { syntheticSamples } from './subjects/synthetic.ts';
import { createTally } from './tally.ts';

const sound = Uint8Array.from({ length: 40 }, (_, index) => index);
const isSound = (bytes: Uint8Array) => Buffer.compare(bytes, sound) === 0;

async function run(subject: Partial<Subject>, depth: Depth = 'default') {
  const judge = async (bytes: Uint8Array) => (isSound(bytes) ? ('wrong' as const) : ('held' as const));
  const whole: Subject = { name: 'piece', bytes: sound, judge, ...subject };
  const checks = toFlipChecks({ name: 'x', make: async () => ({ subjects: [whole], notes: ['a note'] }) });
  const counts = [];
  for (const check of checks) {
    const tally = createTally();
    for (const shard of [0, 1]) await check.run({ shard, shards: 2, depth, seed: 1, tally } satisfies Task);
    counts.push(tally.counts());
  }
  return counts;
}

describe('flips and truncations', () => {
  it('find nothing in a piece in which every byte counts', async () => {
    const [flips, cuts] = await run({});
    expect(flips).toMatchObject({ wrong: 0, throws: 0, notes: ['a note'] });
    expect(cuts).toMatchObject({ inputs: 40, wrong: 0, throws: 0 });
  });

  it('find the one unread byte, by its place', async () => {
    const judge = async (bytes: Uint8Array) => {
      const rest = bytes.length === 40 ? bytes.with(17, 17) : bytes;
      return isSound(rest) ? ('wrong' as const) : ('held' as const);
    };
    const [flips] = await run({ judge });
    expect(flips?.wrong).toBeGreaterThanOrEqual(1);
    expect(flips?.problems[0]).toMatch(/^piece, bit \d of byte 17: accepted$/);
  });

  it('find an ignored tail, and an error on the way', async () => {
    const judge = async (bytes: Uint8Array) => {
      if (bytes.length === 5) throw new RangeError('out of bounds');
      return bytes.length >= 38 ? ('wrong' as const) : ('held' as const);
    };
    expect((await run({ judge }))[1]).toMatchObject({ wrong: 2, throws: 1 });
  });

  it('fail the check for a piece that is refused unchanged', async () => {
    await expect(run({ judge: async () => 'held' })).rejects.toThrow('the unchanged piece is refused');
  });

  it('reach every byte, and every bit in a full run', () => {
    const offsets = new Set([...flipsOf(1000, 'default')].map(({ offset }) => offset));
    expect(offsets.size).toBe(1000);
    const all = new Set([...flipsOf(1000, 'full')].map(({ offset, bit }) => 8 * offset + bit));
    expect(all.size).toBe(8000);
    expect(new Set([...flipsOf(70, 'default', 7)].map(({ bit }) => bit))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });
});

describe('the pieces of a hardware report', () => {
  it("are its report and its verdict's inputs; a change in each is refused", async () => {
    const notes: string[] = [];
    const [sample] = syntheticSamples.intel();
    if (sample === undefined) throw new Error('no sample');
    const subjects = await toSubjects(sample, (note) => notes.push(note));
    expect(subjects.map(({ name }) => name.slice(sample.name.length + 1))).toEqual([
      ...['report', 'list 1', 'list 2', 'issuer 1', 'document 1', 'document 2'],
    ]);
    for (const { bytes, judge } of subjects) {
      expect(await judge(bytes)).not.toBe('held');
      const middle = bytes.length >> 1;
      // Its keys and signatures are new in every run, so any byte may occur there.
      expect(await judge(bytes.with(middle, bytes[middle] === 0xee ? 0xef : 0xee))).toBe('held');
    }
  });

  it('of a sample refused unchanged are none', async () => {
    const [sample] = syntheticSamples.nitro();
    if (sample === undefined) throw new Error('no sample');
    const late = { ...sample, input: { ...sample.input, now: Date.parse('2030-01-01') } };
    await expect(toSubjects(late, () => undefined)).rejects.toThrow('itself is refused: expired');
  });
});

describe('a rule allows', () => {
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

  it('zeros after a quote, and nothing else', () => {
    const [, padded] = syntheticSamples.intel();
    const report = padded?.input.report ?? new Uint8Array();
    expect(findTailRule(report, report.slice(0, -5))).toMatch('zeros');
    expect(findTailRule(report, report.slice(0, -33))).toBeUndefined();
    expect(findTailRule(report, report.with(report.length - 1, 1))).toBeUndefined();
    expect(findTailRule(report, report.with(60, 0xee))).toBeUndefined();
  });

  it('16 bytes after a GPU report, and no change in it', () => {
    const report = Uint8Array.from(syntheticSamples.nvidia()[0]?.input.report ?? []);
    expect(findCutRule(report, Uint8Array.from([...report, 1, 2]))).toMatch('behind');
    expect(findCutRule(report, report.with(40, (report[40] ?? 0) ^ 1))).toBeUndefined();
  });

  it('white space, a MAC and zeros at the end in evidence of a TD, and no other value', () => {
    const hcl = Array.from({ length: 400 }, () => 1);
    const evidence = { hcl_report: hcl, td_quote: [1, 2, 0, 0] };
    const find = findSpellingRule(encode(evidence));
    expect(find(new TextEncoder().encode(JSON.stringify(evidence, null, 1)))).toMatch('white space');
    expect(find(encode({ ...evidence, hcl_report: hcl.with(256, 9) }))).toMatch('MAC');
    expect(find(encode({ ...evidence, td_quote: [1, 2, 0] }))).toMatch('zeros');
    expect(find(encode({ ...evidence, hcl_report: hcl.with(255, 9) }))).toBeUndefined();
    expect(find(encode({ ...evidence, hcl_report: hcl.with(288, 9) }))).toBeUndefined();
    expect(find(encode({ ...evidence, td_quote: [1, 3, 0, 0] }))).toBeUndefined();
  });
});
