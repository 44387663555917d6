import { appendFileSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { openLineFile } from '../../platform/line-file.ts';
import { createLogger } from '../../platform/log.ts';
import { openMadeFile } from './made-disk.ts';
import { createMadeResponses, type MadeResponse, type MadeResponses, responseTtlMs } from './made-responses.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-made-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Counts what was logged as an error. */
function aLog() {
  const lines: string[] = [];
  const log = createLogger({
    service: 'test',
    level: 'error',
    destination: { write: (line) => void lines.push(line) },
  });
  return { log, lines };
}

const made = (name: string): MadeResponse => ({
  evidenceId: `ev_${name}`,
  responseHash: sha256Hex(name),
  modelId: 'm',
  judgedBy: sha256Hex('state'),
  flaw: undefined,
});

interface Opened {
  readonly responses: MadeResponses;
  readonly logged: readonly string[];
}

/** Opens processes one after another on one file. None is closed: each ends as if it was killed. */
function aFile(options: { maxBytes?: number; write?: typeof write } = {}) {
  const path = join(folder, `${files++}.jsonl`);
  const clock = { now: 1_000_000 };
  const open = (provider = 'p'): Opened => {
    const { log, lines } = aLog();
    const file = openLineFile(path, { maxBytes: 4_000_000, ...options });
    const responses = createMadeResponses({ now: () => clock.now, provider, file, log, maxPerCaller: 4, maxTotal: 10 });
    return { responses, logged: lines };
  };
  return { path, clock, open };
}
const write = (file: number, bytes: Uint8Array): number => writeSync(file, bytes);

describe('responses that a process made', () => {
  it('are found by the next one: what was dropped is not, and nothing for another provider or after their day', () => {
    const { open, clock } = aFile();
    const first = open().responses;
    for (const id of ['r1', 'r2']) first.add('ann', id, made(id));
    first.drop('ann', 'r2');
    expect(first.find('ann', 'r1')).toEqual(made('r1'));
    clock.now += responseTtlMs - 1;
    const next = open().responses;
    expect(next.find('ann', 'r1')).toEqual(made('r1'));
    expect(next.find('bob', 'r1')).toBeUndefined();
    expect(next.find('ann', 'r2')).toBeUndefined();
    expect(open('other').responses.find('ann', 'r1')).toBeUndefined();
    clock.now += 1;
    expect(open().responses.find('ann', 'r1')).toBeUndefined();
  });

  it('are not found by a process whose clock is behind: nobody knows when their day ends', () => {
    const { open, clock } = aFile();
    open().responses.add('ann', 'r1', made('r1'));
    clock.now -= 1;
    expect(open().responses.find('ann', 'r1')).toBeUndefined();
  });

  it('are on disk without the names of their callers, for the owner of the folder only, in a bounded file', () => {
    const { path, open } = aFile({ maxBytes: 5_000 });
    const { responses } = open();
    for (let index = 0; index < 100; index += 1) responses.add('ann', `r${index}`, made(`r${index}`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBeLessThan(6_000);
    expect(readFileSync(path, 'utf8')).not.toContain('ann');
    expect(open().responses.find('ann', 'r99')).toEqual(made('r99'));
    expect(open().responses.find('ann', 'r95')).toBeUndefined();
  });
});

describe('a damaged file', () => {
  it('loses the damaged lines and no other, and says so', () => {
    const { path, open } = aFile();
    const first = open().responses;
    for (const id of ['r1', 'r2', 'r3']) first.add('ann', id, made(id));
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text.replace('ev_r2', 'ev_r9')}no line\n`);
    appendFileSync(path, text.slice(0, 40));
    const next = open();
    expect(['r1', 'r2', 'r3'].map((id) => next.responses.find('ann', id)?.evidenceId)).toEqual([
      'ev_r1',
      undefined,
      'ev_r3',
    ]);
    expect(next.logged.join()).toContain('"lines":3');
    next.responses.add('ann', 'r4', made('r4'));
    const last = open();
    expect(last.responses.find('ann', 'r4')).toEqual(made('r4'));
    expect(last.logged).toEqual([]);
  });

  it('that cannot be opened ends no start: what is made is found until the process ends', async () => {
    const path = join(folder, `${files++}`);
    await mkdir(path);
    const { log, lines } = aLog();
    const file = openMadeFile(path, log);
    expect(file).toBeUndefined();
    expect(lines).toHaveLength(1);
    const responses = createMadeResponses({ now: () => 0, provider: 'p', file, log });
    responses.add('ann', 'r1', made('r1'));
    expect(responses.find('ann', 'r1')).toEqual(made('r1'));
  });
});

describe('a full disk', () => {
  /** Takes so many bytes more, the last write in part. */
  const aDisk = () => {
    const disk = { left: Number.POSITIVE_INFINITY };
    const limited = (file: number, bytes: Uint8Array): number => {
      const some = bytes.subarray(0, disk.left);
      disk.left -= some.length;
      if (some.length > 0) writeSync(file, some);
      if (some.length < bytes.length && some.length === 0) throw new Error('no space left on device');
      return some.length;
    };
    return { disk, limited };
  };

  it('loses what is made meanwhile at the next start only, says it once, and is caught up with when it has room', () => {
    const { disk, limited } = aDisk();
    const { open, clock } = aFile({ write: limited });
    const { responses, logged } = open();
    responses.add('ann', 'r1', made('r1'));
    disk.left = 50;
    for (const id of ['r2', 'r3']) responses.add('ann', id, made(id));
    expect(responses.find('ann', 'r3')).toEqual(made('r3'));
    expect(logged).toHaveLength(1);
    const next = open().responses;
    expect(['r1', 'r2', 'r3'].map((id) => next.find('ann', id)?.evidenceId)).toEqual(['ev_r1', undefined, undefined]);

    disk.left = Number.POSITIVE_INFINITY;
    clock.now += 1_000;
    responses.add('ann', 'r4', made('r4'));
    const last = open().responses;
    expect(['r1', 'r2', 'r3', 'r4'].map((id) => last.find('ann', id)?.evidenceId)).toEqual([
      'ev_r1',
      'ev_r2',
      'ev_r3',
      'ev_r4',
    ]);
  });

  it.each<[string, (responses: MadeResponses) => void]>([
    ['dropped', (responses) => responses.drop('ann', 'r1')],
    ['made again by somebody else', (responses) => responses.add('bob', 'r1', made('other'))],
  ])('never brings back a response that was %s', (_what, change) => {
    const { disk, limited } = aDisk();
    const { open } = aFile({ write: limited });
    const { responses } = open();
    responses.add('ann', 'r1', made('r1'));
    disk.left = 0;
    change(responses);
    expect(open().responses.find('ann', 'r1')).toBeUndefined();
  });
});

const caller = fc.constantFrom('ann', 'bob');
const id = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('add'), caller, id }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('drop'), caller, id }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill'), caller, id }) },
);
const harm = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('cut', 'flip', 'insert'),
  byte: fc.integer({ min: 1, max: 255 }),
});

function damage(bytes: Buffer, { at, how, byte }: { at: number; how: string; byte: number }): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  if (how === 'cut') return bytes.subarray(0, place);
  const [front, back] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (how === 'insert') return Buffer.concat([front, Buffer.of(byte), back]);
  return Buffer.concat([front, Buffer.of((back[0] ?? 0) ^ byte), back.subarray(1)]);
}

/** Runs the steps with kills between them; gives what each caller made by its id, and the last process. */
function run(steps: readonly { does: string; caller: string; id: string }[], { open }: ReturnType<typeof aFile>) {
  const owned = new Map<string, string[]>();
  let { responses } = open();
  for (const [index, { does, caller: by, id: of }] of steps.entries()) {
    if (does === 'kill') responses = open().responses;
    else if (does === 'drop') responses.drop(by, of);
    else {
      responses.add(by, of, made(`${by}_${of}_${index}`));
      owned.set(`${by} ${of}`, [...(owned.get(`${by} ${of}`) ?? []), `ev_${by}_${of}_${index}`]);
    }
  }
  return { owned, responses };
}
const pairs = ['ann', 'bob'].flatMap((by) =>
  ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map((of): [string, string] => [by, of]),
);

describe('the reader of the file', () => {
  it('finds after a kill exactly what the killed process had', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const file = aFile({ maxBytes: 2_000 });
        const { responses } = run(steps, file);
        const next = file.open().responses;
        for (const [by, of] of pairs) expect(next.find(by, of)).toEqual(responses.find(by, of));
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds nothing after any damage that its caller did not make, and nothing changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.array(harm, { minLength: 1, maxLength: 3 }), (steps, harms) => {
        const file = aFile();
        const { owned } = run(steps, file);
        writeFileSync(file.path, harms.reduce(damage, readFileSync(file.path)));
        const next = file.open().responses;
        for (const [by, of] of pairs) {
          const found = next.find(by, of);
          if (found === undefined) continue;
          expect(owned.get(`${by} ${of}`)).toContain(found.evidenceId);
          expect(found).toEqual(made(found.evidenceId.slice('ev_'.length)));
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
