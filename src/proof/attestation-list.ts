/** Reads the key attestations of a parsed file: one, a list, or a service's answer that contains some. */
import { isRecord } from '@assay/sdk/contract';

/** Lists a key attestation, a list of them, or those of an object with one or a list (a bundle, an identity); unchecked. */
export function readAttestations(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (Array.isArray(value['key_attestations'])) return value['key_attestations'];
  return [value['key_attestation'] ?? value];
}
