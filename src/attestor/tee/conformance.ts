/** The conformance suite of every TEE kind; each kind's test runs it. */
import { createEd25519Key, sha512 } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { cmwEvidence, KeyAttestationSchema } from '../../contract/key-attestation.ts';
import type { Tee } from './tee.ts';

const cmwShape = Compile(KeyAttestationSchema.properties.cmw);
const endorsementsShape = Compile(KeyAttestationSchema.properties.endorsements);

/** Runs the suite. `carries` tells whether a report covers these 64 bytes, as a verifier of the kind would see it. */
export function describeTee(
  name: string,
  create: () => Tee,
  carries: (report: Uint8Array, data: Uint8Array) => boolean,
) {
  const key = createEd25519Key();
  const report = async (data: Uint8Array) => create().report(data, key);
  const bytesOf = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));

  describe(`a ${name} environment`, () => {
    it('says its kind', () => {
      expect(create().kind).toMatch(/^[a-z][a-z0-9-]*$/);
    });

    it('gives a report of the wire shape, marked as evidence', async () => {
      const { cmw, endorsements } = await report(sha512('a'));
      expect(cmwShape.Check(cmw)).toBe(true);
      expect(endorsementsShape.Check(endorsements)).toBe(true);
      expect(cmw.cpu[2]).toBe(cmwEvidence);
    });

    it('binds exactly the given bytes', async () => {
      const { cmw } = await report(sha512('a'));
      expect(carries(bytesOf(cmw.cpu[1]), sha512('a'))).toBe(true);
      expect(carries(bytesOf(cmw.cpu[1]), sha512('b'))).toBe(false);
    });

    it('answers parallel requests each with its own bytes', async () => {
      const tee = create();
      const data = ['a', 'b', 'c', 'd'].map((text) => sha512(text));
      const reports = await Promise.all(data.map((bytes) => tee.report(bytes, key)));
      for (const [index, { cmw }] of reports.entries()) {
        expect(carries(bytesOf(cmw.cpu[1]), data[index] ?? new Uint8Array())).toBe(true);
      }
    });
  });
}
