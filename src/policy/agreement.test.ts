/**
 * Random sets and requests: optimisations of a decision (pruning, caching, pre-parsing) must never change it.
 * 4,000 requests to 100 sets (a set reveals more than a request), or 100,000 to 500 with ASSAY_LONG_TESTS=1.
 */
import { env } from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { createCedarHost, loadCedarModule } from './cedar-host.ts';
import { anEngine, aRequest, harmless, settingsOf, textChain } from './chain.fixture.ts';
import { toCedarValue } from './convert.ts';
import { createPolicyEngine, type PolicyEngine } from './decide.ts';
import type { DecisionRequest, PhaseDecision } from './decision.ts';
import { namespace, toEntityUid } from './entity-model.ts';
import { createSettingReader } from './setting-reader.ts';

const isLong = env['ASSAY_LONG_TESTS'] === '1';
const sets = isLong ? 500 : 100;
const requestsOfSet = isLong ? 200 : 40;
const cedar = createCedarHost();
const stateless = loadCedarModule();

const condition = fc.constantFrom(
  ...['0.2', '0.5', '0.9'].flatMap((bound) =>
    ['injection_risk', 'toxic_content'].map(
      (claim) => `context.claims has ${claim} && context.claims.${claim}.greaterThanOrEqual(decimal("${bound}"))`,
    ),
  ),
  ...['pii_found', 'secret_leaked', 'invisible_chars'].flatMap((claim) => [
    `context.claims has ${claim} && context.claims.${claim}`,
    `!(context has claims.${claim} && context.claims.${claim})`,
  ]),
  'context.claims has invisible_char_count && context.claims.invisible_char_count * 4611686018427387904 > 5',
  'context.claims has pii_types && context.claims.pii_types.containsAny(["email", "iban"])',
  'context.claims has toxicity_scores.threat && context.claims.toxicity_scores.threat.lessThan(decimal("0.4"))',
  'context.claims has language_detected && context.claims.language_detected like "e*"',
  ...['injection.injection_risk', 'toxicity.toxic_content'].map((path) => {
    const claim = path.split('.')[1];
    return `context.claims has ${claim} && context.claims.${claim}.greaterThanOrEqual(context.settings.${path}.threshold)`;
  }),
  'context.settings.injection.block_on_detection && context.settings.toxicity has toxic_content',
  'context.settings.toxicity.replacement_message like "T*"',
  'context.phase == "response"',
  'context.auditors.failed.contains("pii")',
  'context has user_region && context.user_region == "eu"',
  'context.uninspected.contains("image")',
  'context.features.contains("mcp")',
  'context.settings.features.allowed.containsAll(context.features)',
);
const response = fc.constantFrom('block', 'redact', 'escalate', 'warn');
const rule = fc.record({
  effect: fc.constantFrom('permit', 'forbid', 'forbid'),
  condition,
  response,
  ignore: fc.boolean(),
});
const policyText = fc.array(rule, { minLength: 1, maxLength: 8 }).map((drawn) =>
  drawn
    .map((one, index) => {
      const asks = one.effect === 'forbid' ? `@response("${one.response}")` : '';
      const missing = one.ignore ? '@on_missing("ignore")' : '';
      return `@id("p${index}") ${asks} ${missing}\n${one.effect} (principal, action, resource) when { ${one.condition} };`;
    })
    .concat('@id("open") permit (principal, action, resource);')
    .join('\n'),
);
const score = fc.constantFrom(0, 0.1999, 0.19995, 0.2, 0.5, 0.89995, 0.9, 1);
const request: fc.Arbitrary<DecisionRequest> = fc
  .record({
    values: fc.record({
      injection_risk: fc.option(score, { nil: undefined }),
      toxic_content: score,
      pii_found: fc.boolean(),
      secret_leaked: fc.boolean(),
      invisible_chars: fc.boolean(),
      invisible_char_count: fc.constantFrom(0, 1, 2),
      pii_types: fc.subarray(['email', 'iban', 'phone']),
      language_detected: fc.constantFrom('en', 'de', undefined),
      toxicity_scores: fc.record({ threat: score, extra: fc.constant(0.5) }),
    }),
    phase: fc.constantFrom('request' as const, 'response' as const),
    region: fc.constantFrom('eu', 'us', undefined),
    uninspected: fc.subarray(['image', 'audio']),
    features: fc.subarray(['mcp', 'web_search']),
    allowed: fc.subarray(['mcp', 'skills']),
    threshold: score,
    blocks: fc.boolean(),
    traceId: fc.string({ unit: 'grapheme-ascii' }),
  })
  .map(({ values, phase, region, uninspected, features, allowed, traceId, threshold, blocks }) => ({
    ...aRequest({ values: { ...harmless, ...values }, phase, uninspected, features, traceId }),
    settings: settingsOf({
      'injection.injection_risk.threshold': threshold,
      'toxicity.toxic_content.threshold': threshold,
      'injection.block_on_detection': blocks,
      'features.allowed': allowed,
    }),
    ...(region === undefined ? {} : { userRegion: region }),
  }));

