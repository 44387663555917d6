/**
 * Entry point for a page that checks artefacts and hardware reports itself, with the same checks as everywhere, on
 * WebCrypto.
 */
import { createWebProofCrypto } from '@assay/sdk/crypto';
import { createOfflineVerifier, type OfflineVerifier } from '../offline-verifier.ts';
import { assertCapable } from './capable.ts';

const { subtle } = globalThis.crypto;
const verifier = createOfflineVerifier(createWebProofCrypto(subtle));
let capable: Promise<void> | undefined;

/**
 * Checks the bytes of a file, whichever artefact it is. @throws InputError for invalid keys. @throws Error where the
 * browser lacks something
 */
export const verifyArtefact: OfflineVerifier['verifyArtefact'] = async (file, options) => {
  await whenCapable();
  return verifier.verifyArtefact(file, options);
};

/**
 * Checks the bytes of a hardware report. @throws InputError for an invalid companion or policy. @throws Error where
 * the browser lacks something
 */
export const verifyHardwareReport: OfflineVerifier['verifyHardwareReport'] = async (kind, file, options) => {
  await whenCapable();
  return verifier.verifyHardwareReport(kind, file, options);
};

/** A browser that cannot check a signature would reject a valid artefact, so it must fail with an error instead. */
function whenCapable(): Promise<void> {
  capable ??= assertCapable(subtle);
  return capable;
}
