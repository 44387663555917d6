import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aChain, aWorkspace } from '../../configuration/files/documents.fixture.ts';
import { parseFiles } from '../../configuration/files/parse-files.ts';
import { printDocuments } from '../../configuration/files/print-documents.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { type FakeOptions, type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

/** A real verifier behind a small server that records the commands' requests. */
let verifier: TestVerifier;
let folder = '';
let url = '';
let fake: FakeService | undefined;

beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'assay-apply-'));
}, 60_000);
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

// An empty data folder, so that the token of a product that ran in this folder is not shown to this verifier.
const run = (args: readonly string[], options: FakeOptions = {}) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: folder }, ...options });
async function aFile(name: string, content: readonly unknown[] | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : printDocuments(content, 'yaml'));
  return path;
}

const settings = (value: number) => ({ injection: { 'injection_risk.threshold': { value } } });
const support = (value: number) =>
  aWorkspace('support', {
    defaults: { auditorSettings: settings(value) },
    agents: [{ name: 'helpdesk', model: { id: 'm' } }],
  });

describe('apply', () => {
  it('applies the file, one line per object, and changes nothing the second time', async () => {
    const path = await aFile('support.yaml', [support(0.8)]);
    const first = await run(['apply', '-f', path]);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(
      /^created {4}workspace support\ncreated {4}agent helpdesk\ncreated {4}settings of injection at workspace support\n3 created\. Revision \d+\.\n$/,
    );
    const again = await run(['apply', '-f', path]);
    expect(again.out).toMatch(/^3 unchanged\. Revision \d+ stands\.\n$/);
    expect((await verifier.get('/v1/agents/helpdesk')).body).toMatchObject({ workspace_id: 'support', model_id: 'm' });
  });

  it('shows each change in a dry run and changes nothing', async () => {
    const path = await aFile('changed.yaml', [support(0.9)]);
    const { code, out } = await run(['apply', '-f', path, '--dry-run']);
    expect(code).toBe(0);
    expect(out).toContain('/settings/injection_risk.threshold\n  - {"value":0.8}\n  + {"value":0.9}\n');
    expect(out).toContain('Nothing was changed');
    expect((await run(['apply', '-f', path, '--dry-run'])).out).toBe(out);
  });

  it('reads standard input, several files, and the files of a folder by name', async () => {
    expect(await run(['apply', '-f', '-'], { stdin: printDocuments([aWorkspace('piped')], 'json') })).toMatchObject({
      code: 0,
    });
    await mkdir(join(folder, 'all'));
    await aFile('all/b.yml', [aChain(['pii'], 'in-folder')]);
    await aFile('all/a.json', printDocuments([aWorkspace('in-folder')], 'json'));
    await aFile('all/.hidden.yaml', 'not: read');
    await aFile('all/notes.txt', 'not: read');
    const { code, out } = await run([
      'apply',
      '-f',
      join(folder, 'all'),
      '-f',
      await aFile('c.yaml', [aWorkspace('third')]),
    ]);
    expect(code).toBe(0);
    expect(out).toContain('created    workspace in-folder\ncreated    workspace third\n');
  });

  it('refuses invalid files with file, line and column before any request', async () => {
    const path = await aFile(
      'wrong.yaml',
      `${printDocuments([aWorkspace('a')], 'yaml')}---\nkind: VendorWorkspace\nspec: { agnets: [] }\n`,
    );
    fake = await serveFake((_request, response) => sendJson(response, 500, {}));
    const { code, out, err } = await runFake(['apply', '-f', path, '--verifier', fake.url]);
    expect([code, out, fake.seen]).toEqual([1, '', []]);
    expect(err).toContain(`error: ${path}:8:9: document 2: /spec/agnets is not known here: did you mean agents?\n`);
  });

  it("locates the verifier's refusals by file, line and column", async () => {
    const wrong = aWorkspace('other', { agents: [{ name: 'a', auditorSettings: settings(7) }, { name: 'helpdesk' }] });
    const path = await aFile('refused.yaml', [aWorkspace('fine'), wrong]);
    const { code, out, err } = await run(['apply', '-f', path]);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(
        /refused\.yaml:18:13: document 2: \/spec\/agents\/1\/name agent helpdesk belongs to workspace support/,
      ),
      expect.stringMatching(/refused\.yaml:17:20: document 2: .*threshold\/value injection_risk\.threshold must be/),
      '',
    ]);
    expect((await verifier.get('/v1/workspaces/fine')).status).toBe(404);
    const json = await run(['apply', '-f', path, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      errors: [{ file: path, line: 18, column: 13, document: 2 }, { line: 17 }],
    });
  });

  it('removes objects missing from the file with --prune', async () => {
    await run(['apply', '-f', await aFile('p.yaml', [aWorkspace('p', { agents: [{ name: 'p1' }] })])]);
    const { out } = await run(['apply', '-f', await aFile('p.yaml', [aWorkspace('p')]), '--prune']);
    expect(out).toContain('removed    agent p1\n');
  });

  it("uses the operator token only for the organisation's chain", async () => {
    fake = await serveFake((_request, response) => sendJson(response, 404, {}));
    const env = { ASSAY_DATA_DIR: verifier.testDb.dataDir };
    for (const [documents, args] of [
      [[aChain(['pii'])], []],
      [[aChain(['pii'])], ['--workspace', 'w']],
      [[aWorkspace('a'), aChain(['pii'], 'a')], []],
    ] as const) {
      await runFake(['apply', '-f', await aFile('chain.yaml', documents), ...args, '--verifier', fake.url], { env });
    }
    const token = (await readFile(join(verifier.testDb.dataDir, 'operator-token'), 'utf8')).trim();
    expect(fake.seen.map(({ headers }) => headers['x-assay-key'])).toEqual([token, undefined, undefined]);
    const real = await run(
      ['apply', '-f', await aFile('chain.yaml', [aChain(['injection', 'pii', 'secrets', 'toxicity'])])],
      { env },
    );
    expect(real).toMatchObject({ code: 0, out: expect.stringContaining('updated    chain of organisation default') });
  });

  it('warns about an unknown auditor', async () => {
    const chain = { preRequest: [{ auditorId: 'injecton' }] };
    const { code, err } = await run([
      'apply',
      '-f',
      await aFile('warn.yaml', [aWorkspace('warn', { defaults: { auditorChain: chain } })]),
    ]);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: .*warn\.yaml:8:7: document 1: .*did you mean injection\?\n$/);
  });

  it.each([
    [['apply']],
    [['apply', '-f', '-', '-f', '-']],
    [['apply', 'extra', '-f', '-']],
    [['apply', '-f', '/nowhere/at/all.yaml']],
    [['apply', '-f', '-', '--workspace', 'a/b']],
    [['diff']],
    [['export', '--format', 'xml']],
  ])('%j is wrong use', async (args) => {
    expect(await run(args, { stdin: 'a: 1' })).toMatchObject({ code: 2, out: '' });
  });

  it('refuses a folder without files, a file that is no text, and a too large one', async () => {
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'binary.yaml'), new Uint8Array([0xff, 0xfe, 0x41]));
    await writeFile(join(folder, 'large.yaml'), `# ${'x'.repeat(10 * 1024 * 1024)}`);
    for (const name of ['empty', 'binary.yaml', 'large.yaml']) {
      expect((await run(['apply', '-f', join(folder, name)])).code).toBe(2);
    }
  });
});

