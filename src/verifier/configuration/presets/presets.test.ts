import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderPreset } from '../../../configuration/presets/render-preset.ts';
import type { PresetAnswer } from '../../../contract/api/presets/shapes.ts';
import { bundleNames, presetAuditors, tiers } from '../../../contract/api/presets/states.ts';
import { createAuthor } from '../../base/control/author.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { policyVersionsTable } from '../policies/tables.ts';

let verifier: TestVerifier;
let count = 0;
let workspace = '';

beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(() => verifier?.close());

// Each test has its own workspace; enforced settings of the organisation are removed.
beforeEach(async () => {
  count += 1;
  workspace = `team-${count}`;
  await verifier.post('/v1/workspaces', { id: workspace });
  const left = (await verifier.get('/v1/auditors/settings?level=org')).body['items'] as { id: string }[];
  for (const { id } of left) await verifier.admin('DELETE', `/v1/auditors/settings/${id}`);
});

const path = (id = workspace) => `/api/v1/workspaces/${id}/apply-preset`;
const apply = (body: unknown, query = '', headers = {}) => verifier.post(`${path()}${query}`, body, headers);
const injection = (tier: string) => ({ auditor: 'injection', tier });
const threshold = 'injection_risk.threshold';
const answerOf = ({ status, body }: Answer): PresetAnswer => {
  expect([status, body['detail']]).toEqual([200, undefined]);
  return body as PresetAnswer;
};

async function policies(): Promise<Record<string, string>> {
  const { body } = await verifier.get(`/v1/policies?level=workspace&scope_id=${workspace}&limit=100`);
  const items = body['items'] as { name: string; text: string; status: string; id: string }[];
  return Object.fromEntries(items.filter(({ status }) => status === 'active').map(({ name, text }) => [name, text]));
}
async function policyId(name: string): Promise<{ id: string; etag: string }> {
  const { body } = await verifier.get(`/v1/policies?level=workspace&scope_id=${workspace}&limit=100`);
  const found = (body['items'] as { name: string; id: string; revision: number }[]).find((one) => one.name === name);
  return { id: found?.id ?? '', etag: `"${found?.revision}"` };
}
async function settings(auditor = 'injection'): Promise<Record<string, { value: unknown }>> {
  const query = `level=workspace&scope_id=${workspace}&auditor_id=${auditor}`;
  const { body } = await verifier.get(`/v1/auditors/settings?${query}`);
  return (body['items'] as { settings: Record<string, { value: unknown }> }[])[0]?.settings ?? {};
}
const setByPerson = (level: string, id: string, entries: unknown, auditor = 'injection') => {
  const body = { scope: { level, id }, auditor_id: auditor, settings: entries };
  return level === 'org'
    ? verifier.admin('POST', '/v1/auditors/settings', body)
    : verifier.post('/v1/auditors/settings', body);
};
const revision = async () => {
  const { changes, db } = verifier.verifier().services;
  return (await changes.current(db, 'default')).revision;
};

