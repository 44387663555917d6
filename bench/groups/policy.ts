/**
 * One Cedar decision by the engine (uncached): 50 policies that read 4 scores, and the default policy over the built-in chain,
 * which reads settings and features.
 */

import { builtInChainIds } from '../../src/configuration/chain/resolve-chain.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createCedarHost } from '../../src/policy/cedar-host.ts';
import { createPolicyEngine } from '../../src/policy/decide.ts';
import { loadPolicySet, neededClaims } from '../../src/policy/policy-set.ts';
import { generateSchema } from '../../src/policy/schema.ts';
import { loadDefaultPolicy } from '../default-policy.ts';
import { timeCalls } from '../percentile.ts';
import type { Group } from '../report.ts';

const scores = ['score_a', 'score_b', 'score_c', 'score_d'];
const policyCount = 50;

export const policyGroup: Group = {
  name: 'policy',
  summary: 'Cedar decision by the engine, p50',
  async run() {
    const asked = createEngine(0);
    const cachedAnswer = createEngine(10_000);
    const { engine: byDefault, request: ofChain } = createDefault();
    const engine = await timeCalls(3_000, (round) => asked.decide(request(round)));
    const whole = await timeCalls(3_000, (round) => byDefault.decide(ofChain(round)));
    const cached = await timeCalls(3_000, () => cachedAnswer.decide(request(1)));
    return [
      { id: 'policy.p50_ms', value: engine.p50Ms, unit: 'ms', baseline: null, ratio: null, must: '0.3 ms' },
      { id: 'policy.default_p50_ms', value: whole.p50Ms, unit: 'ms', baseline: null, ratio: null },
      {
        id: 'policy.cached_p50_ms',
        value: cached.p50Ms,
        unit: 'ms',
        baseline: engine.p50Ms,
        ratio: cached.p50Ms / engine.p50Ms,
      },
    ];
  },
};

function createEngine(cacheSize: number) {
  const cedar = createCedarHost();
  const entries = scores.map((name) => ({
    name,
    type: 'score_normalized' as const,
    description: name,
    value_schema: { type: 'number', minimum: 0, maximum: 1 },
    settings: [],
  }));
  const schema = generateSchema([{ item: 'bench', auditorId: 'bench', phases: ['request'], entries }]);
  const forbids = Array.from({ length: policyCount - 1 }, (_, index) => {
    const name = scores[index % scores.length];
    const limit = (0.8 + (index % 19) / 100).toFixed(4);
    return `@id("rule-${index}") forbid (principal, action, resource) when { context.claims has ${name} && context.claims.${name}.greaterThan(decimal("${limit}")) };`;
  });
  const text = ['@id("all") permit (principal, action, resource);', ...forbids].join('\n');
  const policySet = loadPolicySet({ id: 'bench', text, schema, cedar });
  return createPolicyEngine({ policySet, cedar, clock: systemClock, cacheSize });
}

function request(round: number) {
  return {
    principal: { type: 'User', id: 'local' },
    action: 'invoke',
    resource: { type: 'Agent', id: 'default' },
    phase: 'request',
    traceId: 'trace',
    sessionId: 'session',
    modelId: 'model',
    claims: scores.map((contextName, index) => ({
      contextName,
      type: 'score_normalized' as const,
      value: ((round * 7 + index * 13) % 700) / 1000,
      auditor: 'bench',
    })),
    auditors: [{ item: 'bench', status: 'ok' }],
    uninspected: [],
    features: [],
  } as const;
}

/** The default policy in the gateways' form, asked with harmless claims and default settings. */
function createDefault() {
  const cedar = createCedarHost();
  const policySet = loadDefaultPolicy(cedar);
  const settings = { values: new Map(policySet.settings.map((one) => [one.id, one.default])) };
  const needed = neededClaims(policySet);
  const engine = createPolicyEngine({ policySet, cedar, clock: systemClock, cacheSize: 0 });
  const asked = (round: number) =>
    ({
      ...request(round),
      settings,
      auditors: builtInChainIds.map((item) => ({ item, status: 'ok' as const })),
      claims: needed.map(({ contextName, item, entry: { type } }, index) => {
        const value = type === 'score_normalized' ? ((round * 7 + index * 13) % 600) / 1000 : false;
        return { contextName, type, value, auditor: item };
      }),
    }) as const;
  const { decision, errors } = engine.decide(asked(1));
  if (decision !== 'allow') throw new Error(`the default policy denies a harmless request: ${errors.join('; ')}`);
  return { engine, request: asked };
}
