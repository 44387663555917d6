import { canonicalize, createEd25519Key, nodeProofCrypto as crypto, sha256Hex } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aKeyAttestation,
  anEvidence,
  attestationHash,
  madeAt,
  signEvidence,
  signJws,
  signJwsText,
} from '../../test/support/artefacts.ts';
import { type Evidence, evidenceType } from '../contract/evidence.ts';
import { describeEvidence } from './bundle-evidence.ts';
import { checkEvidence, type EvidenceVerdict } from './evidence.ts';

const key = createEd25519Key();
const hash = attestationHash(aKeyAttestation(key));
const header = { typ: evidenceType, alg: 'EdDSA', kid: key.kid };
const keys = (kid: string) => (kid === key.kid ? { jwk: key.jwk, keyAttestationHashes: [hash] } : undefined);
const check = (jws: unknown, now = madeAt): Promise<EvidenceVerdict> => checkEvidence(jws, { keys, now, crypto });
const reasonOf = async (jws: unknown, now?: number) => {
  const verdict = await check(jws, now);
  return verdict.ok ? 'ok' : verdict.reason;
};
const signed = (change: Partial<Evidence> = {}) => signEvidence(key, anEvidence(hash, change));

describe('valid evidence', () => {
  it('is proven, with the hash of its exact bytes', async () => {
    const evidence = anEvidence(hash);
    const jws = signEvidence(key, evidence);
    expect(await check(jws)).toEqual({ ok: true, evidence, hash: sha256Hex(jws), kid: key.kid });
  });

  it('of an unknown minor version with unknown members is accepted', async () => {
    const jws = signJws(key, header, { ...anEvidence(hash, { schema_version: '2.9.1' }), novelty: { a: 1 } });
    expect(await reasonOf(jws)).toBe('ok');
  });

  it('with a redacted answer judged again is accepted', async () => {
    const { phases } = anEvidence(hash);
    const again: Evidence['phases'] = [{ phase: 'response', decision: 'allow', claims: [], duration_ms: 1 }];
    expect(await reasonOf(signed({ phases: [...phases, ...again] }))).toBe('ok');
  });

  it('without any claim is accepted', async () => {
    const phases: Evidence['phases'] = [{ phase: 'request', decision: 'allow', claims: [], duration_ms: 0 }];
    expect(await reasonOf(signed({ claims: [], auditors: [], phases, phase: 'request' }))).toBe('ok');
  });
});

describe('evidence of tools', () => {
  const runs = (...words: readonly ('allow' | 'deny')[]): Evidence['phases'] =>
    words.map((decision) => ({ phase: 'execution', decision, claims: [], duration_ms: 1 }));
  const ofTool = (phases: Evidence['phases'], change: Partial<Evidence> = {}) =>
    signed({ claims: [], auditors: [], phases, phase: 'execution', server: 'crm', ...change });
  const denied = { decision: { ...anEvidence(hash).decision, decision: 'deny' as const }, enforced: 'deny' as const };

  it('contains a call with redacted arguments and result, and nothing after it', async () => {
    const call = { tool: 'find' };
    expect(await reasonOf(ofTool(runs('allow', 'allow', 'allow', 'allow'), call))).toBe('ok');
    expect(await reasonOf(ofTool(runs('allow', 'allow', 'allow', 'allow', 'allow'), call))).toBe('inconsistent');
    expect(await reasonOf(ofTool(runs('allow', 'deny', 'allow'), { ...call, ...denied }))).toBe('inconsistent');
  });

  it('contains as many texts as are judged together, some of them denied', async () => {
    const hundred = Array.from({ length: 100 }, () => 'allow' as const);
    expect(await reasonOf(ofTool(runs(...hundred)))).toBe('ok');
    expect(await reasonOf(ofTool(runs(...hundred, 'allow')))).toBe('inconsistent');
    expect(await reasonOf(ofTool(runs('allow', 'deny', 'allow'), denied))).toBe('ok');
    expect(await reasonOf(ofTool(runs('allow', 'deny', 'allow')))).toBe('inconsistent');
  });
});