/** The result of a decision, without its derivation. */
function told(decision: PhaseDecision) {
  const { cached, schemaHash, policyVersion, policySetHash, errors, settings, ...rest } = decision;
  return { ...rest, errors: errors.length > 0 };
}

/** Asks the engine directly, with the text, the whole context and no schema of ours. */
function askStateless(engine: PolicyEngine, asked: DecisionRequest) {
  const { policies, schema } = engine.policySet;
  const claims = Object.fromEntries(
    asked.claims.map(({ contextName, value }) => {
      const shape = schema.claims.get(contextName)?.shape;
      if (shape === undefined) throw new Error('an undeclared claim');
      return [contextName, toCedarValue(shape, value)];
    }),
  );
  const { phase, traceId, sessionId, modelId, userRegion, uninspected, features } = asked;
  const { record } = createSettingReader([...schema.settings.values()])(asked.settings);
  if (record === undefined) throw new Error('the chain has settings');
  const answer = stateless.isAuthorized({
    principal: toEntityUid(asked.principal),
    action: { type: `${namespace}::Action`, id: asked.action },
    resource: toEntityUid(asked.resource),
    entities: [],
    schema: schema.json,
    validateRequest: true,
    context: {
      claims,
      phase,
      trace_id: traceId,
      session_id: sessionId,
      model_id: modelId,
      uninspected: [...uninspected],
      now: '2026-01-01T00:00:00Z',
      auditors: { ok: textChain.map(({ item }) => item), failed: [], skipped: [] },
      settings: record,
      features: [...features],
      ...(userRegion === undefined ? {} : { user_region: userRegion }),
    },
    policies: { staticPolicies: Object.fromEntries(policies.map(({ id, text }) => [id, text])) },
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join());
  return answer.response;
}

it('pruned and full, cached and fresh, stateful and stateless decisions agree', { timeout: 1_200_000 }, () => {
  fc.assert(
    fc.property(policyText, fc.integer(), (text, seed) => {
      const pruned = anEngine(text, { cedar });
      const remembering = anEngine(text, { cedar, cacheSize: 64 });
      const settings = [...pruned.policySet.schema.settings.values()];
      const policySet = { ...pruned.policySet, needed: 'all', attributes: 'all', settings } as const;
      const full = createPolicyEngine({ policySet, cedar, clock: { now: () => 0 }, cacheSize: 0 });
      for (const asked of fc.sample(request, { numRuns: requestsOfSet, seed })) {
        const decision = pruned.decide(asked);
        const cached = remembering.decide(asked);
        expect(told(cached)).toEqual(told(decision));
        expect(cached.settings).toEqual(decision.settings);
        const whole = full.decide(asked);
        // With the whole context more claims are missing; those denies are not compared here.
        if (!isMissing(whole)) expect(told(whole)).toEqual(told(decision));
        if (!isMissing(decision)) expectSame(decision, pruned, asked);
      }
    }),
    { numRuns: runs(sets), endOnFailure: true },
  );
});

const isMissing = ({ reasons }: PhaseDecision): boolean => reasons.some((reason) => reason.startsWith('missing:'));

function expectSame(decision: PhaseDecision, engine: PolicyEngine, asked: DecisionRequest): void {
  const direct = askStateless(engine, asked);
  expect(decision.errors.length > 0).toBe(direct.diagnostics.errors.length > 0);
  if (direct.diagnostics.errors.length > 0) return;
  const soft = new Set(
    engine.policySet.policies
      .filter(({ annotations }) => /redact|warn/.test(annotations.response ?? ''))
      .map(({ id }) => id),
  );
  const binding = direct.diagnostics.reason.filter((id) => !soft.has(id));
  if (direct.decision === 'allow' || binding.length > 0) {
    expect([...decision.reasons].sort()).toEqual(binding.sort());
    expect(decision.decision).toBe(direct.decision);
  } else {
    expect([...decision.warnings].sort()).toEqual([...direct.diagnostics.reason].sort());
    expect(decision.decision).toBe('allow');
  }
}
