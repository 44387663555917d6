/** Prometheus counters of approvals and delegations. Each step is an event, counted once it is committed. */
import { Counter, type Registry } from 'prom-client';
import { approvalKinds } from '../../../contract/api/approvals/states.ts';
import { revokeReasons } from '../../../contract/api/delegations/states.ts';
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { AgentEvent, Events } from './append.ts';

/** Steps of an approval request. For a consent, `used` means that its grant was made. */
const approvalSteps = ['requested', 'approved', 'denied', 'expired', 'cancelled', 'used'] as const;

/** Wraps events so that they are counted. */
export function countEvents(events: Events, registry: Registry): Events {
  const count = createCounters(registry);
  return {
    async append(tx, orgId, event) {
      await events.append(tx, orgId, event);
      afterCommit(tx, () => count(event));
    },
    async appendMany(tx, orgId, list) {
      const added = await events.appendMany(tx, orgId, list);
      afterCommit(tx, () => {
        for (const event of list) count(event);
      });
      return added;
    },
  };
}

function createCounters(registry: Registry): (event: AgentEvent) => void {
  const registers = [registry];
  const approvals = new Counter({
    name: 'assay_approvals_total',
    help: 'Requests for an approval, by kind and by what became of them',
    labelNames: ['kind', 'step'],
    registers,
  });
  const granted = new Counter({
    name: 'assay_delegations_granted_total',
    help: 'Delegations that were made',
    registers,
  });
  const ended = new Counter({
    name: 'assay_delegations_ended_total',
    help: 'Delegations that ended, by reason',
    labelNames: ['reason'],
    registers,
  });
  // Starts at zero, so that an alarm on an increase sees the first one.
  for (const kind of approvalKinds) for (const step of approvalSteps) approvals.inc({ kind, step }, 0);
  for (const reason of revokeReasons) ended.inc({ reason }, 0);

  return ({ code = '', data }) => {
    const fields = Object(data['fields']);
    const kind = approvalKinds.find((one) => one === Reflect.get(fields, 'kind'));
    const step = approvalSteps.find((one) => code === `approval.${one}`);
    if (kind !== undefined && step !== undefined) approvals.inc({ kind, step });
    if (code === 'delegation.granted') granted.inc();
    const reason = revokeReasons.find((one) => one === Reflect.get(fields, 'reason'));
    if ((code === 'delegation.revoked' || code === 'delegation.expired') && reason !== undefined) ended.inc({ reason });
  };
}
