import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeRun, runFake } from '../cli.fake.ts';

const before = process.env['TMPDIR'];
let folder: string;
let run: FakeRun;

/** Runs the real services once: the demo shows the product. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  process.env['TMPDIR'] = folder;
  // The caller's settings must not reach the demo.
  run = await runFake(['demo'], {
    env: { DATABASE_URL: 'postgres://nowhere', GATEWAY_MODE: 'observe', ASSAY_ACCESS_TOKEN: 'x'.repeat(40) },
  });
});
afterAll(async () => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await rm(folder, { recursive: true });
});

describe('the demo', () => {
  it('ends with 0 when every result is as expected', () => {
    expect(run.out).toContain('Everything came out as it should.');
    expect([run.code, run.err]).toEqual([0, '']);
  });

  it('denies the injection, redacts card and key, and allows the others', () => {
    const decisions = [...run.out.matchAll(/^ {3}decision +(.*)$/gm)].map(([, text]) => text?.split(/[.,]/, 1)[0]);
    expect(decisions).toEqual(['ALLOW', 'DENY', 'ALLOW', 'ALLOW']);
    expect(run.out).toContain('received nothing');
    expect(run.out.match(/\[REDACTED:/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('shows an evidence id and a verdict for each, and what a passport proves offline', () => {
    expect(run.out.match(/^ {3}evidence +ev_[0-9a-f-]{36}$/gm)).toHaveLength(4);
    expect(run.out.match(/^ {3}verifier +warning: /gm)).toHaveLength(4);
    expect(run.out).toMatch(/^ {3}offline +proven, all \d+ checks$/m);
    expect(run.out).toMatch(/^ {3}tampered +one byte changed: refused/m);
  });

  it('is readable in 80 columns', () => {
    expect(run.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    expect(await readdir(folder)).toEqual([]);
  });
});
