/** The runtime data of an HCL report: JSON with the vTPM's attestation key and 64 bytes that the guest chose. */
import type { PublicKey } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import { parseStrictJsonBytes } from '../../json.ts';
import { createShape } from '../../shape.ts';
import { toRsaKey } from './rsa-key.ts';

export interface RuntimeData {
  /** The whole text, parsed. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Key that signs the quotes of the vTPM. */
  readonly attestationKey: PublicKey;
  /** The guest's bytes in NV index 0x01400002, 64 bytes; empty if the member is absent. */
  readonly userData: Uint8Array;
}

const RuntimeDataSchema = Type.Object({
  keys: Type.Array(
    Type.Object({
      kid: Type.String(),
      kty: Type.String(),
      key_ops: Type.Optional(Type.Array(Type.String())),
      n: Type.Optional(Type.String({ maxLength: 2048 })),
      e: Type.Optional(Type.String({ maxLength: 16 })),
    }),
    { maxItems: 16 },
  ),
  'user-data': Type.Optional(Type.String({ pattern: '^([0-9a-fA-F]{2}){64}$' })),
});

const parseShape = createShape(RuntimeDataSchema, 'the runtime data');
const limits = { maxChars: 4096, maxDepth: 8 };
const attestationKeyId = 'HCLAkPub';

/** Reads runtime data; undefined unless it names exactly one usable attestation key. Never throws. */
export function parseRuntimeData(text: Uint8Array): RuntimeData | undefined {
  const json = parseStrictJsonBytes(text, limits);
  const parsed = json.ok ? parseShape(json.value) : json;
  if (!parsed.ok) return undefined;
  const [key, ...more] = parsed.value.keys.filter(({ kid }) => kid === attestationKeyId);
  if (key === undefined || more.length > 0 || key.kty !== 'RSA') return undefined;
  if (key.key_ops !== undefined && !key.key_ops.includes('sign')) return undefined;
  const { n, e } = key;
  const attestationKey = n === undefined || e === undefined ? undefined : toRsaKey({ n, e });
  if (attestationKey === undefined) return undefined;
  const digits = parsed.value['user-data'] ?? '';
  const userData = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { value: { ...parsed.value }, attestationKey, userData };
}
