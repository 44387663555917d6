import type { LifecyclePolicy } from '@assay/client';
import { expect, test } from 'vitest';
import { toDraft, toPolicyInput } from './lifecycle-draft.ts';

const policy: LifecyclePolicy = {
  id: 'lcp_1',
  org_id: 'default',
  name: 'Stale agents',
  priority: 7,
  scope: { level: 'workspace', id: 'sales', labels: { tier: 'low' } },
  rules: [{ type: 'inactivity', enabled: true, threshold_days: 60, warn_days: 20, grace_days: 5 }],
  enforcement: { action: 'suspend_then_decommission', grace_days: 3 },
  revision: 2,
  created_at: '2026-01-01T00:00:00Z',
  created_by: 'local',
  updated_at: '2026-01-01T00:00:00Z',
};

test('A policy that is opened and saved without a change stays the same.', () => {
  expect(toPolicyInput(toDraft(policy, 'default'))).toEqual({
    name: 'Stale agents',
    priority: 7,
    scope: { level: 'workspace', id: 'sales', labels: { tier: 'low' } },
    rules: [{ type: 'inactivity', threshold_days: 60, warn_days: 20, grace_days: 5 }],
    enforcement: { action: 'suspend_then_decommission', grace_days: 3 },
  });
});

test('A new policy covers the organisation, and only tells people until somebody chooses more.', () => {
  const input = toPolicyInput(toDraft(undefined, 'default'));
  expect(input.scope).toEqual({ level: 'org', id: 'default' });
  expect(input.enforcement).toEqual({ action: 'notify' });
  expect(input.rules).toEqual([]);
});
