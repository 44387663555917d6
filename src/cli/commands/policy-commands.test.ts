/** Commands for policies, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'assay-policy-'));
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** One workspace per test, so that none sees another's policies. */
let count = 0;
async function aWorkspace(): Promise<string> {
  count += 1;
  await verifier.post('/v1/workspaces', { id: `w${count}` });
  return `w${count}`;
}

const good = `@id("open")
permit (principal, action, resource);
@id("injection") @reason("Injection")
forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThanOrEqual(decimal("0.8")) };
`;
const slip = good.replaceAll('injection_risk', 'injection_rsk');

describe('policy validate', () => {
  it('accepts a valid file and shows what each policy reads', async () => {
    const path = await file('good.cedar', good);
    const { code, out, err } = await assay('policy', 'validate', path, '--workspace', await aWorkspace());
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`valid: ${path}, 2 policies`);
    expect(out).toMatch(/^ {2}3 +injection +forbid +block +injection_risk$/m);
  });

  it('shows an error like a compiler, and exits with 1', async () => {
    const path = await file('slip.cedar', slip);
    const { code, out, err } = await assay('policy', 'validate', path, '--workspace', await aWorkspace());
    expect([code, out]).toEqual([1, '']);
    const [head, line = '', caret = '', help] = err.split('\n');
    expect(head).toContain(`${path}:5:27: error: `);
    expect(line.slice(caret.indexOf('^'))).toMatch(/^injection_rsk/);
    expect(help).toBe('  help: did you mean `injection_risk`?');
  });

  it("gives line and column for a syntax error too, and --json is the API's answer", async () => {
    const path = await file('broken.cedar', 'permit (principal, action, resource)\nwhen {');
    const { code, err } = await assay('policy', 'validate', path);
    expect([code, err]).toEqual([1, expect.stringMatching(/broken\.cedar:2:\d+: error: /)]);
    const { out } = await assay('policy', 'validate', path, '--json');
    expect(JSON.parse(out)).toMatchObject({ valid: false, can_activate: false, problems: [{ line: 2 }] });
  });

  it('shows notes of the analysis, and a valid policy stays valid', async () => {
    const path = await file('closed.cedar', '@id("never")\nforbid (principal, action, resource);\n');
    const { code, out, err } = await assay('policy', 'validate', path, '--workspace', await aWorkspace());
    expect(out).toContain('it permits nothing');
    expect([code, err]).toEqual([0, expect.stringMatching(/closed\.cedar:1:1: (note|warning): /)]);
  });

  it('reads standard input, and a file in place of a stored policy', async () => {
    const workspace = await aWorkspace();
    await assay(
      'policy',
      'create',
      await file('guard.cedar', good),
      '--workspace',
      workspace,
      '--id',
      'as',
      '--activate',
    );
    const path = await file('next.cedar', slip);
    expect((await assay('policy', 'validate', path, '--as', 'as')).err).toContain('next.cedar:5:27: error: ');
    expect((await assay('policy', 'validate', 'as')).out).toContain('valid: policy as, 2 policies');
    const piped = await runFake(['policy', 'validate', '-', '--verifier', url], { stdin: slip });
    expect([piped.code, piped.err]).toEqual([1, expect.stringContaining('<stdin>:5:27: error: ')]);
  });
});

