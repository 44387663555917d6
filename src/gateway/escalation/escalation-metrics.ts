/** Prometheus counter of exchanges that people were asked about. */
import { Counter, type Registry } from 'prom-client';
import type { AskedStatus } from './asked.ts';
import type { Escalator } from './escalator.ts';

const outcomes = ['pending', 'approved', 'denied', 'refused', 'unverifiable'] as const satisfies readonly AskedStatus[];

/** Gives the same escalator with counted outcomes. */
export function countEscalations(escalate: Escalator, registry: Registry): Escalator {
  const escalations = new Counter({
    name: 'assay_gateway_escalations_total',
    help: 'Approval requests to the verifier, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Created at zero, so that an alarm on an increase sees the first one.
  for (const outcome of outcomes) escalations.inc({ outcome }, 0);
  return async (phase) => {
    const asked = await escalate(phase);
    escalations.inc({ outcome: asked.status });
    return asked;
  };
}
