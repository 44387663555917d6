/** Makes one call of the offline verifier from its JSON form. Must not use Node: it also runs in a browser. */
import type { ArtefactVerdict, OfflineVerifier } from '../../src/proof/offline-verifier.ts';
import type { ReportVerdict } from '../../src/proof/reports/verdict.ts';
import type { Call } from './conformance.ts';

export async function callVerifier(verifier: OfflineVerifier, call: Call): Promise<ArtefactVerdict | ReportVerdict> {
  const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const { kind, file, now, nonce, policy, keys, attestations, companions = [] } = call;
  const given = call.roots?.map(({ der, ...root }) => ({ ...root, der: bytes(der), profile: 'test' }));
  const shared = given === undefined ? { now } : { now, roots: given };
  if (kind === undefined) {
    return verifier.verifyArtefact(bytes(file), {
      ...shared,
      ...(keys === undefined ? {} : { keys }),
      ...(attestations === undefined ? {} : { attestations }),
    });
  }
  const digits = nonce?.match(/../g)?.map((pair) => Number.parseInt(pair, 16));
  return verifier.verifyHardwareReport(kind, bytes(file), {
    ...shared,
    companions: companions.map(bytes),
    ...(digits === undefined ? {} : { nonce: Uint8Array.from(digits) }),
    ...(policy === undefined ? {} : { policy }),
  });
}
