/** Signing anchors for tests: real keys, made-up places and times. */
import { createEd25519Key, type SigningKey, toBase64Url } from '@assay/sdk/crypto';
import { vacuumKmPerMs } from './locate.ts';
import { processingBytes, type Receipt, signedBytes } from './receipt-shape.ts';
import { distanceKm, type GeoPoint } from './sphere.ts';

/** The time of the tests. */
export const now = Date.parse('2026-03-01T12:00:00Z');

export interface TestAnchor {
  readonly id: string;
  readonly point: GeoPoint;
  readonly key: SigningKey;
  /** The item of the setting `anchors`. */
  readonly item: string;
}

/** An anchor with a fresh key. */
export function anAnchor(id: string, lat: number, lon: number): TestAnchor {
  const key = createEd25519Key();
  return { id, point: { lat, lon }, key, item: `${id}=${key.jwk.x}` };
}

/** A nonce of 16 equal bytes. */
export function aNonce(byte: number): string {
  return toBase64Url(new Uint8Array(16).fill(byte));
}

/** An unsigned receipt: a probe that came back after `roundTripMs`, `ageMs` ago. */
export function unsigned(anchor: TestAnchor, roundTripMs: number, ageMs = 1000, more: Partial<Receipt> = {}): Receipt {
  const receivedMs = now - ageMs;
  const sentNanos = BigInt(receivedMs) * 1_000_000n - BigInt(Math.round(roundTripMs * 1e6));
  return {
    anchor_id: anchor.id,
    anchor_location: anchor.point,
    probe_sent_at: toText(sentNanos),
    probe_received_at: toText(BigInt(receivedMs) * 1_000_000n),
    nonce: aNonce(7),
    anchor_signature: '',
    ...more,
  };
}

/** The same, signed by the anchor. */
export function aReceipt(anchor: TestAnchor, roundTripMs: number, ageMs = 1000, more: Partial<Receipt> = {}): Receipt {
  return sign(anchor, unsigned(anchor, roundTripMs, ageMs, more));
}

/** Signs any receipt with the key of an anchor. */
export function sign(anchor: TestAnchor, receipt: Receipt): Receipt {
  return { ...receipt, anchor_signature: toBase64Url(anchor.key.sign(signedBytes(receipt))) };
}

/** A receipt with a processing time signed by the host's key. */
export function processed(anchor: TestAnchor, roundTripMs: number, processingMs: number, host: SigningKey): Receipt {
  const plain = unsigned(anchor, roundTripMs, 1000, { public_key: host.jwk.x, processing_ms: processingMs });
  return sign(anchor, { ...plain, processing_signature: toBase64Url(host.sign(processingBytes(plain))) });
}

/** Travel time of light to a place and back, with some margin. */
export function roundTrip(anchor: TestAnchor, place: GeoPoint, extraMs = 0): number {
  return (2 * distanceKm(anchor.point, place)) / vacuumKmPerMs + extraMs;
}

function toText(nanos: bigint): string {
  const [ms, rest] = [nanos / 1_000_000n, nanos % 1_000_000n];
  return new Date(Number(ms)).toISOString().replace('Z', `${String(rest).padStart(6, '0')}Z`);
}
