/** What a page loads to check artefacts and hardware reports itself: the same checks as everywhere, on WebCrypto. */
import { createWebProofCrypto } from '@assay/sdk/crypto';
import { createOfflineVerifier } from '../offline-verifier.ts';

/** Of a secure context: a file, https, or this machine. */
const verifier = createOfflineVerifier(createWebProofCrypto(globalThis.crypto.subtle));

/** Checks the bytes of a file, whichever artefact it is. @throws InputError for keys that are none. */
export const verifyArtefact = verifier.verifyArtefact;

/** Checks the bytes of a hardware report. @throws InputError for a companion or a policy that is none. */
export const verifyHardwareReport = verifier.verifyHardwareReport;
