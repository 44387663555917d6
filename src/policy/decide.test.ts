import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, aPolicySet, aRequest, settingsOf } from './chain.fixture.ts';
import { createPolicyEngine } from './decide.ts';
import { createEntitySet } from './entity-model.ts';

const permit = '@id("open") permit (principal, action, resource);';
const forbid = (id: string, response: string, claim: string, more = '') => `@id("${id}") @response("${response}")
@reason("${id} fired") ${more}
forbid (principal, action, resource) when { context.claims has ${claim} && context.claims.${claim} };`;
const all = [
  permit,
  forbid('w', 'warn', 'invisible_chars', '@framework("SOC2") @control("CC7")'),
  forbid('r', 'redact', 'pii_found', '@framework("gdpr")'),
  forbid('e', 'escalate', 'secret_leaked'),
  `@id("b") @reason("b fired") forbid (principal, action, resource)
when { context.claims has toxic_content && context.claims.toxic_content.greaterThan(decimal("0.5")) };`,
].join('\n');

const fires = {
  w: { invisible_chars: true },
  r: { pii_found: true },
  e: { secret_leaked: true },
  b: { toxic_content: 0.9 },
};

describe('the strongest response wins: block, escalate, redact, warn', () => {
  it.each([
    [[], 'allow', ['open'], [], []],
    [['w'], 'allow', ['open'], ['warn'], ['w']],
    [['r'], 'allow', ['open'], ['redact'], ['r']],
    [['w', 'r'], 'allow', ['open'], ['redact', 'warn'], ['r', 'w']],
    [['e'], 'deny', ['e'], ['escalate'], []],
    [['e', 'r', 'w'], 'deny', ['e'], ['escalate', 'redact', 'warn'], ['r', 'w']],
    [['b'], 'deny', ['b'], ['block'], []],
    [['b', 'e', 'r', 'w'], 'deny', ['b', 'e'], ['block', 'escalate', 'redact', 'warn'], ['r', 'w']],
  ] as const)('%j fired: %s because of %j', (fired, decision, reasons, obligations, warnings) => {
    const values = Object.assign({}, ...fired.map((id) => fires[id]));
    const result = anEngine(all).decide(aRequest({ values }));
    expect(result).toMatchObject({ decision, reasons, obligations, warnings, errors: [] });
    expect(result.messages.filter((text) => text.endsWith(' fired'))).toHaveLength(fired.length);
  });

  it('a deny only by escalation says that it needs an approval', () => {
    const said = (values: object) =>
      anEngine(all)
        .decide(aRequest({ values: { ...values } }))
        .messages.join();
    expect(said(fires.e)).toContain('needs approval: a person must approve it first');
    expect(said({ ...fires.e, ...fires.b })).not.toContain('approval');
  });

  it('names the claims whose spans are replaced, and the frameworks and controls of the applied policies', () => {
    const result = anEngine(all).decide(aRequest({ values: { ...fires.r, ...fires.w } }));
    expect(result).toMatchObject({ redact: ['pii_found'], frameworks: ['gdpr', 'soc2'], controls: ['CC7'] });
    expect(anEngine(all).decide(aRequest({ values: fires.w })).redact).toEqual([]);
  });
});

describe('a forbid that only redacts or warns', () => {
  const guarded = `@id("own") permit (principal, action, resource) when { context.model_id == "echo" };
${forbid('w', 'warn', 'invisible_chars')}`;

  it('permits nothing: without a permit the answer stays deny', () => {
    const request = aRequest({ values: fires.w, modelId: 'other' });
    expect(anEngine(guarded).decide(request)).toMatchObject({
      decision: 'deny',
      reasons: [],
      obligations: ['warn'],
      warnings: ['w'],
      messages: ['w fired', 'no permit of the policy set applies'],
    });
    expect(anEngine(guarded).decide(aRequest({ values: fires.w })).decision).toBe('allow');
  });
});

describe('scores are compared after rounding', () => {
  const text = `${permit}\n@id("s") forbid (principal, action, resource)
when { context.claims has toxic_content && context.claims.toxic_content.greaterThanOrEqual(decimal("0.8")) };`;
  it.each([
    [0.79994, 'allow'],
    [0.79995, 'deny'],
    [0.8, 'deny'],
  ])('%d is an %s at a threshold of 0.8', (toxicContent, decision) => {
    expect(anEngine(text).decide(aRequest({ values: { toxic_content: toxicContent } })).decision).toBe(decision);
  });
});

