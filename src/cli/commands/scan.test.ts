import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFake } from '../cli.fake.ts';

const clean = Buffer.from('\x80\x04}.', 'latin1');
const malicious = Buffer.from('\x80\x02cos\nsystem\nU\x02id\x85R.', 'latin1');
const cut = Buffer.from('\x80\x04}', 'latin1');

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-scan-'));
  await mkdir(at('models/deep'), { recursive: true });
  await mkdir(at('clean'));
  await writeFile(at('clean/a b.pkl'), clean);
  await writeFile(at('models/clean.pkl'), clean);
  await writeFile(at('models/deep/bad \u001b[31m.pkl'), malicious);
  await writeFile(at('cut.pkl'), cut);
  await writeFile(at('own.pkl'), Buffer.from('\x80\x02cmy_package.layers\nDense\n)R.', 'latin1'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the exit code', () => {
  it('is 0 when every file is clean', async () => {
    const { code, out } = await runFake(['scan', at('clean')]);
    expect({ code, out }).toEqual({ code: 0, out: '1 file: 1 clean, 0 unsafe, 0 not fully checked.\n' });
  });

  it('is 1 when a file in any folder is unsafe', async () => {
    const { code, out } = await runFake(['scan', at('models'), at('cut.pkl')]);
    expect(code).toBe(1);
    expect(out).toContain('os.system');
    expect(out).toContain('3 files: 1 clean, 1 unsafe, 1 not fully checked.');
  });

  it('is 2 when a file could not be fully checked', async () => {
    const { code, out } = await runFake(['scan', at('cut.pkl')]);
    expect(code).toBe(2);
    expect(out).toContain('not fully checked');
  });

  it('is 2 for a missing path, and for none', async () => {
    expect((await runFake(['scan', at('missing')])).code).toBe(2);
    expect((await runFake(['scan'])).code).toBe(2);
    expect((await runFake(['scan', at('clean'), '--max-depth', '0'])).code).toBe(2);
    expect((await runFake(['scan', at('clean'), '--allow', 'not a global'])).code).toBe(2);
    expect((await runFake(['scan', at('clean'), '--json', '--sarif', '-'])).code).toBe(2);
  });
});

it('a global allowed by the user is no finding', async () => {
  expect((await runFake(['scan', at('own.pkl')])).code).toBe(1);
  expect((await runFake(['scan', at('own.pkl'), '--allow', 'my_package.layers.Dense'])).code).toBe(0);
});

it('file names are shown without terminal control', async () => {
  const { out } = await runFake(['scan', at('models')]);
  expect(out).not.toContain('\u001b');
});

it('progress is shown on a terminal, and removed at the end', async () => {
  const { err } = await runFake(['scan', at('models')], { terminal: true });
  expect(err).toContain('1 of 2 files');
  expect(err.endsWith('\r\u001b[2K')).toBe(true);
  expect((await runFake(['scan', at('models')])).err).toBe('');
});

describe('--json', () => {
  it('contains every file with its hash, verdict and findings', async () => {
    const { out } = await runFake(['scan', at('models'), '--json']);
    const result = JSON.parse(out);
    expect(result.summary).toEqual({ files: 2, clean: 1, unsafe: 1, unchecked: 0 });
    expect(result.files[0]).toMatchObject({
      path: at('models/clean.pkl'),
      status: 'clean',
      format: 'pickle',
      findings: [],
    });
    expect(result.files[0].sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(result.files[1]).toMatchObject({ status: 'unsafe', unsafe_globals: ['os.system'] });
  });
});

describe('--sarif', () => {
  it('names rule, level, file and byte offset of each finding', async () => {
    const { code, out } = await runFake(['scan', at('models'), '--sarif', '-']);
    const log = JSON.parse(out);
    const [run] = log.runs;
    expect(code).toBe(1);
    expect(log.version).toBe('2.1.0');
    expect(run.tool.driver.rules).toEqual([
      expect.objectContaining({ id: 'pickle_unsafe_global', defaultConfiguration: { level: 'error' } }),
    ]);
    expect(run.tool.driver.rules[0].properties.tags).toContain('external/cwe/cwe-502');
    expect(run.results).toHaveLength(1);
    expect(run.results[0]).toMatchObject({ ruleId: 'pickle_unsafe_global', ruleIndex: 0, level: 'error' });
    const { artifactLocation, region } = run.results[0].locations[0].physicalLocation;
    expect(artifactLocation.uri).toMatch(/^file:\/\/.*bad%20%1B%5B31m\.pkl$/);
    expect(region).toEqual({ byteOffset: 2 });
  });

  it('may be written to a file, beside the text', async () => {
    const { out } = await runFake(['scan', at('clean'), '--sarif', at('out.sarif')]);
    expect(out).toContain('1 clean');
    expect(JSON.parse(await readFile(at('out.sarif'), 'utf8')).runs[0].results).toEqual([]);
  });
});
