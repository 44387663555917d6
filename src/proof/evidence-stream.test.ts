import { createEd25519Key, nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash, madeAt, signEvidence } from '../../test/support/artefacts.ts';
import { type Evidence, maxWindowRuns, type StreamRecord } from '../contract/evidence.ts';
import { checkEvidence } from './evidence.ts';

const key = createEd25519Key();
const hash = attestationHash(aKeyAttestation(key));
const keys = () => ({ jwk: key.jwk, keyAttestationHashes: [hash] });

const sent = { windows: 3, decision: 'allow', released: true, redacted: false } as const;
const stopped = { windows: 1, decision: 'deny', released: false, redacted: false } as const;
const unaudited = { windows: 2, released: false, redacted: false } as const;

const good = anEvidence(hash);
const before: Partial<Evidence> = { stream_mode: 'window', previous_evidence_id: good.evidence_id };
const complete: StreamRecord = { end: 'complete', windows: 3, runs: [sent], sent_bytes: 9, withheld: false };
const cutOff: StreamRecord = {
  end: 'denied',
  windows: 6,
  runs: [sent, stopped, unaudited],
  sent_bytes: 9,
  withheld: true,
};
const denied: Partial<Evidence> = {
  ...before,
  phases: good.phases.map((run, index) => ({ ...run, decision: index === 1 ? 'deny' : 'allow' })),
  decision: { ...good.decision, decision: 'deny' },
  enforced: 'deny',
};
const observed: Partial<Evidence> = { ...denied, mode: 'observe', enforced: 'allow' };

async function reasonOf(change: Partial<Evidence>): Promise<string> {
  const jws = signEvidence(key, anEvidence(hash, change));
  const verdict = await checkEvidence(jws, { keys, now: madeAt, crypto });
  return verdict.ok ? 'ok' : verdict.reason;
}

describe('evidence of a windowed stream', () => {
  const gone: StreamRecord = { ...complete, end: 'client_gone', withheld: true };
  const full: StreamRecord = {
    ...complete,
    windows: maxWindowRuns * 3 + 5,
    runs: Array.from({ length: maxWindowRuns }, (_, index) => ({ ...sent, redacted: index % 2 === 0 })),
  };
  const sound: [string, Partial<Evidence>][] = [
    ['sent whole', { ...before, stream: complete }],
    ['redacted', { ...before, stream: { ...complete, runs: [{ ...sent, redacted: true }] } }],
    ['without any text', { ...before, stream: { ...complete, windows: 0, runs: [] } }],
    ['stopped at a denied window', { ...denied, stream: cutOff }],
    ['denied when all of it was sent', { ...denied, stream: { ...complete, end: 'denied' } }],
    ['that the client left', { ...before, stream: gone }],
    ['that the client left, denied then', { ...denied, stream: gone }],
    [
      'denied in observe mode, which sends it',
      { ...observed, stream: { ...complete, runs: [{ ...sent, decision: 'deny' }] } },
    ],
    ['with more runs than are listed', { ...before, stream: full }],
    ['in its first part', { stream_mode: 'window' }],
  ];
  it.each(sound)('%s is accepted', async (_name, change) => {
    expect(await reasonOf(change)).toBe('ok');
  });

  const unsound: [string, Partial<Evidence>][] = [
    ['without a record of its windows', before],
    ['with a record in another stream mode', { ...before, stream_mode: 'buffer', stream: complete }],
    ['with a record that names no first evidence', { stream_mode: 'window', stream: complete }],
    [
      'that sent a window without an audit',
      { ...before, stream: { ...complete, runs: [{ windows: 3, released: true, redacted: false }] } },
    ],
    [
      'that sent a denied window',
      { ...denied, stream: { ...cutOff, windows: 4, runs: [sent, { ...stopped, released: true }] } },
    ],
    [
      'that redacted what it did not send',
      { ...denied, stream: { ...cutOff, runs: [sent, { ...stopped, redacted: true }, unaudited] } },
    ],
    ['that redacted in observe mode', { ...observed, stream: { ...complete, runs: [{ ...sent, redacted: true }] } }],
    ['that lost a window', { ...before, stream: { ...complete, windows: 4 } }],
    ['that calls nothing withheld although something was', { ...denied, stream: { ...cutOff, withheld: false } }],
    [
      'that is complete though windows were kept back',
      { ...before, stream: { ...complete, windows: 5, runs: [sent, unaudited], withheld: true } },
    ],
    ['that went on after its denial', { ...denied, stream: complete }],
    ['that was stopped without a denial', { ...before, stream: { ...complete, end: 'denied' } }],
    ['with a denied window and no denial', { ...before, stream: { ...cutOff, end: 'upstream_failed' } }],
  ];
  it.each(unsound)('%s is refused', async (_name, change) => {
    expect(await reasonOf(change)).toBe('inconsistent');
  });

  it('with more runs than the bound is refused', async () => {
    const runs = Array.from({ length: maxWindowRuns + 1 }, () => ({ ...sent, windows: 1 }));
    expect(await reasonOf({ ...before, stream: { ...complete, windows: runs.length, runs } })).toBe('schema');
  });
});
