/** The key attestations in a parsed file: people keep one, a list, or what a service answered with some inside. */
import { isRecord } from './json.ts';

/** A key attestation, a list of them, or an object that carries one or a list (a bundle, an identity); unchecked. */
export function readAttestations(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (Array.isArray(value['key_attestations'])) return value['key_attestations'];
  return [value['key_attestation'] ?? value];
}
