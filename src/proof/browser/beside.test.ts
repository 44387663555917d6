import { createEd25519Key } from '@assay/sdk/crypto';
import { toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation } from '../../../test/support/artefacts.ts';
import { issue, p256, revoke } from '../../../test/support/certificates.ts';
import { sortBeside } from './beside.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const authority = issue({ subject: 'root', keys: p256(), isAuthority: true });
const attestation = aKeyAttestation(createEd25519Key());
const keys = { keys: [{ kty: 'OKP' }] };
const witness = `witness.example/w1+3a3b7db0+${'A'.repeat(44)}`;

describe('files beside the checked one', () => {
  it('are sorted by content, in any order', () => {
    const policy = { require_revocation: true };
    const list = revoke({ issuer: authority });
    const files = [toPem(authority.der), keys, `${witness}\n${witness}\n`, attestation, policy].map(bytes);
    expect(sortBeside([list, ...files])).toEqual({
      keys,
      attestations: [attestation],
      witnesses: [witness, witness],
      companions: [list, files[0]],
      policy,
      unknown: [],
    });
  });

  it('with a signed document of Intel are companions, not policies', () => {
    const file = bytes('{"tcbInfo":{},"signature":"00"}');
    expect(sortBeside([file])).toMatchObject({ companions: [file], unknown: [] });
  });

  it.each([
    ['a bundle', { key_attestations: [attestation] }],
    ['an identity', { key_attestation: attestation }],
    ['a list', [attestation, attestation]],
  ])('give key attestations out of %s', (_, value) => {
    expect(sortBeside([bytes(value)]).attestations).toEqual([value]);
  });

  it('are named by their position when unknown', () => {
    const empty = new Uint8Array();
    expect(sortBeside([bytes('a shopping list'), bytes(keys), empty]).unknown).toEqual([0, 2]);
  });
});
