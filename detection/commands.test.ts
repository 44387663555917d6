import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluationCommand } from './eval.ts';
import { createFakeTask } from './task.fake.ts';
import type { DetectionTask } from './task.ts';
import type { NamedTask } from './tasks/all.ts';
import { trainCommand } from './train.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-detection-'));
  await mkdir(join(folder, 'data'));
  await save('data/train.csv', ['do attack now,1,set', 'how are you,0,set']);
  await save('data/dev.csv', devRows);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const devRows = [
  ...Array.from({ length: 120 }, (_, index) => `question ${index},0,clean`),
  ...Array.from({ length: 10 }, (_, index) => `attack number ${index},1,bad`),
  'hidden att4ck,1,bad',
];
const save = (path: string, rows: readonly string[]) =>
  writeFile(join(folder, path), ['text,label,source', ...rows, ''].join('\n'));

function capture(args: readonly string[]) {
  const written = { out: '', err: '' };
  return {
    written,
    process: {
      args,
      stdout: { write: (text: string) => (written.out += text) },
      stderr: { write: (text: string) => (written.err += text) },
    },
  };
}

const toNamed = (task: DetectionTask): NamedTask => ({ auditor: task.auditor, load: async () => task });

async function train(args: readonly string[], tasks: readonly DetectionTask[] = [createFakeTask()]) {
  const { written, process } = capture(args);
  const code = await trainCommand(process, { tasks: tasks.map(toNamed), repositoryRoot: folder });
  return { code, ...written };
}

async function evaluate(args: readonly string[], tasks: readonly DetectionTask[] = [createFakeTask()]) {
  const { written, process } = capture(args);
  let now = 0;
  const clock = () => {
    now += 1;
    return now;
  };
  const code = await evaluationCommand(process, { tasks: tasks.map(toNamed), repositoryRoot: folder, now: clock });
  return { code, ...written };
}

