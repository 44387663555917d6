import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createGatewayMetrics } from './metrics.ts';

it('metrics are read while the database is away, without what only it knows', async () => {
  const registry = new Registry();
  const metrics = createGatewayMetrics(registry);
  let isAway = false;
  metrics.observe({
    waiting: () => 3,
    async countStates() {
      if (isAway) throw new Error('the database is gone');
      return { current: 2, behind: 1, refusing: 0, away: 0 };
    },
  });
  expect(await registry.metrics()).toContain('assay_gateways{state="behind"} 1');
  isAway = true;
  const text = await registry.metrics();
  expect(text).toContain('assay_config_bundle_waiting 3');
  expect(text).not.toContain('assay_gateways{');
});
