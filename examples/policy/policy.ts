/** A policy set that fails closed: for its author's policies directly, for others' policies in the sandbox. */
import { createCedarPolicy, createSandboxedCedar, type PolicyQuestion } from '@assay/sdk/policy';
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';

const policies = `
  @id("staff-reads")
  permit(principal in Group::"staff", action == Action::"read", resource);
  @id("not-if-risky")
  forbid(principal, action, resource) when { context.risk.greaterThan(decimal("0.8")) };
`;

const question = (risk: string): PolicyQuestion => ({
  principal: { type: 'User', id: 'ann' },
  action: { type: 'Action', id: 'read' },
  resource: { type: 'Document', id: 'plan' },
  context: { risk: { __extn: { fn: 'decimal', arg: risk } } },
  entities: [{ uid: { type: 'User', id: 'ann' }, parents: [{ type: 'Group', id: 'staff' }] }],
});

const policy = createCedarPolicy({ cedar, policies });
export const allowed = policy.evaluate(question('0.2')); // allow, because of staff-reads
export const forbidden = policy.evaluate(question('0.9')); // deny, because of not-if-risky
// Cedar alone would skip the forbid, whose context is missing, and allow.
export const failed = policy.evaluate({ ...question('0.2'), context: {} }); // deny, with the error

const sandboxed = await createSandboxedCedar({ policies, deadlineMs: 1_000, memoryMb: 64 });
export const elsewhere = await sandboxed.evaluate(question('0.2'));
await sandboxed.close();