describe('applying a preset', () => {
  it("writes settings and rules into the workspace, beside the generated default policy's rules", async () => {
    const answer = answerOf(await apply(injection('balanced')));
    expect(answer).toMatchObject({
      workspace_id: workspace,
      applied: [injection('balanced')],
      settings: { injection: { [threshold]: { value: 0.8 }, 'token_limit_exceeded.max_token_limit': { value: 4096 } } },
      policies: Array.from({ length: 12 }, (_, index) => index + 1).map(
        (number) => `preset.injection.balanced.${number}`,
      ),
      unchanged: [],
    });
    const held = await policies();
    expect(Object.keys(held).sort()).toEqual([
      ...['default.base', 'default.pii', 'default.secrets', 'default.toxicity', 'preset.injection.balanced'],
    ]);
    expect(held['preset.injection.balanced']).toBe(renderPreset({ auditor: 'injection', tier: 'balanced' }));
    expect(await settings()).toEqual(answer.settings['injection']);
    expect(answer.changed.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(held), ...Object.keys(answer.settings['injection'] ?? {})].sort(),
    );
  });

  it.each(bundleNames)('bundle %s is its two auditors at its tier', async (bundle) => {
    const answer = answerOf(await apply({ bundle }));
    expect(answer.applied).toHaveLength(2);
    const held = Object.keys(await policies()).filter((name) => name.startsWith('preset.'));
    expect(held).toHaveLength(2);
    for (const { auditor, tier } of answer.applied) {
      expect(held).toContain(`preset.${auditor}.${tier}`);
      expect(await settings(auditor)).toEqual(answer.settings[auditor]);
    }
  });

  it.each(presetAuditors.flatMap((auditor) => tiers.map((tier) => ({ auditor, tier }))))(
    '$auditor $tier is valid over the built-in chain, and a second time changes nothing and raises no revision',
    async (body) => {
      const first = answerOf(await apply(body));
      const before = await revision();
      const second = answerOf(await apply(body));
      expect(second).toEqual({ ...first, changed: [] });
      expect(await revision()).toBe(before);
    },
  );

  it('another tier replaces the former rules and values, and leaves other auditors alone', async () => {
    await apply({ auditor: 'secrets', tier: 'strict' });
    await apply(injection('starter'));
    const answer = answerOf(await apply(injection('strict')));
    expect(Object.keys(await policies()).sort()).toEqual([
      ...['default.base', 'default.pii', 'default.toxicity', 'preset.injection.strict', 'preset.secrets.strict'],
    ]);
    expect((await settings())[threshold]).toEqual({ value: 0.6 });
    expect(answer.changed).toContainEqual({
      kind: 'setting',
      auditor: 'injection',
      name: threshold,
      action: 'updated',
      before: 0.9,
      after: 0.6,
    });
    expect(answer.changed).toContainEqual({
      kind: 'policy',
      auditor: 'injection',
      name: 'preset.injection.starter',
      action: 'removed',
    });
  });

  it('is shown as the source of its values, and in the history with its changes', async () => {
    await verifier.post('/v1/agents', { id: `agent-${workspace}`, workspace_id: workspace });
    const answer = answerOf(await apply(injection('strict')));
    const { body } = await verifier.get(
      `/v1/auditors/settings/effective?agent_id=agent-${workspace}&auditor_id=injection`,
    );
    expect(body['settings']).toMatchObject({
      [threshold]: { value: 0.6, source: 'preset', decided_by: { level: 'workspace', id: workspace } },
    });
    expect(body['detection_overrides']).toMatchObject({ injection_risk: { threshold: 0.6 } });
    const history = (await verifier.get(`/v1/workspaces/${workspace}/presets/history`)).body['items'];
    expect(history).toMatchObject([
      { action: 'applied', document: { applied: answer.applied, changed: answer.changed } },
    ]);
  });

  it('is possible under both paths of workspaces', async () => {
    expect((await verifier.post(`/v1/workspaces/${workspace}/apply-preset`, injection('starter'))).status).toBe(200);
  });
});

