import { sha256Hex } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../contract/evidence.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

const permit = '@id("all")\npermit (principal, action, resource);\n';
const firstRule =
  '@id("no-pii")\nforbid (principal, action, resource)\nwhen { context.claims has pii_found && context.claims.pii_found };';
const secondRule = firstRule.replace('forbid', '@reason("Personal data")\nforbid');

describe('the explanation of evidence', () => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  let policyId = '';
  let decided: Pick<Evidence, 'config' | 'decision'>;

  const activate = async (text: string) => {
    const path = `/v1/policies/${policyId}`;
    const { headers } = await verifier.get(path);
    const saved = await verifier.admin('PUT', path, { text }, { 'if-match': String(headers['etag']) });
    await activatePresent(String(saved.headers['etag']));
  };
  const activatePresent = async (etag: string) => {
    const answer = await verifier.admin('POST', `/v1/policies/${policyId}/activate`, {}, { 'if-match': etag });
    expect(answer.status).toBe(200);
  };
  /** What a gateway with the present configuration writes into its Evidence. */
  const present = async (reasons: string[]) => {
    const { body } = await verifier.get('/v1/policies/effective?agent_id=default');
    const history = (await verifier.get(`/v1/policies/${policyId}/history`)).body;
    const revision = Number((history['items'] as { org_revision: number }[])[0]?.org_revision);
    const base = gateway.evidence().evidence.decision;
    const version = String(body['policy_version']);
    return {
      config: { revision, hash: `sha256:${sha256Hex('bundle')}` },
      decision: { ...base, policy_id: String(body['policy_id']), policy_version: version, reasons },
    };
  };
  const explain = async (change: Partial<Evidence>) => {
    const { evidence, jws } = gateway.evidence(change);
    expect((await verifier.post('/v1/evidence', { jws })).status).toBe(200);
    const { status, body } = await verifier.get(`/v1/evidence/${evidence.evidence_id}/explanation`);
    expect(status).toBe(200);
    return body;
  };

  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind);
    gateway = await aGateway(verifier);
    const scope = { level: 'workspace', id: 'default' };
    const created = await verifier.admin('POST', '/v1/policies', { scope, name: 'rules', text: permit + firstRule });
    policyId = String(created.body['id']);
    await activatePresent(String(created.headers['etag']));
    decided = await present(['no-pii']);
    await activate(permit + secondRule);
  });
  afterAll(() => verifier?.close());

  it('shows the rule that decided as it was then, proven by the hash, though another version is active now', async () => {
    const body = await explain(decided);
    expect(body['policy']).toMatchObject({ proven: true, version: decided.decision.policy_version });
    expect(body['reasons']).toEqual([
      expect.objectContaining({
        id: 'no-pii',
        text: firstRule,
        effect: 'forbid',
        source: 'record',
        version: 1,
        line: 3,
      }),
    ]);
    expect(body['reasons']).toMatchObject([{ policy_id: policyId, policy_name: 'rules' }]);
    expect(await explain(await present(['no-pii']))).toMatchObject({ reasons: [{ text: secondRule, version: 2 }] });
  });

  it('shows no text where the hash does not prove it', async () => {
    const foreign = { ...decided.decision, policy_version: `sha256:${sha256Hex('a policy file')}` };
    const unproven = { policy: { proven: false, text: null }, reasons: [{ text: null, source: 'unknown' }] };
    expect(await explain({ ...decided, decision: foreign })).toMatchObject(unproven);
    expect(await explain({ decision: decided.decision })).toMatchObject(unproven);
  });

  it('says what each claim means by the vocabulary of its auditor', async () => {
    const body = await explain({});
    expect(body['claims']).toMatchObject([
      { index: 0, name: 'injection_risk', auditor_id: 'injection', phase: 'request' },
      { index: 1, name: 'pii_found', auditor: 'pii', phase: 'response', declared: { type: 'boolean' } },
    ]);
    const [first] = body['claims'] as { declared: { description: string } }[];
    expect(first?.declared.description).not.toBe('');
    expect((await verifier.get('/v1/evidence/ev_unknown/explanation')).status).toBe(404);
  });
});
