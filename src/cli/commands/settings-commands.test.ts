/** Commands for settings and the auditor catalog, against a test verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  await verifier.post('/v1/workspaces', { id: 'support' });
  await verifier.post('/v1/agents', { id: 'helpdesk', workspace_id: 'support' });
});
afterAll(() => verifier.close());

function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}

const threshold = 'injection_risk.threshold';

describe('settings set', () => {
  it("reads a value by the setting's type and creates or changes the record of the scope", async () => {
    const made = await assay('settings', 'set', 'injection', threshold, '0.9', '--workspace', 'support');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^ {2}injection_risk.threshold {2}0.9/m);
    await assay('settings', 'set', 'injection', 'block_on_detection', 'false', '--workspace', 'support');
    const { out } = await assay('settings', 'get', 'injection', '--workspace', 'support', '--json');
    expect(JSON.parse(out)).toMatchObject({
      settings: { [threshold]: { value: 0.9 }, block_on_detection: { value: false } },
      revision: 2,
    });
    expect((await assay('settings', 'get', 'injection', threshold, '--workspace', 'support')).out).toBe('0.9\n');
  });

  it.each([
    [['EMAIL,SSN'], ['EMAIL', 'SSN']],
    [
      ['a,b', 'c'],
      ['a,b', 'c'],
    ],
    [[''], []],
  ])('takes the list %j by commas or repeated', async (values, expected) => {
    const set = ['settings', 'set', 'injection', 'regex_matched.ban_patterns', ...values, '--agent', 'helpdesk'];
    const { out } = await assay(...set, '--json');
    expect(JSON.parse(out).settings['regex_matched.ban_patterns'].value).toEqual(expected);
  });

  it('an enforced value of the organisation applies further in, and the refusal names its scope', async () => {
    const made = await assay('settings', 'set', 'pii', 'pii_found.threshold', '0.4', '--org', '--enforced');
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('enforced')]);
    const { code, err } = await assay('settings', 'set', 'pii', 'pii_found.threshold', '0.6', '--agent', 'helpdesk');
    expect([code, err]).toEqual([1, expect.stringContaining('is enforced by org default')]);
    // Setting an enforced value again keeps it enforced.
    const loose = await assay('settings', 'set', 'pii', 'pii_found.threshold', '0.3', '--org');
    expect([loose.code, loose.err]).toEqual([2, expect.stringContaining('is enforced there')]);
  });

  it('a stale revision is refused with the author of the change', async () => {
    const set = ['settings', 'set', 'toxicity', 'toxic_content.threshold', '0.5', '--workspace', 'support'];
    expect((await assay(...set)).code).toBe(0);
    await assay('settings', 'set', 'toxicity', 'toxic_content.threshold', '0.6', '--workspace', 'support');
    const { code, err } = await assay(...set, '--revision', '1');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/no longer has revision 1: updated by local at .*revision 2/),
    ]);
  });

  it.each([
    [['injection', 'injection_risk.treshold', '1', '--org'], 'Did you mean injection_risk.threshold?'],
    [['fairness', 'confidence', '1', '--org'], 'has no setting confidence'],
    [['injection', threshold, 'high', '--org'], 'takes a number'],
    [['injection', 'block_on_detection', 'yes', '--org'], 'takes true or false'],
    [['injection', threshold, '0.1', '0.2', '--org'], 'takes one value'],
  ])('%j is wrong use, and nothing is set', async (args, message) => {
    const { code, err } = await assay('settings', 'set', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('threshold is set and removed for the score and its detection together', async () => {
    const made = await assay('settings', 'set', 'injection', 'threshold', '0.7', '--agent', 'helpdesk', '--json');
    expect([made.code, made.err]).toEqual([0, '']);
    const set = JSON.parse(made.out).settings;
    expect(set).toMatchObject({ [threshold]: { value: 0.7 }, 'injection_detected.threshold': { value: 0.7 } });
    const gone = await assay('settings', 'unset', 'injection', 'threshold', '--agent', 'helpdesk', '--json');
    expect([gone.code, Object.keys(JSON.parse(gone.out).settings)]).toEqual([
      0,
      Object.keys(set).filter((name) => !name.endsWith('.threshold')),
    ]);
  });

  it('a value out of its bounds is refused by the verifier', async () => {
    const { code, err } = await assay('settings', 'set', 'injection', threshold, '7', '--agent', 'helpdesk');
    expect([code, err]).toEqual([1, 'error: injection_risk.threshold must be a number from 0 to 1.\n']);
  });
});

describe('settings effective', () => {
  it('names value, deciding scope and overridden values', async () => {
    await assay('settings', 'set', 'injection', threshold, '0.95', '--agent', 'helpdesk');
    const { code, out } = await assay('settings', 'effective', 'injection', '--agent', 'helpdesk');
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}injection_risk.threshold +0.95 +agent helpdesk +workspace support: 0.9$/m);
    expect(out).toMatch(/^ {2}token_limit_exceeded.max_token_limit +4096 +default$/m);
    const set = await assay('settings', 'effective', 'injection', '--agent', 'helpdesk', '--set');
    expect([set.out.includes('0.95'), set.out.includes('max_token_limit')]).toEqual([true, false]);
    expect((await assay('settings', 'effective', '--agent', 'helpdesk')).out).toContain('toxicity for agent helpdesk');
  });
});

describe('settings unset, list and history', () => {
  it('unset returns the decision to the outer scope', async () => {
    await assay('settings', 'set', 'injection', threshold, '0.95', '--agent', 'helpdesk');
    expect((await assay('settings', 'unset', 'injection', threshold, '--agent', 'helpdesk')).code).toBe(0);
    const { out } = await assay('settings', 'effective', 'injection', '--agent', 'helpdesk');
    expect(out).toMatch(/^ {2}injection_risk.threshold +0.9 +workspace support$/m);
    const again = await assay('settings', 'unset', 'injection', threshold, '--agent', 'helpdesk');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not set at agent helpdesk')]);
  });

  it('--all removes the record; its history stays under its id', async () => {
    await assay('settings', 'set', 'secrets', 'block_on_detection', 'true', '--workspace', 'support');
    const { out } = await assay('settings', 'list', '--workspace', 'support', '--auditor', 'injection', '--json');
    const [record] = JSON.parse(out).items;
    expect((await assay('settings', 'list', '--workspace', 'support')).out).toContain('workspace support');
    const history = await assay('settings', 'history', 'injection', '--workspace', 'support');
    expect(history.out).toMatch(/^1 .* local +created/m);
    expect((await assay('settings', 'unset', 'injection', '--all', '--workspace', 'support')).code).toBe(0);
    expect((await assay('settings', 'history', record.id)).out).toMatch(/^- .* local +removed/m);
    expect((await assay('settings', 'history', 'injection', '--workspace', 'support')).code).toBe(1);
  });

  it.each([
    [['settings', 'set', 'injection', 'x', '1'], 'Say where'],
    [['settings', 'set', 'injection', 'x', '--org'], 'VALUE is missing'],
    [['settings', 'get', 'injection', '--org', '--agent', 'a'], 'Name only one scope'],
    [['settings', 'unset', 'injection', '--org'], 'Name what to take away, or --all'],
    [['settings', 'unset', 'injection', 'x', '--all', '--org'], 'Name what to take away, or --all'],
    [['settings', 'effective', 'injection'], '--agent is missing'],
    [['settings', 'history', 'injection'], 'Say where'],
  ])('%j is wrong use', async (args, message) => {
    const { code, err } = await runFake([...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the auditor catalog', () => {
  const vocabulary = {
    auditor_id: 'profanity',
    version: '2.0.0',
    phases: ['request'],
    vocabulary: [
      {
        name: 'profane',
        type: 'boolean',
        description: 'True when it swears',
        value_schema: { type: 'boolean' },
        settings: [{ key: 'language', type: 'string', default: 'en' }],
      },
    ],
  };
  const register = (body: unknown) =>
    runFake(['auditor', 'register', '--image', 'acme/profanity', '--vocabulary', '-', '--verifier', url], {
      stdin: JSON.stringify(body),
    });

  it('shows claims with their settings, and the schema as a table', async () => {
    const { out } = await assay('auditor', 'show', 'injection');
    expect(out).toContain('injection_risk.threshold (number, default 0.8, 0 to 1)');
    expect((await assay('settings', 'schema', 'injection')).out).toMatch(
      /^injection_risk.threshold +number +0.8 +0 to 1/m,
    );
    expect((await assay('auditor', 'show', 'nobody')).code).toBe(1);
  });

  it('an auditor is registered by image and vocabulary, listed as custom, and removed', async () => {
    expect((await assay('auditor', 'list', '--custom')).err).toContain('No auditor is registered');
    const made = await register(vocabulary);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^kind +registered by local$/m);
    const { out } = await assay('auditor', 'list', '--custom', '--json');
    expect(JSON.parse(out)).toMatchObject({ items: [{ id: 'profanity', built_in: false }], has_more: false });
    expect((await register(vocabulary)).code).toBe(1);
    const refresh = await assay('auditor', 'refresh', 'profanity');
    expect([refresh.code, refresh.err]).toEqual([1, expect.stringContaining('has no url')]);
    expect((await assay('auditor', 'remove', 'profanity')).out).toBe('Removed auditor profanity\n');
    expect((await assay('auditor', 'remove', 'injection')).code).toBe(1);
  });

  it.each([
    [[], 'Say what it is'],
    [['--url', 'http://x', '--port', '0'], '--port must be a whole number'],
    [['--image', 'x', '--vocabulary', '-'], 'is not JSON'],
  ])('register %j is wrong use', async (args, message) => {
    const { code, err } = await runFake(['auditor', 'register', ...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