describe('training', () => {
  it('writes the models and the hashes of their rows, and reports every file that it read', async () => {
    const { code, out } = await train(['--data', join(folder, 'data')]);
    expect(code).toBe(0);
    expect(out).toMatch(/read [0-9a-f]{64} 2 rows train\.csv/);
    expect(out).toMatch(/wrote [0-9a-f]{64} \d+ bytes model\/fake\.json/);
    expect(out).toContain('2 rows for training; none of them is among the 131 development rows');
    const card = JSON.parse(await readFile(join(folder, 'model/fake.json'), 'utf8'));
    expect(card.trained_on).toEqual([{ path: 'train.csv', sha256: expect.any(String), rows: 2 }]);
    expect(await readFile(join(folder, 'detection/trained-rows/injection.bin'))).toHaveLength(12);
  });

  it('checks with --check whether the committed files match the data, and writes nothing', async () => {
    const check = ['--data', join(folder, 'data'), '--check'];
    expect(await train(check)).toMatchObject({ code: 1, out: expect.stringContaining('DIFFERS') });
    expect(existsSync(join(folder, 'model'))).toBe(false);
    await train(['--data', join(folder, 'data')]);
    expect(await train(check)).toMatchObject({ code: 0, out: expect.stringContaining('same') });
    await save('data/train.csv', ['do attack now,1,set', 'how old are you,0,set', 'why,0,set']);
    expect((await train(check)).code).toBe(1);
  });

  it('fails before any write when a development row is trained on', async () => {
    await save('data/train.csv', ['QUESTION 7!,0,set']);
    const { code, err } = await train(['--data', join(folder, 'data')]);
    expect(code).toBe(1);
    expect(err).toContain('injection: 1 development rows were trained on: 1 of clean (trained on in set)');
    expect(existsSync(join(folder, 'model'))).toBe(false);
  });

  it('skips an auditor that consists of rules', async () => {
    const { train: _, ...rules } = createFakeTask({ auditor: 'secrets' });
    const { code, out } = await train(['--data', join(folder, 'data')], [rules]);
    expect([code, out]).toEqual([0, 'secrets:\n  only rules, so nothing is trained\n']);
  });

  it.each([
    [[], 'give --data'],
    [['--data', 'x', '--auditor', 'fairness'], 'unknown auditor fairness; choose one of injection'],
    [['--dta', 'x'], "Unknown option '--dta'"],
  ])('refuses %j', async (args, message) => {
    expect(await train(args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('evaluation', () => {
  const aFile = async (name: string, lines: readonly string[]) => {
    await writeFile(join(folder, name), lines.join('\n'));
    return ['--file', join(folder, name), '--auditor', 'injection'];
  };

  it('measures the development rows and writes text, JSON and plots', async () => {
    const { code, out } = await evaluate(['--data', join(folder, 'data')]);
    expect(code).toBe(0);
    const reports = join(folder, 'docs/detection');
    expect((await readdir(reports)).toSorted()).toEqual([
      'injection-calibration.svg',
      'injection-precision-recall.svg',
      'injection-roc.svg',
      'injection.json',
      'injection.md',
    ]);
    const report = JSON.parse(await readFile(join(reports, 'injection.json'), 'utf8'));
    expect(report.overall).toMatchObject({ rows: 131, positives: 11, recall: { value: 0.90909 } });
    expect(report.by_source.map(({ name }: { name: string }) => name)).toEqual(['bad', 'clean']);
    expect(report.by_source[1].false_positive_rate).toEqual({ value: 0, interval: [0, expect.closeTo(0.031, 3)] });
    expect(report.by_head).toMatchObject([{ name: 'threat', rows: 131, auc: { value: expect.any(Number) } }]);
    expect(
      report.operating_points.map((point: { at_false_positive_rate: number }) => point.at_false_positive_rate),
    ).toEqual([0.01, 0.02, 0.05]);
    expect(report.latency.characters_4000).toMatchObject({ mean_characters: 4000, p99_ms: 1 });
    expect(await readFile(join(reports, 'injection.md'), 'utf8')).toContain('![injection-roc.svg](injection-roc.svg)');
    for (const line of ['ROC-AUC', 'recall at 1 % false positives', 'By source', 'By language', 'p99'])
      expect(out).toContain(line);
  });

  it('also measures rows of sources that a model was trained without', async () => {
    const heldOut: DetectionTask['heldOut'] = async (_data, progress) => {
      progress('training without one source');
      const row = { text: 'attack', label: 1, source: 'left-out' } as const;
      return [{ row, judged: { score: 0.7, detected: false } }];
    };
    const { out } = await evaluate(['--data', join(folder, 'data')], [createFakeTask({ heldOut })]);
    expect(out).toContain('injection: training without one source');
    expect(out).toContain('and 1 rows of training sources, each judged by a model that was trained without its source');
    expect(out).toMatch(/\| left-out +\| 1 +\| 1 +\| - +\| 0\.0 %/);
    const quick = await evaluate(['--data', join(folder, 'data'), '--quick'], [createFakeTask({ heldOut })]);
    expect(quick.out).not.toContain('left-out');
    const file = await aFile('mine.csv', ['text,label', 'an attack,1']);
    await train(['--data', join(folder, 'data')]);
    expect((await evaluate(file, [createFakeTask({ heldOut })])).out).not.toContain('left-out');
  });

  it('refuses to measure rows that were trained on', async () => {
    await save('data/train.csv', ['attack: number 3,1,set']);
    const { code, err } = await evaluate(['--data', join(folder, 'data')]);
    expect([code, err]).toEqual([1, expect.stringContaining('1 of bad (trained on in set)')]);
  });

  it("measures a user's file without a data folder, and leaves out rows that were trained on", async () => {
    await train(['--data', join(folder, 'data')]);
    const args = await aFile('mine.csv', ['text,label,note', 'an attack,1,x', 'fine,0,x', 'Do ATTACK; now!,1,x']);
    const { code, out } = await evaluate(args);
    expect(code).toBe(0);
    expect(out).toContain('Measured on `mine.csv`: in all 2 rows, 1 of them positive');
    expect(out).toContain('Left out: 1 rows that were trained on (1 of mine.csv)');
    expect(out).toContain('Not used: note.');
    expect(existsSync(join(folder, 'docs'))).toBe(false);
  });

  it('maps span types to the names of the auditor', async () => {
    const { train: _, ...rules } = createFakeTask({ spanTypes: { WORD: 'word' } });
    const spans = [{ type: 'WORD', start: 3, end: 9 }];
    const args = await aFile('spans.jsonl', [JSON.stringify({ text: 'an attack', label: 1, spans })]);
    const { out } = await evaluate([...args, '--json'], [rules]);
    expect(JSON.parse(out)).toMatchObject([{ spans: [{ type: 'word', exact: { precision: 1, recall: 1, f2: 1 } }] }]);
  });

  it('prints only JSON on standard output when asked to', async () => {
    await train(['--data', join(folder, 'data')]);
    const args = await aFile('mine.jsonl', ['{"text":"an attack","label":1}', '{"text":"no","label":0}']);
    const { out } = await evaluate([...args, '--json', '--out', join(folder, 'mine')]);
    expect(JSON.parse(out)).toMatchObject([{ auditor: 'injection', overall: { rows: 2 } }]);
    expect(existsSync(join(folder, 'mine/injection.json'))).toBe(true);
  });

  it('names the invalid line of a file', async () => {
    const args = await aFile('mine.csv', ['text,label', 'a,1', 'b,maybe']);
    expect(await evaluate(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('mine.csv, line 3: the label'),
    });
  });

  it('reports that nothing is left when all of a file was trained on', async () => {
    await train(['--data', join(folder, 'data')]);
    const args = await aFile('mine.csv', ['text,label', 'do attack now,1']);
    expect(await evaluate(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is none to measure on'),
    });
  });

  it('fails when the hashes of the trained rows are missing', async () => {
    const args = await aFile('mine.csv', ['text,label', 'a,1']);
    expect(await evaluate(args)).toMatchObject({ code: 1, err: expect.stringContaining('trained-rows') });
  });

  it.each([
    [[], 'give --data or --file'],
    [['--file', 'x', '--data', 'y'], '--file needs exactly one --auditor'],
    [['--file', ''], '--file is empty'],
  ])('refuses %j', async (args, message) => {
    const tasks = [createFakeTask(), createFakeTask({ auditor: 'pii' })];
    expect(await evaluate(args, tasks)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