describe("a person's value", () => {
  it('stays, is listed, and is replaced by overwrite', async () => {
    await setByPerson('workspace', workspace, { [threshold]: { value: 0.42 } });
    const kept = answerOf(await apply(injection('strict')));
    expect(kept.unchanged).toEqual([
      expect.objectContaining({ auditor: 'injection', name: threshold, reason: 'set_by_person' }),
    ]);
    expect(kept.settings['injection']).not.toHaveProperty([threshold]);
    expect((await settings())[threshold]).toEqual({ value: 0.42 });

    const overwritten = answerOf(await apply(injection('strict'), '?overwrite=true'));
    expect(overwritten.unchanged).toEqual([]);
    expect(overwritten.changed).toEqual([
      { kind: 'setting', auditor: 'injection', name: threshold, action: 'updated', before: 0.42, after: 0.6 },
    ]);
    expect((await settings())[threshold]).toEqual({ value: 0.6 });
  });

  it('stays under another name of the same parameter too', async () => {
    await setByPerson('workspace', workspace, { 'pii_count.threshold': { value: 0.3 } }, 'pii');
    const kept = answerOf(await apply({ auditor: 'pii', tier: 'strict' }));
    expect(kept.unchanged).toMatchObject([{ name: 'pii_types.threshold', reason: 'set_by_person' }]);
    await apply({ auditor: 'pii', tier: 'strict' }, '?overwrite=true');
    expect(await settings('pii')).toMatchObject({ 'pii_types.threshold': { value: 0.4 } });
    expect(await settings('pii')).not.toHaveProperty(['pii_count.threshold']);
  });

  it('in an edited rule stays and is listed, until overwrite', async () => {
    await apply(injection('starter'));
    const { id, etag } = await policyId('preset.injection.starter');
    const text = renderPreset({ auditor: 'injection', tier: 'starter' }).replace('0.9000', '0.9500');
    const saved = await verifier
      .verifier()
      .app.inject({ method: 'PUT', url: `/v1/policies/${id}`, headers: { 'if-match': etag }, payload: { text } });
    expect(saved.statusCode).toBe(200);
    await verifier.post(`/v1/policies/${id}/activate`, {}, { 'if-match': String(saved.headers['etag']) });

    const kept = answerOf(await apply(injection('starter')));
    expect(kept).toMatchObject({
      policies: [],
      changed: [],
      unchanged: [{ name: 'preset.injection.starter', reason: 'edited_by_person' }],
    });
    expect((await policies())['preset.injection.starter']).toBe(text);
    const beside = answerOf(await apply(injection('strict')));
    expect(beside.unchanged).toMatchObject([{ name: 'preset.injection.starter', reason: 'edited_by_person' }]);
    expect(Object.keys(await policies())).toContain('preset.injection.strict');

    await apply(injection('strict'), '?overwrite=true');
    expect(Object.keys(await policies())).not.toContain('preset.injection.starter');
  });

  it('from an older release is recognised, and rewritten when the preset is applied again', async () => {
    answerOf(await apply(injection('balanced')));
    const now = await policies();
    const { db } = verifier.verifier().services;
    const old = '@id("default.permit") permit (principal, action, resource);';
    const limit = 'decimal("0.7000")';
    const rule = `@id("default.toxicity") forbid (principal, action, resource) when { context.claims has toxic_content && context.claims.toxic_content.greaterThanOrEqual(${limit}) };`;
    const texts = { 'default.base': old, 'default.toxicity': rule, 'preset.injection.balanced': rule };
    for (const [name, text] of Object.entries(texts)) {
      const { id } = await policyId(name);
      await db.update(policyVersionsTable).set({ text }).where(eq(policyVersionsTable.id, id));
    }
    const warned = async () => {
      const { body } = await verifier.get(`/v1/policies?level=workspace&scope_id=${workspace}&limit=100`);
      const items = body['items'] as { name: string; problems: { code: string; message: string }[] }[];
      return items.filter(({ problems }) => problems.some(({ code }) => code === 'generated_before'));
    };
    expect((await warned()).map(({ name }) => name).toSorted()).toEqual(Object.keys(texts));
    expect((await warned())[0]?.problems[0]?.message).toContain(`assay preset apply ${workspace}`);
    const answer = answerOf(await apply(injection('balanced')));
    expect(answer.changed.map(({ name, action }) => [name, action])).toEqual(
      ['default.base', 'default.toxicity', 'preset.injection.balanced'].map((name) => [name, 'updated']),
    );
    expect([await policies(), await warned()]).toEqual([now, []]);
  });

  it('in a removed default does not return', async () => {
    await apply(injection('starter'));
    const { id, etag } = await policyId('default.pii');
    await verifier
      .verifier()
      .app.inject({ method: 'DELETE', url: `/v1/policies/${id}`, headers: { 'if-match': etag } });
    await apply(injection('strict'));
    expect(Object.keys(await policies())).not.toContain('default.pii');
  });

  it('as a mere draft does not replace the default policy: nothing would be permitted', async () => {
    const scope = { level: 'workspace', id: workspace };
    const text = 'forbid (principal, action, resource) when { context.phase == "artifact" };';
    await verifier.post('/v1/policies', { scope, name: 'mine', text });
    await apply(injection('starter'));
    expect(Object.keys(await policies())).toContain('default.base');
  });
});

describe("the organisation's enforced value", () => {
  it('stays, with or without overwrite, and is listed with its scope', async () => {
    await setByPerson('org', 'default', { [threshold]: { value: 0.75, enforced: true } });
    for (const query of ['', '?overwrite=true']) {
      const answer = answerOf(await apply(injection('strict'), query));
      expect(answer.unchanged).toEqual([
        { auditor: 'injection', name: threshold, reason: 'enforced', message: 'org default enforces 0.75' },
      ]);
      expect(await settings()).not.toHaveProperty([threshold]);
    }
  });

  it('removes an older value of the preset when the tier changes', async () => {
    await apply(injection('starter'));
    await setByPerson('org', 'default', { [threshold]: { value: 0.75, enforced: true } });
    const answer = answerOf(await apply(injection('strict')));
    expect(answer.unchanged).toHaveLength(1);
    expect(await settings()).not.toHaveProperty([threshold]);
    expect(answerOf(await apply(injection('strict'))).changed).toEqual([]);
  });
});