describe('evidence of a configured gateway', () => {
  const run = { policy_id: 'tried', version: 2, phase_index: 1, decision: 'deny' as const, reasons: ['try'] };
  const config = { revision: 7, hash: `sha256:${sha256Hex('bundle')}` };

  it('names the configuration and the results of trial policies', async () => {
    const evidence = anEvidence(hash, { config, shadow: [run, { ...run, phase_index: 0, decision: 'allow' }] });
    expect(await reasonOf(signEvidence(key, evidence))).toBe('ok');
    expect(describeEvidence(evidence)).toContain('configuration revision 7');
    expect(describeEvidence(evidence)).toContain('not enforced: tried would have decided differently');
    expect(describeEvidence(anEvidence(hash, { shadow: [{ ...run, decision: 'allow' }] }))).toContain('the same');
  });

  it('names its person, and its approver', async () => {
    const evidence = anEvidence(hash, {
      on_behalf_of: { sub: 'usr_ada', grant_id: 'dgr_1' },
      earlier_approvals: [{ id: 'apr_1', status: 'approved', phase_index: 0, approvers: ['usr_bob', 'usr_eve'] }],
      approval: { id: null, status: 'unverifiable', phase_index: 1 },
    });
    expect(await reasonOf(signEvidence(key, evidence))).toBe('ok');
    const said =
      'for usr_ada under dgr_1; approval apr_1 approved by usr_bob, usr_eve; approval of nobody unverifiable';
    expect(describeEvidence(evidence)).toContain(said);
  });

  it.each<[string, Partial<Evidence>, string]>([
    [
      'an approval of a phase that is not there',
      { approval: { id: 'a', status: 'denied', phase_index: 2 } },
      'inconsistent',
    ],
    ['an approval that nobody gave', { approval: { id: 'a', status: 'approved', phase_index: 0 } }, 'inconsistent'],
    ['a trial of a phase that is not there', { shadow: [{ ...run, phase_index: 2 }] }, 'inconsistent'],
    ['a trial that is listed twice', { shadow: [run, { ...run, decision: 'allow' }] }, 'inconsistent'],
    ['a configuration without a hash', { config: { revision: 7, hash: '' } }, 'schema'],
  ])('with %s is refused', async (_name, change, reason) => {
    expect(await reasonOf(signed(change))).toBe(reason);
  });
});