describe('a policy', () => {
  it('goes from draft over versions to active, back and removed', async () => {
    const workspace = await aWorkspace();
    const path = await file('desk.cedar', good);
    const made = await assay('policy', 'create', path, '--workspace', workspace, '--reason', 'first');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^name +desk$/m);
    expect((await assay('policy', 'activate', 'desk')).out).toMatch(/^versions +1 active$/m);
    const tight = await file('tight.cedar', good.replace('0.8', '0.5'));
    expect((await assay('policy', 'edit', 'desk', tight)).out).toMatch(/^versions +1 active, 2 newest$/m);
    expect((await assay('policy', 'shadow', 'desk')).out).toMatch(/^versions +1 active, 2 on trial$/m);
    expect((await assay('policy', 'shadow', 'desk', '--end')).out).toMatch(/^versions +1 active, 2 newest$/m);
    expect((await assay('policy', 'activate', 'desk', '--version', '2')).out).toMatch(/^versions +2 active$/m);
    expect((await assay('policy', 'revert', 'desk', '--reason', 'too tight')).out).toMatch(/^versions +1 active/m);
    expect((await assay('policy', 'show', 'desk', '--version', '1', '--text')).out).toBe(good);
    const { out } = await assay('policy', 'history', 'desk');
    expect(out).toMatch(/ local +reverted +\d+ +too tight$/m);
    expect((await assay('policy', 'list', '--workspace', workspace)).out).toMatch(
      / desk +active +1 active, 2 newest +workspace/,
    );
    expect((await assay('policy', 'deactivate', 'desk')).out).toMatch(/^status +draft$/m);
    const { id } = JSON.parse((await assay('policy', 'show', 'desk', '--json')).out);
    expect((await assay('policy', 'remove', 'desk')).out).toBe(`Removed policy desk (${id})\n`);
    expect((await assay('policy', 'show', 'desk')).code).toBe(1);
    expect((await assay('policy', 'history', id)).out).toMatch(/^- .* removed/m);
  });

  it('is stored as a draft with its error, but not activated', async () => {
    const path = await file('slips.cedar', slip);
    const workspace = await aWorkspace();
    const draft = await assay('policy', 'create', path, '--workspace', workspace, '--id', 'plain-draft');
    expect([draft.code, draft.err]).toEqual([0, expect.stringContaining('slips.cedar:5:27: error: ')]);
    const { code, out, err } = await assay('policy', 'create', path, '--workspace', workspace, '--activate');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('slips.cedar:5:27: error: ');
    expect(err).toMatch(/The draft is kept as pol_\S+ \(slips\), and decides nothing\.\n$/);
    const active = await assay('policy', 'activate', 'slips');
    expect([active.code, active.err]).toEqual([1, expect.stringContaining('policy slips:5:27: error: ')]);
    expect((await assay('policy', 'edit', 'slips', path, '--activate')).code).toBe(1);
  });

  it('is refused with the place of a syntax error, and nothing is stored', async () => {
    const path = await file('unread.cedar', 'permit (');
    const { code, err } = await assay('policy', 'create', path, '--workspace', await aWorkspace());
    expect([code, err]).toEqual([1, expect.stringMatching(/unread\.cedar:1:\d+: error: (?:.*\n)+error: refused\.\n$/)]);
    expect((await assay('policy', 'show', 'unread')).code).toBe(1);
  });

  it('of the whole organisation needs the operator token', async () => {
    const path = await file('everywhere.cedar', good);
    const env = { ASSAY_DATA_DIR: '/nowhere' };
    const refused = await runFake(['policy', 'create', path, '--org', '--verifier', url], { env });
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('operator token')]);
    const made = await assay('policy', 'create', path, '--org');
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('made by operator')]);
    expect((await assay('policy', 'remove', 'everywhere')).code).toBe(0);
  });

  it('is unchanged when it was changed since it was read, and the author is named', async () => {
    const path = await file('raced.cedar', good);
    await assay('policy', 'create', path, '--workspace', await aWorkspace());
    await assay('policy', 'activate', 'raced');
    const tight = await file('raced-2.cedar', good.replace('0.8', '0.5'));
    const { code, err } = await assay('policy', 'edit', 'raced', tight, '--revision', '1');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/no longer has revision 1: activated by local at \S+ \(revision 2\)/),
    ]);
    expect(JSON.parse((await assay('policy', 'show', 'raced', '--json')).out).version).toBe(1);
  });

  it('is named by its id when several share the name', async () => {
    const path = await file('twin.cedar', good);
    const [one, other] = [await aWorkspace(), await aWorkspace()];
    await assay('policy', 'create', path, '--workspace', one);
    const { out } = await assay('policy', 'create', path, '--workspace', other, '--json');
    const { code, err } = await assay('policy', 'show', 'twin');
    expect([code, err]).toEqual([2, expect.stringContaining(`(workspace ${one})`)]);
    const { id } = JSON.parse(out);
    expect(JSON.parse((await assay('policy', 'show', id, '--json')).out)).toEqual(JSON.parse(out));
  });
});

describe('policy effective', () => {
  it('shows levels, trials and chain, and the deciding text', async () => {
    const workspace = await aWorkspace();
    await assay('agent', 'register', 'asked', '--workspace', workspace);
    const none = await assay('policy', 'effective', '--agent', 'asked', '--text');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("the gateway's own file decides")]);
    await assay('policy', 'create', await file('own.cedar', good), '--workspace', workspace, '--activate');
    const { code, out } = await assay('policy', 'effective', '--agent', 'asked');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^ {2}workspace ${workspace} +permits +1 permit, 1 forbid +own version 1$`, 'm'));
    expect((await assay('policy', 'effective', '--agent', 'asked', '--text')).out).toContain('permit');
  });
});

describe('policy replay', () => {
  it('changes nothing over a period without evidence', async () => {
    const path = await file('replayed.cedar', good);
    await assay('policy', 'create', path, '--workspace', await aWorkspace(), '--activate');
    const replay = await assay(
      'policy',
      'replay',
      path,
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-02',
      '--fail-on-change',
    );
    expect([replay.code, replay.err]).toEqual([0, '']);
    expect(replay.out).toMatch(/^decisions +0 made again$/m);
  });

  it('refuses an invalid candidate with its place', async () => {
    await assay('policy', 'create', await file('held.cedar', good), '--workspace', await aWorkspace());
    const path = await file('held-next.cedar', slip);
    const { code, err } = await assay('policy', 'replay', path, '--as', 'held', '--from', '1h');
    expect([code, err]).toEqual([1, expect.stringContaining('held-next.cedar:5:27: error: ')]);
  });
});

describe('wrong use', () => {
  it.each([
    [['validate'], 'FILE is missing'],
    [['validate', 'a.cedar', '--as', 'x', '--org'], '--as names the scope already'],
    [['validate', 'x', '--workspace', 'w'], 'checked at its own scope'],
    [['create', 'a.cedar'], 'Say where'],
    [['shadow', 'x', '--end', '--version', '1'], 'Name a --version to try, or --end'],
    [['list', '--status', 'activ'], 'Did you mean active?'],
    [['effective'], '--agent is missing'],
    [['replay', 'x'], '--from is missing'],
    [['replay', 'x', '--from', '1h', '--as', 'y'], '--as goes with a file'],
    [['replay', 'x.cedar', '--from', '1h', '--version', '2'], '--version is for a saved policy'],
    [['activate', 'x', '--version', '0'], '--version must be a whole number'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake(['policy', ...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a missing file is named', async () => {
    const { code, err } = await assay('policy', 'validate', join(folder, 'nowhere.cedar'));
    expect([code, err]).toEqual([2, expect.stringContaining('the file or folder does not exist')]);
  });
});
