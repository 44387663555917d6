/** Tests validation, effective policies and completions through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
const path = '/v1/policies';
const permitAll = '@id("all") permit (principal, action, resource);';
const forbid = (condition: string) =>
  `@id("f")\n@reason("r")\nforbid (principal, action, resource)\nwhen { ${condition} };`;
const risk = 'context.claims has injection_risk && context.claims.injection_risk';

beforeAll(async () => {
  verifier = await openTestVerifier();
  await verifier.post('/v1/workspaces', { id: 'w' });
  await verifier.post('/v1/agents', { id: 'a', workspace_id: 'w' });
}, 60_000);
afterAll(() => verifier.close());

const activate = async (level: string, id: string, text: string, name: string) => {
  const { body } = await verifier.admin('POST', path, { scope: { level, id }, text, name });
  const url = `${path}/${body['id']}/activate`;
  expect((await verifier.admin('POST', url, {}, { 'if-match': '"1"' })).status).toBe(200);
  return String(body['id']);
};
const validate = async (text: string, scope = { level: 'workspace', id: 'w' }) =>
  (await verifier.post(`${path}/validate`, { text, scope })).body;

describe('validation', () => {
  it('shows the effects of a text, and probable mistakes', async () => {
    const never = `${permitAll}\n${forbid(`${risk}.greaterThan(decimal("80.0"))`)}`;
    expect(await validate(never)).toMatchObject({
      valid: true,
      can_activate: true,
      problems: [
        {
          severity: 'warning',
          code: 'never_applies',
          policy_id: 'f',
          line: 2,
          message: expect.stringContaining('0.0 to 1.0'),
        },
      ],
      policies: [
        { id: 'all', effect: 'permit', response: null, reads: [], line: 1 },
        { id: 'f', effect: 'forbid', response: 'block', reads: ['injection_risk'], line: 2 },
      ],
      decision_ms: expect.any(Number),
    });
  });

  it('reports syntax errors and unknown names as results, with their places', async () => {
    expect(await validate('permit (principal')).toMatchObject({
      valid: false,
      problems: [{ code: 'syntax', line: 1 }],
    });
    const typo = await validate(`${permitAll}\n${forbid('context.claims has injection_rsk')}`);
    expect(typo).toMatchObject({
      valid: false,
      can_activate: false,
      policies: [],
      decision_ms: null,
      problems: [{ code: 'schema', line: 5, suggestion: 'did you mean `injection_risk`?' }],
    });
    expect(
      (await verifier.post(`${path}/validate`, { text: permitAll, scope: { level: 'workspace', id: 'no' } })).status,
    ).toBe(404);
  });
});

describe("an agent's effective policies", () => {
  it('show the levels, the combined text as in Evidence, and problems', async () => {
    const org = await activate('org', 'default', permitAll, 'door');
    const own = await activate(
      'workspace',
      'w',
      `permit (principal, action, resource)\nunless { ${risk}.greaterThan(decimal("0.5")) };`,
      'risk',
    );
    const { body } = await verifier.get(`${path}/effective?agent_id=a`);
    expect(body).toMatchObject({
      agent_id: 'a',
      workspace_id: 'w',
      policy_id: 'workspace/w',
      policy_version: expect.stringMatching(/^sha256:/),
      levels: [
        { scope: { level: 'org' }, part: 'permits', permits: 1, policies: [{ id: org, name: 'door', version: 1 }] },
        { scope: { level: 'workspace', id: 'w' }, part: 'tightens', policies: [{ id: own, name: 'risk', version: 1 }] },
      ],
      chain: [{ name: 'injection' }, { name: 'pii' }, { name: 'secrets' }, { name: 'toxicity' }],
    });
    expect(body['text']).toContain('@id("workspace.permits")');
    const messages = (body['problems'] as { message: string }[]).map(({ message }) => message);
    expect(messages.some((message) => message.includes('auditor pii'))).toBe(true);
    const other = await verifier.get(`${path}/effective?agent_id=stranger`);
    expect(other.body).toMatchObject({ workspace_id: 'default', policy_id: 'org/default' });
  });
});

describe('completions', () => {
  it('list the possible names at the place', async () => {
    const { body } = await verifier.get(`${path}/completions?workspace_id=w`);
    const claims = body['claims'] as Record<string, unknown>[];
    expect(claims.find(({ name }) => name === 'injection_risk')).toMatchObject({
      type: 'score_normalized',
      cedar_type: 'decimal',
      auditor: 'injection',
      auditor_id: 'injection',
      read: 'context.claims has injection_risk && context.claims.injection_risk.greaterThanOrEqual(decimal("0.8"))',
      settings: expect.arrayContaining([expect.objectContaining({ key: 'threshold' })]),
    });
    expect(body).toMatchObject({
      context: expect.arrayContaining([expect.objectContaining({ name: 'context.phase' })]),
      entities: expect.arrayContaining([
        expect.objectContaining({ name: 'Assay::Agent', parents: ['Assay::Workspace', 'Assay::Organization'] }),
      ]),
      actions: expect.arrayContaining([
        {
          name: 'Assay::Action::"call_tool"',
          principals: expect.any(Array),
          resources: ['Assay::Tool'],
          phases: ['execution'],
        },
      ]),
      annotations: expect.arrayContaining([
        expect.objectContaining({ name: 'response', values: ['block', 'escalate', 'redact', 'warn'] }),
      ]),
    });
  });

  it('offer only valid snippets', async () => {
    const { body } = await verifier.get(`${path}/completions?agent_id=a`);
    const snippets = body['snippets'] as { label: string; text: string }[];
    expect(snippets.length).toBeGreaterThan(4);
    for (const { text } of snippets) expect(await validate(text)).toMatchObject({ valid: true });
    const narrow = { auditorChain: { preRequest: [{ auditorId: 'pii' }] } };
    await verifier.post('/v1/workspaces', { id: 'narrow' });
    expect(
      (await verifier.admin('PATCH', '/v1/workspaces/narrow', { chain: narrow }, { 'if-match': '"1"' })).status,
    ).toBe(200);
    const { body: fewer } = await verifier.get(`${path}/completions?workspace_id=narrow`);
    expect((fewer['snippets'] as unknown[]).length).toBeLessThan(snippets.length);
  });
});
