/** Commands for the audit log, against a test verifier, and for its exports without one. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  for (const id of ['desk', 'support']) await verifier.post('/v1/workspaces', { id });
  await verifier.post('/v1/organizations', { id: 'mine' });
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

const env = () => ({ ASSAY_DATA_DIR: verifier.testDb.dataDir });
const assay = (...args: string[]) => runFake([...args, '--verifier', url], { env: env() });
/** Nothing listens there. */
const offline = (...args: string[]) => runFake([...args, '--verifier', 'http://127.0.0.1:1'], { env: env() });
const exportTo = async (name: string, ...filters: string[]) => {
  const path = join(folder, name);
  const { code, err } = await assay('audit', 'export', '-o', path, ...filters);
  expect([code, err]).toEqual([0, expect.stringContaining(`assay audit verify ${path}`)]);
  return path;
};

describe('audit list', () => {
  it('shows authors and acts, filtered, and refusals', async () => {
    const { out, code } = await assay('audit', 'list', '--resource', 'workspace/desk');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+ +\S+ +local +workspace\.created +workspace\/desk +127\.0\.0\.1 +done/m);
    expect(out).not.toContain('support');
    expect((await assay('audit', 'list', '--action', 'access.*')).out).toContain('forbidden');
    expect(await assay('audit', 'list', '--from', '1h', '--actor', 'nobody')).toMatchObject({ out: '', code: 0 });
    expect((await assay('audit', 'list', '--from', '2x')).code).toBe(2);
  });

  it('uses the operator token', async () => {
    const { code, err } = await runFake(['audit', 'list', '--verifier', url], { env: { ASSAY_DATA_DIR: '/nowhere' } });
    expect([code, err]).toEqual([3, expect.stringContaining('admin')]);
  });
});

describe('audit verify', () => {
  it('proves an export offline, and finds changes and cuts', async () => {
    const path = await exportTo('whole.jsonl');
    const whole = await offline('audit', 'verify', path);
    expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/^INTACT\norganisation +default\n/) });
    const lines = (await readFile(path, 'utf8')).split('\n');
    const check = async (text: string) => {
      await writeFile(join(folder, 'other.jsonl'), text);
      return offline('audit', 'verify', join(folder, 'other.jsonl'));
    };
    const changed = await check(lines.map((line) => line.replace('"desk"', '"dusk"')).join('\n'));
    expect([changed.code, changed.out]).toEqual([1, expect.stringMatching(/BROKEN: entry \d+ was changed/)]);
    const cut = await check(lines.slice(0, 1).join('\n'));
    expect([cut.code, cut.out]).toEqual([1, expect.stringContaining('its end was cut off')]);
    const { code } = await runFake(['audit', 'verify', path], { env: { ASSAY_DATA_DIR: folder } });
    expect(code).toBe(1);
  });

  it('recognises a filtered export', async () => {
    const path = await exportTo('some.jsonl', '--action', 'workspace.*');
    expect((await offline('audit', 'verify', path)).code).toBe(1);
    const { code, out } = await offline('audit', 'verify', path, '--partial');
    expect([code, out]).toEqual([0, expect.stringContaining('a filtered export')]);
  });

  it('has the verifier check its own chain, and recognises an earlier head', async () => {
    const { out, code } = await assay('audit', 'verify');
    expect(code).toBe(0);
    const [, head = ''] = /^head +(\S+)$/m.exec(out) ?? [];
    await verifier.post('/v1/workspaces', { id: 'later' });
    expect((await assay('audit', 'verify', '--known', head)).out).toContain('the known head is in it');
    expect((await offline('audit', 'verify', await exportTo('later.jsonl'), '--known', head)).code).toBe(0);
    const invented = head.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await assay('audit', 'verify', '--known', invented)).toMatchObject({ code: 1 });
    expect(await offline('audit', 'verify', await exportTo('again.jsonl'), '--known', invented)).toMatchObject({
      code: 1,
    });
    const answer = JSON.parse((await assay('audit', 'verify', '--json')).out);
    expect(answer).toMatchObject({ intact: true, broken: null });
  });

  it.each([
    [['audit', 'verify', 'a', 'b'], 'Name one export'],
    [['audit', 'verify', '--partial'], 'belong to a FILE'],
    [['audit', 'verify', '--known', 'x'], '--known takes a head'],
    [['audit', 'verify', '/nowhere/file'], 'cannot be read'],
  ])('%j is wrong use', async (args, message) => {
    const { code, err } = await offline(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
