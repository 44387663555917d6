/** Conformance cases of Evidence and passports: signed tokens, valid and tampered with. */
import { createEd25519Key, toBase64Url } from '@assay/sdk/crypto';
import {
  anEvidence,
  attestationHash,
  type FakeExport,
  type FakeVerifier,
  madeAt,
  madeAtS,
  signEvidence,
  signJws,
} from '../../test/support/artefacts.ts';
import { type ArtefactGroup, aSoftwareAttestation, damage, dayMs, jwksOf, text } from './artefact-group.ts';

export function createEvidenceGroup(whole: FakeExport): ArtefactGroup {
  const { key, bundle } = whole;
  const attestations = bundle.key_attestations;
  const hash = attestationHash(aSoftwareAttestation(whole));
  const sound = anEvidence(hash);
  const jws = signEvidence(key, sound);
  const sign = (change: object, header: object = {}) =>
    signJws(key, { typ: 'evidence+jwt', alg: 'EdDSA', kid: key.kid, ...header }, { ...sound, ...change });
  const other = createEd25519Key();
  return {
    artefact: 'evidence',
    keys: jwksOf(whole),
    attestations,
    cases: [
      { name: 'sound', artefact: jws },
      { name: 'sound, with a line end', artefact: `${jws}\n` },
      { name: 'as a JSON string', artefact: text(jws) },
      { name: 'in its view', artefact: text({ ...sound, jws, trust_tier: 'warning' }) },
      {
        name: 'in a view that says something else',
        artefact: text({ ...sound, enforced: 'deny', jws }),
        refused: ['inconsistent'],
      },
      { name: 'no key attestation at hand', artefact: jws, without: ['attestations'], unproven: ['key_unknown'] },
      { name: 'payload changed', artefact: damage(jws, 1), refused: ['signature_invalid'] },
      { name: 'signature changed', artefact: damage(jws, 2), refused: ['signature_invalid'] },
      {
        name: 'signed by another key under the same id',
        artefact: signJws(other, { typ: 'evidence+jwt', alg: 'EdDSA', kid: key.kid }, sound),
        refused: ['signature_invalid'],
      },
      { name: 'algorithm none', artefact: sign({}, { alg: 'none' }), refused: ['alg'] },
      { name: 'an extension that must be understood', artefact: sign({}, { crit: ['x'], x: 1 }), refused: ['crit'] },
      {
        name: 'claims changed under a sound signature',
        artefact: sign({ claims: sound.claims.map((claim, at) => (at === 0 ? { ...claim, value: 0.5 } : claim)) }),
        refused: ['claims_hash'],
      },
      {
        name: 'another key attestation',
        artefact: sign({ key_attestation_hash: `sha256:${'0'.repeat(64)}` }),
        refused: ['key_attestation_mismatch'],
      },
      { name: 'from the future', artefact: jws, now: madeAt - dayMs, unproven: ['key_unknown'] },
      {
        name: 'schema of another major version',
        artefact: sign({ schema_version: '3.0.0' }),
        refused: ['unsupported'],
      },
      { name: 'cut off', artefact: jws.slice(0, -1), refused: ['jws'] },
    ],
  };
}

export async function createPassportGroup(whole: FakeExport, stranger: FakeVerifier): Promise<ArtefactGroup> {
  const { passport, verifier } = whole;
  const jwt = await verifier.sign(passport);
  const cpu = passport.submods['cpu-tee'];
  const tooGood = { ...passport, submods: { ...passport.submods, 'cpu-tee': { ...cpu, 'ear.status': 'affirming' } } };
  return {
    artefact: 'passport',
    keys: jwksOf(whole),
    attestations: [],
    cases: [
      { name: 'sound', artefact: jwt },
      { name: 'as the API answers', artefact: text({ passport_id: passport.jti, jwt }) },
      { name: 'at its last second', artefact: jwt, now: (passport.exp - 1) * 1000 },
      { name: 'expired', artefact: jwt, now: (passport.exp + 60) * 1000, refused: ['expired'] },
      { name: 'before its time', artefact: jwt, now: (madeAtS - 61) * 1000, refused: ['not_yet_valid'] },
      { name: 'no keys at hand', artefact: jwt, without: ['keys'], unproven: ['key_unknown'] },
      {
        name: 'by a stranger under the same key id',
        artefact: await stranger.sign(passport),
        refused: ['signature_invalid'],
      },
      { name: 'payload changed', artefact: damage(jwt, 1), refused: ['signature_invalid'] },
      { name: 'status better than its vector', artefact: await verifier.sign(tooGood), refused: ['status_too_good'] },
      { name: 'an algorithm of another kind of key', artefact: damageHeader(jwt, { alg: 'EdDSA' }), refused: ['alg'] },
    ],
  };
}

/** Changes only the header. */
function damageHeader(token: string, change: object): string {
  const [head = '', ...rest] = token.split('.');
  const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
  return [toBase64Url(Buffer.from(text(Object.assign({}, header, change)))), ...rest].join('.');
}
