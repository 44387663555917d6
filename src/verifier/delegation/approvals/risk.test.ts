import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvalKinds, risks } from '../../../contract/api/approvals/states.ts';
import { isPowerful, isReadOnly, riskOf } from './risk.ts';

const now = Date.parse('2026-03-01T00:00:00Z');
const day = 86_400;
const of = (scopes: readonly string[], ttl?: number) =>
  riskOf({ kind: 'delegation', requested: { scopes: [...scopes], ...(ttl === undefined ? {} : { ttl }) } }, now);

describe('the risk of a request', () => {
  it.each([
    [['assay:full'], 60, 'high'],
    [['crm:read', 'crm:write'], 60, 'high'],
    [['Files.ReadWrite.All'], 60, 'high'],
    [['https://www.example.com/auth/admin.directory'], 60, 'high'],
    [['contacts.*'], 60, 'high'],
    [['crm:read'], 31 * day, 'high'],
    [['crm:read'], 30 * day, 'medium'],
    [['crm:read'], 8 * 3600, 'low'],
    [['crm:read'], 8 * 3600 + 1, 'medium'],
    [['crm:read'], undefined, 'low'],
    [['openid', 'profile', 'contacts.readonly', 'Files.Read'], 3600, 'low'],
    [['crm:contacts'], 3600, 'medium'],
    [['spread:sheets'], 3600, 'medium'],
    [[], 3600, 'medium'],
  ] as const)('of consent to %j for %s s is %s', (scopes, ttl, expected) => {
    expect(of(scopes, ttl)).toBe(expected);
  });

  it('counts the time until which something is asked for', () => {
    const until = new Date(now + 40 * day * 1000).toISOString();
    expect(riskOf({ kind: 'delegation', requested: { scopes: ['crm:read'], until, ttl: 60 } }, now)).toBe('high');
  });

  it.each([
    ['tool_call', 'medium'],
    ['policy_escalation', 'medium'],
    ['workflow_step', 'medium'],
    ['credential_share', 'high'],
    ['model_promotion', 'high'],
  ] as const)('of a %s is %s', (kind, expected) => {
    expect(riskOf({ kind, requested: {} }, now)).toBe(expected);
  });

  it('is raised by whoever asks, and never lowered', () => {
    const requested = fc.record({
      scopes: fc.array(fc.constantFrom('crm:read', 'crm:write', 'crm', 'assay:full')),
      ttl: fc.integer({ min: 1, max: 90 * day }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...approvalKinds), requested, fc.constantFrom(...risks), (kind, asked, claimed) => {
        const own = riskOf({ kind, requested: asked }, now);
        const said = riskOf({ kind, requested: asked, claimed }, now);
        expect(risks.indexOf(said)).toBe(Math.max(risks.indexOf(own), risks.indexOf(claimed)));
      }),
    );
  });

  it('rises with every scope that is added', () => {
    const scope = fc.constantFrom('crm:read', 'openid', 'crm', 'crm:write', 'x:*');
    fc.assert(
      fc.property(fc.array(scope, { minLength: 1 }), scope, (scopes, more) => {
        expect(risks.indexOf(of([...scopes, more], 60))).toBeGreaterThanOrEqual(risks.indexOf(of(scopes, 60)));
      }),
    );
  });

  it('takes no text for read-only that also says more', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (scope) => {
        expect(isPowerful(scope) && isReadOnly(scope)).toBe(false);
      }),
    );
  });
});