describe('changed bytes', () => {
  it('are refused for one other character anywhere', async () => {
    const jws = signed();
    for (let at = 0; at < jws.length; at += 1) {
      const other = jws[at] === 'A' ? 'B' : 'A';
      expect(await reasonOf(`${jws.slice(0, at)}${other}${jws.slice(at + 1)}`), `position ${at}`).not.toBe('ok');
    }
  });

  it('are refused for another spelling of the same signature', async () => {
    const jws = signed();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n';
    const accepted = [];
    for (const last of alphabet) if ((await reasonOf(`${jws.slice(0, -1)}${last}`)) === 'ok') accepted.push(last);
    expect(accepted).toEqual([jws.at(-1)]);
  });

  it('are refused for every truncation and every added character, without an exception', async () => {
    const jws = signed();
    for (let size = 0; size < jws.length; size += 1)
      expect(await reasonOf(jws.slice(0, size)), `length ${size}`).not.toBe('ok');
    for (const tail of ['.', 'A', '=', ' ', '\n', '.A', '\0']) expect(await reasonOf(jws + tail)).not.toBe('ok');
  });

  it('of foreign values never throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.base64String(), fc.anything(), fc.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]*$/)),
        async (value) => {
          expect((await check(value)).ok).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of any signed JSON never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.json(), async (head, payload) => {
        expect((await check(signJwsText(key, head, payload))).ok).toBe(false);
        expect((await check(signJwsText(key, JSON.stringify(header), payload))).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the header', () => {
  const payload = anEvidence(hash);
  const cases: [string, unknown, string][] = [
    ['alg none', { ...header, alg: 'none' }, 'alg'],
    ['alg none in capitals', { ...header, alg: 'NONE' }, 'alg'],
    ['a symmetric alg', { ...header, alg: 'HS256' }, 'alg'],
    ['the alg of another key type', { ...header, alg: 'ES256' }, 'alg'],
    ['no alg', { typ: header.typ, kid: header.kid }, 'alg'],
    ['another typ', { ...header, typ: 'ear+jwt' }, 'typ'],
    ['no typ', { alg: header.alg, kid: header.kid }, 'typ'],
    ['a critical extension', { ...header, crit: ['exp'], exp: 1 }, 'crit'],
    ['an empty list of critical extensions', { ...header, crit: [] }, 'crit'],
    ['no kid', { typ: header.typ, alg: header.alg }, 'jws'],
    ['an unknown kid', { ...header, kid: createEd25519Key().kid }, 'key_unknown'],
    ['no object', ['EdDSA'], 'jws'],
  ];
  it.each(cases)('with %s is refused', async (_name, head, reason) => {
    expect(await reasonOf(signJws(key, head, payload))).toBe(reason);
  });

  it('with a repeated member is refused', async () => {
    const head = `{"typ":"${header.typ}","alg":"none","alg":"EdDSA","kid":"${key.kid}"}`;
    expect(await reasonOf(signJwsText(key, head, JSON.stringify(payload)))).toBe('duplicate_key');
  });

  it('cannot bring its own key', async () => {
    const stranger = createEd25519Key();
    const jws = signJws(stranger, { ...header, jwk: stranger.jwk }, payload);
    expect(await reasonOf(jws)).toBe('signature_invalid');
  });

  it('must name the thumbprint of its key', async () => {
    const jws = signJws(key, { ...header, kid: 'alias' }, payload);
    const verdict = await checkEvidence(jws, {
      keys: () => ({ jwk: key.jwk, keyAttestationHashes: [hash] }),
      now: madeAt,
      crypto,
    });
    expect(verdict).toMatchObject({ ok: false, reason: 'key_unknown' });
  });
});

describe('the payload', () => {
  const good = anEvidence(hash);
  const [request, response] = good.phases;
  const [first, second] = good.auditors;
  if (!request || !response || !first || !second) throw new Error('the builder has two phases');
  const twice = [...good.claims, { name: 'pii_found', type: 'boolean', value: true } as const];
  const cases: [string, Partial<Evidence>, string][] = [
    ['an unknown major version', { schema_version: '3.0.0' }, 'unsupported'],
    ['another profile', { eat_profile: 'tag:example.com,2026:evidence/2' }, 'profile'],
    ['another key attestation', { key_attestation_hash: `sha256:${sha256Hex('other')}` }, 'key_attestation_mismatch'],
    ['a nonce of 15 bytes', { nonce: Buffer.alloc(15).toString('base64url') }, 'schema'],
    ['a nonce with bits after its end', { nonce: `${'A'.repeat(42)}B` }, 'schema'],
    ['a time before 1970', { iat: -1 }, 'schema'],
    ['a prompt where a hash belongs', { request_hash: 'hello' }, 'schema'],
    ['a hash of other claims', { claims_hash: sha256Hex('other') }, 'claims_hash'],
    ['a score above one', { claims: [{ name: 'a', type: 'score_normalized', value: 2 }] }, 'claim'],
    [
      'a claim with an unknown member',
      { claims: [Object.assign({ name: 'a', type: 'count', value: 2 } as const, { signature: 'x' })] },
      'claim',
    ],
    ['an index past the claims', { auditors: [first, { ...second, claims: [1, 2] }] }, 'inconsistent'],
    ['a claim of nobody', { auditors: [first] }, 'inconsistent'],
    ['a claim of two auditors', { auditors: [first, { ...second, claims: [0, 1] }] }, 'inconsistent'],
    [
      'one claim name twice from one auditor',
      { claims: twice, auditors: [first, { ...second, claims: [1, 2] }] },
      'inconsistent',
    ],
    ['a claim in no phase', { phases: [request, { ...response, claims: [] }] }, 'inconsistent'],
    [
      'a claim in another phase than its auditor',
      {
        phases: [
          { ...request, claims: [1] },
          { ...response, claims: [0] },
        ],
      },
      'inconsistent',
    ],
    ['a phase three times', { phases: [request, response, response, response] }, 'inconsistent'],
    ['a phase again after another', { phases: [request, response, request] }, 'inconsistent'],
    ['no phase', { phases: [] }, 'inconsistent'],
    ['phases that end with another', { phases: [response, request] }, 'inconsistent'],
    [
      'a decision that is not that of its phases',
      { phases: [request, { ...response, decision: 'deny' }] },
      'inconsistent',
    ],
    ['a denied request that went on', { phases: [{ ...request, decision: 'deny' }, response] }, 'inconsistent'],
    [
      'a denial that was not enforced',
      { phases: [request, { ...response, decision: 'deny' }], decision: { ...good.decision, decision: 'deny' } },
      'inconsistent',
    ],
    ['text that no database holds', { session_id: 'a\0b' }, 'text'],
  ];
  it.each(cases)('with %s is refused', async (_name, change, reason) => {
    expect(await reasonOf(signed(change))).toBe(reason);
  });

  it('from the future is refused, within the skew accepted', async () => {
    const jws = signed();
    expect(await reasonOf(jws, madeAt - 60_000)).toBe('ok');
    expect(await reasonOf(jws, madeAt - 61_000)).toBe('not_yet_valid');
  });

  it('with a repeated member is refused, even with a valid signature', async () => {
    const text = JSON.stringify(anEvidence(hash));
    const doubled = text.replace('"enforced":"allow"', '"enforced":"deny","enforced":"allow"');
    expect(await reasonOf(signJwsText(key, JSON.stringify(header), doubled))).toBe('duplicate_key');
  });

  it('with claims without a canonical form is refused, not thrown', async () => {
    const claims: Evidence['claims'] = [{ name: 'a', type: 'object', value: { big: 1e20 } }];
    const change: Partial<Evidence> = {
      claims_hash: sha256Hex(canonicalize([])),
      auditors: [{ ...first, claims: [0] }],
      phases: [request],
      phase: 'request',
    };
    expect(await reasonOf(signJws(key, header, { ...anEvidence(hash, change), claims }))).toMatch(
      /^(claim|not_canonical)$/,
    );
  });

  it('with deep nesting is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await reasonOf(signJwsText(key, JSON.stringify(header), `{"a":${deep}}`))).toBe('too_deep');
  });

  it('larger than the bound is refused before anything else', async () => {
    expect(await reasonOf(`${'A'.repeat(5_000_000)}.A.A`)).toBe('too_large');
  });
});
