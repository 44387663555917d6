/** Detects a browser that cannot run the checks, before it gives any verdict. */
import type { createWebProofCrypto } from '@assay/sdk/crypto';

type Subtle = Parameters<typeof createWebProofCrypto>[0];

/** The public key of RFC 8032, section 7.1, test 1. */
const sampleKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

/** @throws Error with what is missing and what to do */
export async function assertCapable(subtle: Subtle | undefined): Promise<void> {
  if (subtle === undefined) {
    throw new Error('This page has no access to cryptography: open it from a file, over https, or from this machine.');
  }
  try {
    await subtle.importKey('jwk', sampleKey, { name: 'Ed25519' }, false, ['verify']);
  } catch (cause) {
    const newer = 'Chrome or Edge from 137, Firefox from 129, Safari from 17';
    throw new Error(`This browser does not support Ed25519 signatures: use a newer one (${newer}).`, { cause });
  }
}