describe('docs/guides/workspace-files.md', () => {
  it('has files with the described effect', async () => {
    const guide = await readFile(new URL('../../../docs/guides/workspace-files.md', import.meta.url), 'utf8');
    const [workspace = '', environment = ''] = [...guide.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text);
    const paths = [
      await aFile('guide.yaml', workspace.replaceAll(/helpdesk|support/g, 'guide-$&')),
      await aFile('environment.yaml', environment),
    ];
    expect((await run(['apply', '-f', paths[0] ?? ''])).out).toContain('6 created');
    expect((await run(['apply', '-f', paths[0] ?? ''])).out).toContain('6 unchanged');
    const rendered = await runFake(['render', '-f', await aFile('plain.yaml', workspace), '-f', paths[1] ?? '']);
    expect(rendered.code).toBe(0);
    expect(rendered.out).toContain('vendor.io/auditors: injection,pii,secrets,toxicity');
  });
});

describe('diff', () => {
  it('exits 0 silently without changes, otherwise 1 with the changes', async () => {
    const path = await aFile('diff.yaml', [aWorkspace('diff', { defaults: { auditorSettings: settings(0.5) } })]);
    const before = await run(['diff', '-f', path]);
    expect(before).toMatchObject({ code: 1, out: expect.stringContaining('+ {"value":0.5}') });
    await run(['apply', '-f', path]);
    expect(await run(['diff', '-f', path])).toMatchObject({ code: 0, out: '', err: '' });
  });

  it('exits 2 for invalid files, refused here or by the verifier', async () => {
    const refused = await run([
      'diff',
      '-f',
      await aFile('r.yaml', [aWorkspace('r', { defaults: { auditorSettings: settings(7) } })]),
    ]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('r.yaml:10:18') });
    expect(await run(['diff', '-f', await aFile('w.yaml', 'a: [')])).toMatchObject({ code: 2, out: '' });
  });
});

describe('export', () => {
  it.each(['yaml', 'json'] as const)(
    'prints the present documents as %s, and applying them changes nothing',
    async (format) => {
      const { code, out, err } = await run(['export', '--workspace', 'support', '--format', format]);
      expect([code, err]).toEqual([0, '']);
      expect(parseFiles([{ name: 'x', text: out }]).documents.map(({ value }) => value)).toEqual([support(0.8)]);
      const all = await run(['export', '--format', format]);
      expect(all.err).toContain('not in the files: policies');
      expect(await run(['diff', '-f', '-'], { stdin: all.out })).toMatchObject({ code: 0, out: '' });
    },
  );

  it('exits 1 for an unknown workspace', async () => {
    expect(await run(['export', '--workspace', 'nowhere'])).toMatchObject({ code: 1, out: '' });
  });
});
