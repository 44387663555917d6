/** One Cedar decision by the engine (no remembered answer): 50 policies that read 4 scores. */

import { systemClock } from '../../src/platform/clock.ts';
import { createCedarHost } from '../../src/policy/cedar-host.ts';
import { createPolicyEngine } from '../../src/policy/decide.ts';
import { loadPolicySet } from '../../src/policy/policy-set.ts';
import { generateSchema } from '../../src/policy/schema.ts';
import { timeCalls } from '../percentile.ts';
import type { Group } from '../report.ts';

const scores = ['score_a', 'score_b', 'score_c', 'score_d'];
const policyCount = 50;

export const policyGroup: Group = {
  name: 'policy',
  summary: 'Cedar decision by the engine, p50',
  async run() {
    const asked = createEngine(0);
    const remembered = createEngine(10_000);
    const engine = await timeCalls(3_000, (round) => asked.decide(request(round)));
    const cached = await timeCalls(3_000, () => remembered.decide(request(1)));
    return [
      { id: 'policy.p50_ms', value: engine.p50Ms, unit: 'ms', baseline: null, ratio: null, must: '0.3 ms' },
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