describe('the chain of the workspace', () => {
  const setChain = async (chain: unknown) => {
    const { headers } = await verifier.get(`/v1/workspaces/${workspace}`);
    const etag = String(headers['etag']);
    const options = { method: 'PATCH', url: `/v1/workspaces/${workspace}`, headers: { 'if-match': etag } } as const;
    expect((await verifier.verifier().app.inject({ ...options, payload: { chain } })).statusCode).toBe(200);
  };

  it('gets its missing auditors, and the default rules only of its own ones', async () => {
    await setChain({ items: [{ name: 'secrets', image: 'assay/secrets', port: 8092 }] });
    const answer = answerOf(await apply(injection('balanced')));
    expect(answer.changed[0]).toEqual({ kind: 'chain', name: 'injection', action: 'added' });
    const { body } = await verifier.get(`/v1/workspaces/${workspace}`);
    expect(body['chain']).toMatchObject({ items: [{ name: 'injection' }, { name: 'secrets' }] });
    expect(Object.keys(await policies()).sort()).toEqual([
      'default.base',
      'default.secrets',
      'preset.injection.balanced',
    ]);
  });

  it('of a gateway that lacks an auditor refuses the preset, unless the workspace has a chain of its own', async () => {
    const report = (chain: readonly string[] | undefined) =>
      verifier.post('/v1/gateways/own-files/status', {
        running: null,
        source: 'files',
        problems: [],
        ...(chain === undefined ? {} : { own_chain: chain }),
      });
    expect((await report(['politeness', 'injection'])).status).toBe(204);
    expect((await apply({ bundle: 'production_team' })).body).toMatchObject({
      status: 422,
      reason: 'chain_lacks_auditors',
      gateway_id: 'own-files',
      auditors: ['toxicity'],
    });
    expect(await policies()).toEqual({});
    expect((await apply(injection('balanced'), '?preview=true')).status).toBe(200);
    await setChain({ items: [{ name: 'secrets', image: 'assay/secrets', port: 8092 }] });
    expect((await apply({ bundle: 'production_team' })).status).toBe(200);
    expect((await report(undefined)).status).toBe(204);
  });

  it('stays inherited when nothing is missing', async () => {
    await apply({ bundle: 'production_team' });
    expect((await verifier.get(`/v1/workspaces/${workspace}`)).body['chain']).toEqual({});
  });
});

describe('a preview', () => {
  it('gives the same answer and changes nothing, in any state', async () => {
    for (const body of [injection('starter'), injection('strict'), { bundle: 'regulated_enterprise' }]) {
      const before = [await revision(), await policies(), await settings(), await settings('pii')];
      const preview = answerOf(await apply(body, '?preview=true'));
      expect([await revision(), await policies(), await settings(), await settings('pii')]).toEqual(before);
      expect(preview.changed.length).toBeGreaterThan(0);
      expect(answerOf(await apply(body))).toEqual(preview);
      expect(answerOf(await apply(body, '?preview=true')).changed).toEqual([]);
    }
  });
});