describe("a policy's context contains", () => {
  const allowsWhen = (condition: string, request: Partial<Parameters<typeof aRequest>[0]> = {}) =>
    anEngine(`permit (principal, action, resource) when { ${condition} };`).decide(aRequest(request)).decision;

  it.each([
    ['context.phase == "request"', {}],
    ['context.trace_id == "t1" && context.session_id == "s1" && context.model_id == "echo"', {}],
    ['context has user_region && context.user_region == "eu"', { userRegion: 'eu' }],
    ['!(context has user_region)', {}],
    ['context.uninspected.contains("image")', { uninspected: ['image', 'image', 'audio'] }],
    ['context.auditors.ok.contains("pii") && context.auditors.failed.isEmpty()', {}],
    ['context.now > datetime("2025-10-09") && context.now < datetime("2025-10-10")', {}],
    ['context.claims has toxicity_scores.hits && context.claims.toxicity_scores.hits == 0', {}],
    ['context.claims has pii_types && context.claims.pii_types.isEmpty()', {}],
    ['context.claims has detection_ms && context.claims.detection_ms == 1', {}],
    ['context == context', {}],
  ])('%s', (condition, request) => {
    expect(allowsWhen(condition, request)).toBe('allow');
    expect(allowsWhen(`!(${condition})`, request)).toBe('deny');
  });

  it('late auditors as failed', () => {
    const auditors = [{ item: 'pii', status: 'late' as const }];
    expect(allowsWhen('context.auditors.failed.contains("pii")', { auditors, claims: [] })).toBe('allow');
  });

  it('entities with attributes and parents', () => {
    const entities = createEntitySet([
      {
        type: 'Agent',
        id: 'a1',
        attributes: { pii_authorized: true, allowed_regions: ['eu'] },
        parents: [{ type: 'Workspace', id: 'w1' }],
      },
      { type: 'Workspace', id: 'w1', parents: [{ type: 'Organization', id: 'o1' }] },
    ]);
    const condition = `principal in Assay::Organization::"o1" && principal is Assay::Agent &&
      principal has pii_authorized && principal.pii_authorized && principal.allowed_regions.contains("eu")`.replace(
      'principal.allowed_regions',
      'principal has allowed_regions && principal.allowed_regions',
    );
    expect(allowsWhen(condition, { entities })).toBe('allow');
    expect(allowsWhen(condition)).toBe('deny');
  });
});

describe('cached answers', () => {
  const cedar = createCedarHost();
  const text = `@id("own") permit (principal == Assay::Agent::"a1", action, resource) when { principal in Assay::Workspace::"w" };
${forbid('r', 'redact', 'pii_found')}`;
  const inside = createEntitySet([{ type: 'Agent', id: 'a1', parents: [{ type: 'Workspace', id: 'w' }] }]);

  it('apply to equal questions only', () => {
    const engine = anEngine(text, { cedar, cacheSize: 100 });
    const ask = (more: Parameters<typeof aRequest>[0]) => {
      const { decision, cached } = engine.decide(aRequest({ entities: inside, ...more }));
      return [decision, cached];
    };
    expect(ask({})).toEqual(['allow', false]);
    expect(ask({ traceId: 'other', sessionId: 'other', values: { toxic_content: 0.3 } })).toEqual(['allow', true]);
    expect(ask({ principal: { type: 'Agent', id: 'a2' } })).toEqual(['deny', false]);
    expect(ask({ entities: createEntitySet([]) })).toEqual(['deny', false]);
    expect(ask({ values: { pii_found: true } })).toEqual(['allow', false]);
    expect(ask({ action: 'access_data' })).toEqual(['allow', false]);
    expect(ask({})).toEqual(['allow', true]);
  });

  it('equal fresh ones, and are displaced by newer ones', () => {
    const engine = anEngine(text, { cedar, cacheSize: 1 });
    const fresh = engine.decide(aRequest({ entities: inside, values: { pii_found: true } }));
    const cached = engine.decide(aRequest({ entities: inside, values: { pii_found: true } }));
    expect(cached).toEqual({ ...fresh, cached: true });
    engine.decide(aRequest({ entities: inside }));
    expect(engine.decide(aRequest({ entities: inside, values: { pii_found: true } })).cached).toBe(false);
  });

  it('are shared by scores that no policy distinguishes, and never across a threshold or a change of it', () => {
    const strict = `${permit} forbid (principal, action, resource) when {
  context.claims has injection_risk &&
  context.claims.injection_risk.greaterThanOrEqual(context.settings.injection.injection_risk.threshold) };`;
    const engine = anEngine(strict, { cedar, cacheSize: 100 });
    const ask = (score: number, threshold: number) => {
      const settings = settingsOf({ 'injection.injection_risk.threshold': threshold });
      const { decision, cached } = engine.decide(aRequest({ settings, values: { injection_risk: score } }));
      return [decision, cached];
    };
    expect(ask(0.1234, 0.8)).toEqual(['allow', false]);
    expect(ask(0.7999, 0.8)).toEqual(['allow', true]);
    expect(ask(0.8, 0.8)).toEqual(['deny', false]);
    expect(ask(0.93, 0.8)).toEqual(['deny', false]);
    expect(ask(0.94, 0.8)).toEqual(['deny', true]);
    expect(ask(0.7999, 0.5)).toEqual(['deny', false]);
    expect(ask(0.1234, 0.5)).toEqual(['allow', false]);
  });

  it('do not exist for policies that read the time', () => {
    let now = Date.UTC(2026, 0, 1);
    const timed = 'permit (principal, action, resource) when { context.now < datetime("2026-01-02") };';
    const engine = anEngine(timed, { cedar, cacheSize: 100, now: () => now });
    expect(engine.decide(aRequest()).decision).toBe('allow');
    expect(engine.decide(aRequest())).toMatchObject({ decision: 'allow', cached: false });
    now = Date.UTC(2026, 0, 3);
    expect(engine.decide(aRequest())).toMatchObject({ decision: 'deny', cached: false });
  });
});

it('a decision names its set, schema and engine', () => {
  const cedar = createCedarHost();
  const policySet = aPolicySet(permit, undefined, cedar);
  const decision = createPolicyEngine({ policySet, cedar, clock: { now: () => 0 }, cacheSize: 0 }).decide(aRequest());
  expect(decision).toMatchObject({
    policyId: 'policy',
    policyVersion: policySet.version,
    policySetHash: policySet.version,
    schemaHash: policySet.schema.hash,
    engineVersion: '4.13.0',
  });
});
