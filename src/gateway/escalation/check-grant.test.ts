import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBundleSigner } from '../../../test/support/config-verifier.ts';
import { type ApprovalGrant, approvalGrantType } from '../../contract/escalation.ts';
import { readGrant } from './check-grant.ts';

const nowMs = 1_800_000_000_000;
const signer = createBundleSigner();
const expected = {
  keys: [createBundleSigner().key, signer.key],
  orgId: 'default',
  gatewayId: 'local',
  approvalId: 'apr_1',
  nowMs,
  evidenceId: 'ev_1',
  bindingHash: 'a'.repeat(64),
};
const grant: ApprovalGrant = {
  iss: 'https://verifier.test',
  iat: nowMs / 1000,
  exp: nowMs / 1000 + 60,
  org_id: 'default',
  gateway_id: 'local',
  evidence_id: 'ev_1',
  approval_id: 'apr_1',
  binding_hash: 'a'.repeat(64),
  approvers: ['usr_ada'],
  risk: 'low',
  approved_at: '2027-01-15T07:00:00Z',
  approved_until: '2027-01-15T08:05:00Z',
};
const jws = signer.sign(grant, { typ: approvalGrantType });

describe('a grant', () => {
  it('is valid for its binding', () => {
    expect(readGrant(jws, expected)).toEqual({ ok: true, grant });
  });

  it('tolerates clocks half a minute apart, and no more', () => {
    const at = (ms: number) => readGrant(jws, { ...expected, nowMs: nowMs + ms }).ok;
    expect([at(-30_000), at(-30_001), at(89_999), at(90_000)]).toEqual([true, false, true, false]);
  });

  it('is invalid after a change of any character', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    fc.assert(
      fc.property(fc.nat(jws.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(jws[at] !== character);
        expect(readGrant(`${jws.slice(0, at)}${character}${jws.slice(at + 1)}`, expected).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is never read from anything else, without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant(`${jws}.`), fc.constant(` ${jws}`), fc.constant('..')), (text) => {
        expect(readGrant(text, expected).ok).toBe(false);
      }),
    );
  });

  it('is invalid when no key is trusted', () => {
    expect(readGrant(jws, { ...expected, keys: [] })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('key'),
    });
  });
});
