import { expect, it } from 'vitest';
import { createAuditor } from './create-auditor.ts';
import { defineAuditor } from './definition.ts';
import { setting } from './setting.ts';

const d = defineAuditor({
  id: 'shout',
  name: 'S',
  description: 'd',
  category: 'security',
  catalogPhase: 'input_guarding',
  icon: 'i',
  color: 'red',
  defaultPort: 8090,
  phases: ['request', 'response'],
  config: { multilingual: setting.boolean({ label: 'm', default: true }) },
  methods: [
    {
      name: 'text',
      produces: {
        risk: { type: 'score_normalized', description: 'x' },
        kind: { type: 'string', description: 'k', valueSchema: { enum: ['a', 'b'] } },
      },
      settings: { threshold: setting.number({ label: 't', default: 0.8, min: 0, max: 1 }) },
      run: (input, { settings, config }) => [
        { name: 'risk', value: settings.threshold, detail: { x: config.multilingual, u: undefined } },
        { name: 'kind', value: 'a' },
      ],
    },
  ],
});
it('works', async () => {
  const a = createAuditor(d, { env: { SHOUT_THRESHOLD: '0.5' }, clock: () => 0 });
  console.dir(
    await a.claims({
      data: { input: 'x' },
      phase: 'request',
      vendor_context: { claim_instances: [{ instance_id: 'A-1', produces: ['kind'], settings: { threshold: 0.1 } }] },
    }),
    { depth: 9 },
  );
  console.dir(
    await a.claims({
      data: { input: 'x' },
      phase: 'request',
      vendor_context: { detection_overrides: { risk: { threshold: 4 } } },
    }),
    { depth: 9 },
  );
  console.dir(await a.claims({ data: { input: 3 }, phase: 'request' }), { depth: 9 });
  console.dir(await a.claims({ phase: 'request' }), { depth: 9 });
  const N = 300000;
  const r = { data: { input: 'x' }, phase: 'request' };
  for (let k = 0; k < 3; k++) {
    const t = performance.now();
    for (let i = 0; i < N; i++) await a.claims(r);
    console.log('us/call', ((performance.now() - t) / N) * 1000);
  }
  expect(a.health().ready).toBe(true);
});
