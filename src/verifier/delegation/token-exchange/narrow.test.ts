import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullScope } from '../../base/access/actions.ts';
import type { DelegationGrantRow } from '../delegations/tables.ts';
import { decide } from './decide.ts';
import { narrowScopes } from './narrow.ts';

const scope = fc.constantFrom<string[]>('a:read', 'a:write', 'b:read', 'b:write', 'c:all', fullScope);
const scopes = fc.array(scope, { maxLength: 6 });
const side = fc.option(scopes, { nil: undefined });

const isWithin = (result: readonly string[], limit: readonly string[] | undefined) =>
  limit === undefined || limit.includes(fullScope) || result.every((each) => limit.includes(each));

describe('the scopes of an exchanged token', () => {
  it('are within every input and the request', () => {
    fc.assert(
      fc.property(scopes, fc.array(side, { maxLength: 5 }), (asked, sides) => {
        const result = narrowScopes(asked, sides);
        expect(result.every((each) => asked.includes(each))).toBe(true);
        for (const limit of sides) expect(isWithin(result, limit)).toBe(true);
        expect(new Set(result).size).toBe(result.length);
      }),
    );
  });

  it('include everything only when requested and in every input', () => {
    fc.assert(
      fc.property(scopes, fc.array(scopes, { minLength: 1, maxLength: 5 }), (asked, sides) => {
        const isEverywhere = asked.includes(fullScope) && sides.every((each) => each.includes(fullScope));
        expect(narrowScopes(asked, sides).includes(fullScope)).toBe(isEverywhere);
      }),
    );
  });

  it('never grow along a chain, for any inputs', () => {
    fc.assert(
      fc.property(
        scopes,
        fc.array(fc.array(side, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        (first, steps) => {
          let held: readonly string[] = first;
          for (const sides of steps) {
            const next = narrowScopes([...held, 'a:read', 'b:write', fullScope], [held, ...sides]);
            expect(isWithin(next, held)).toBe(true);
            expect(held.includes(fullScope) || !next.includes(fullScope)).toBe(true);
            held = next;
          }
        },
      ),
    );
  });
});

describe('the decision over grants', () => {
  const nowMs = 1_800_000_000_000;
  const resource = fc.constantFrom('https://a.example', 'https://b.example');
  const row = (change: Partial<DelegationGrantRow>): DelegationGrantRow => ({
    org_id: 'o',
    id: 'dgr_1',
    seq: 1,
    agent_id: 'agent',
    subject_id: 'usr_1',
    subject_issuer: 'us',
    account_domain: 'a.example',
    resources: [],
    scopes: [],
    purpose: 'p',
    constraints: {},
    status: 'active',
    consent_request_id: 'apr_1',
    granted_at: 0,
    granted_by: 'usr_1',
    expires_at: nowMs,
    revoked_at: null,
    revoked_by: null,
    revoke_reason: null,
    last_used_at: null,
    use_count: 0,
    policy_version: '1',
    revision: 1,
    created_at: 0,
    created_by: 'usr_1',
    updated_at: 0,
    ...change,
  });
  const grant = fc
    .record({
      resources: fc.uniqueArray(resource, { minLength: 1 }),
      scopes: fc.array(scope, { minLength: 1, maxLength: 6 }),
      expires_at: fc.integer({ min: nowMs - 5_000, max: nowMs + 600_000 }),
      constraints: fc.constantFrom({}, { max_uses: 1 }, { ip: ['192.0.2.0/24'] }),
      use_count: fc.integer({ min: 0, max: 2 }),
    })
    .map(row);

  it('is within its grant, the manifest, every input and every time limit', () => {
    let decided = 0;
    fc.assert(
      fc.property(
        fc.array(grant, { maxLength: 3 }),
        fc.array(resource, { maxLength: 2 }),
        side,
        fc.record({ manifest: scopes, subject: scopes, client: side }),
        fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 2 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
        (grants, targets, asked, limits, ends, depths) => {
          const nowS = nowMs / 1000;
          const manifest = {
            account_domains: [],
            max_delegation_depth: depths[0] ?? 0,
            max_token_ttl_s: 60,
            resources: ['https://a.example'],
            scopes: limits.manifest,
          };
          const endsS = ends.map((seconds) => nowS + seconds);
          const bounds = {
            nowMs,
            address: '192.0.2.7',
            manifest,
            depths,
            endsS,
            subjectScopes: limits.subject,
            clientScopes: limits.client,
            toCanonical: (target: string) => target,
          };
          let decision: ReturnType<typeof decide>;
          try {
            decision = decide(grants, { targets, scopes: asked }, bounds);
          } catch (error) {
            expect(Reflect.get(Object(error), 'extensions')).toHaveProperty('error_code');
            return;
          }
          decided++;
          const { grant: taken, scopes: given, expiresAtS } = decision;
          for (const limit of [taken.scopes, limits.manifest, limits.subject, limits.client, asked]) {
            expect(isWithin(given, limit)).toBe(true);
          }
          expect(taken.resources).toContain(decision.resource);
          expect(manifest.resources).toContain(decision.resource);
          expect(targets.every((target) => target === decision.resource)).toBe(true);
          expect(depths.length).toBeLessThanOrEqual(Math.min(...depths));
          expect(taken.constraints.max_uses ?? 9).toBeGreaterThan(taken.use_count);
          expect(expiresAtS).toBeGreaterThan(nowS);
          for (const end of [...endsS, nowS + 60, taken.expires_at / 1000]) expect(expiresAtS).toBeLessThanOrEqual(end);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(decided).toBeGreaterThan(5);
  });
});
