/**
 * The shape of `metadata.location` and `metadata.receipts`, and the bytes signed by an anchor. Wrong shapes are refused in-band.
 */
import { AuditorFailure } from '@assay/sdk';
import { bounds, findBoundViolation, isNonce } from '@assay/sdk/contract';
import { canonicalize, isKeyCoordinate } from '@assay/sdk/crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Name = Type.String({ minLength: 1, maxLength: 64 });
const Key = Type.Refine(Type.String({ maxLength: 43 }), isKeyCoordinate, () => 'must be base64url of 32 bytes');
const Nonce = Type.Refine(Type.String({ maxLength: 88 }), isNonce, () => 'must be base64url of 16 to 64 bytes');
const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' });
const Time = Type.Union([Type.String({ maxLength: 40 }), Type.Number()]);
const GeoPointSchema = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});

/** The stated place of the data. The last three members bind receipts to one cycle of attestation. */
export const LocationSchema = Type.Object({
  region: Type.Optional(Name),
  country: Type.Optional(Name),
  provider: Type.Optional(Name),
  nonce: Type.Optional(Nonce),
  public_key: Type.Optional(Key),
  /** Lower-case hex of SHA-256(public key bytes, nonce bytes), as in the quote. */
  quote_binding: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
export type LocationFacts = Static<typeof LocationSchema>;

/** One probe of an anchor. Further members are allowed and signed. */
export const ReceiptSchema = Type.Object({
  anchor_id: Name,
  anchor_location: GeoPointSchema,
  probe_sent_at: Time,
  probe_received_at: Time,
  nonce: Nonce,
  /** The key that answered the probe. */
  public_key: Type.Optional(Key),
  /** Processing time of the answering side; counts only if signed by its key. */
  processing_ms: Type.Optional(Type.Number({ minimum: 0, maximum: 60_000 })),
  processing_signature: Type.Optional(Signature),
  /** Set if the probe went to another anchor instead of the host. */
  target_anchor_id: Type.Optional(Name),
  anchor_signature: Signature,
});
export type Receipt = Static<typeof ReceiptSchema>;

const maxReceipts = 64;
const locationValidator = Compile(LocationSchema);
const receiptsValidator = Compile(Type.Array(ReceiptSchema, { maxItems: maxReceipts }));
const limits = { bytes: bounds.metadataBytes, depth: bounds.metadataDepth };

/** Reads `metadata.location`. @throws AuditorFailure INVALID_REQUEST saying what to send. */
export function parseLocation(value: unknown): LocationFacts {
  if (value === undefined) return {};
  return check(
    'location',
    locationValidator,
    value,
    '{region?, country?, provider?, nonce?, public_key?, quote_binding?}',
  );
}

/** Reads `metadata.receipts`. @throws AuditorFailure INVALID_REQUEST saying what to send. */
export function parseReceipts(value: unknown): readonly Receipt[] {
  if (value === undefined) return [];
  return check('receipts', receiptsValidator, value, `a list of at most ${maxReceipts} receipts`);
}

/** Gives the bytes that an anchor signs: a label, then the receipt without its signature (RFC 8785). */
export function signedBytes({ anchor_signature: _signature, ...signed }: Receipt): Uint8Array {
  return new TextEncoder().encode(`assay-location-receipt/1\n${canonicalize(signed)}`);
}

/** Gives the bytes with which the answering side signs its processing time. */
export function processingBytes(receipt: Pick<Receipt, 'anchor_id' | 'nonce' | 'processing_ms'>): Uint8Array {
  const { anchor_id, nonce, processing_ms = 0 } = receipt;
  return new TextEncoder().encode(`assay-location-processing/1\n${canonicalize({ anchor_id, nonce, processing_ms })}`);
}

interface Validator<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): readonly { readonly instancePath: string; readonly message: string }[];
}

function check<T>(member: string, validator: Validator<T>, value: unknown, expected: string): T {
  const violation = findBoundViolation(value, limits);
  if (violation !== undefined) throw new AuditorFailure('INVALID_REQUEST', `data.metadata.${member} ${violation}`);
  if (validator.Check(value)) return value;
  const problem = validator.Errors(value)[0];
  const where = `data.metadata.${member}${problem?.instancePath.replaceAll('/', '.') ?? ''}`;
  throw new AuditorFailure('INVALID_REQUEST', `${where} ${problem?.message ?? 'is malformed'}; send ${expected}`);
}