describe('refusals', () => {
  it.each([
    [{}, 'name either an auditor and a tier, or a bundle'],
    [[], 'name either an auditor and a tier, or a bundle'],
    ['text', 'name either an auditor and a tier, or a bundle'],
    [
      { auditor: 'injection', tier: 'strict', bundle: 'solo_builder' },
      'name either an auditor and a tier, or a bundle',
    ],
    [{ auditor: 'injection' }, 'tier is missing: one of starter, balanced, strict'],
    [{ tier: 'strict' }, 'auditor is missing: one of injection, pii, secrets, toxicity, model-security, sovereignty'],
    [injection('stricter'), 'tier must be one of starter, balanced, strict; did you mean strict?'],
    [{ auditor: 'fairness', tier: 'strict' }, 'auditor must be one of injection, pii, secrets, toxicity'],
    [{ bundle: 'team' }, 'bundle must be one of solo_builder, production_team, regulated_enterprise'],
    [{ bundle: 7 }, 'bundle must be one of'],
    [{ bundle: null }, 'bundle must be one of'],
    [{ bundle: 'solo_builder', teir: 'x' }, 'unknown; did you mean tier?'],
  ])('%j is 422 with the valid values', async (body, message) => {
    const answer = await apply(body);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'unprocessable',
        reason: 'preset_invalid',
        errors: [{ message: expect.stringContaining(message) }],
        valid: { auditors: presetAuditors, tiers, bundles: bundleNames },
      },
    });
    expect(answer.body['detail']).toContain(message);
  });

  it('an unknown workspace, and one of another organisation, is 404', async () => {
    expect((await verifier.post(path('nowhere'), injection('strict'))).status).toBe(404);
    await verifier.admin('POST', '/v1/organizations', { id: `org-${count}` });
    const other = { 'x-assay-organization': `org-${count}` };
    expect((await verifier.admin('POST', path(), injection('strict'), other)).status).toBe(404);
    const own = await verifier.admin('POST', path('default'), injection('strict'), other);
    expect(own.status).toBe(200);
    expect((await verifier.get('/v1/workspaces/default/presets/history')).body['items']).toEqual([]);
  });

  it('only operators and admins apply presets', async () => {
    const { presets } = verifier.verifier().services;
    const request = {
      workspaceId: workspace,
      applied: [{ auditor: 'pii', tier: 'strict' }],
      overwrite: false,
    } as const;
    for (const role of ['agent', 'gateway', 'viewer', 'reviewer'] as const) {
      const preview = presets.preview(createAuthor('default', 'somebody', role), request);
      await expect(preview).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('a wrong query is 400, a stale If-Match 412, a matching one is accepted', async () => {
    expect((await apply(injection('strict'), '?preview=yes')).status).toBe(400);
    expect((await apply(injection('strict'), '', { 'if-match': '"7"' })).status).toBe(412);
    expect((await apply(injection('strict'), '', { 'if-match': '"1"' })).status).toBe(200);
  });

  it('incompatible rules are refused, and nothing of the preset is stored', async () => {
    const scope = { level: 'workspace', id: workspace };
    const rule = (number: number) =>
      `forbid (principal, action, resource) when { context.session_id == "s${number}" && context.phase == "artifact" };`;
    const text = Array.from({ length: 498 }, (_, number) => rule(number)).join('\n');
    const made = await verifier.post('/v1/policies', { scope, name: 'mine', text });
    const headers = { 'if-match': String(made.headers['etag']) };
    expect((await verifier.post(`/v1/policies/${made.body['id']}/activate`, {}, headers)).status).toBe(200);
    const before = await revision();
    const answer = await apply(injection('strict'));
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(answer.raw.toString()).toContain('at most 500 are allowed');
    expect([await revision(), await settings()]).toEqual([before, {}]);
  });

  it('Idempotency-Key: the same request once, another one is 409', async () => {
    const headers = { 'idempotency-key': `key-${count}` };
    const first = answerOf(await apply(injection('strict'), '', headers));
    expect(answerOf(await apply(injection('strict'), '', headers))).toEqual(first);
    expect(first.changed.length).toBeGreaterThan(0);
    expect((await apply(injection('starter'), '', headers)).status).toBe(409);
    expect((await apply(injection('strict'), '?overwrite=true', headers)).status).toBe(409);
  });
});

it('the list shows every preset with its settings, its rules and its text, and the bundles', async () => {
  const { status, body } = await verifier.get('/v1/presets');
  expect(status).toBe(200);
  const items = body['items'] as { auditor: string; tier: string; rules: { id: string }[]; policy: { text: string } }[];
  expect(items.map(({ auditor, tier }) => `${auditor} ${tier}`)).toEqual(
    presetAuditors.flatMap((auditor) => tiers.map((tier) => `${auditor} ${tier}`)),
  );
  for (const { rules, policy } of items) for (const { id } of rules) expect(policy.text).toContain(`@id("${id}")`);
  expect((body['bundles'] as { bundle: string }[]).map(({ bundle }) => bundle)).toEqual([...bundleNames]);
});
