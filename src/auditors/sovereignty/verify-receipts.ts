/** Checks every receipt before any is used: signer, time, cycle, and single use. */
import { fromBase64Url, sha256, sha256Hex, toBase64Url, verifyEd25519 } from '@assay/sdk/crypto';
import type { Anchor } from './anchors.ts';
import { type Instant, millisecondsBetween, parseInstant } from './instants.ts';
import { type LocationFacts, processingBytes, type Receipt, signedBytes } from './receipt-shape.ts';
import { distanceKm, type GeoPoint } from './sphere.ts';

/** One answered probe that passed all checks. */
export interface Probe {
  readonly anchorId: string;
  readonly point: GeoPoint;
  /** The probed anchor, if the target was an anchor. */
  readonly target?: string;
  readonly roundTripMs: number;
  readonly ageMs: number;
}

export type ReceiptProblem =
  | 'unknown_anchor'
  | 'anchor_moved'
  | 'bad_signature'
  | 'bad_time'
  | 'not_yet_valid'
  | 'expired'
  | 'replayed'
  | 'nonce_mismatch'
  | 'key_mismatch'
  | 'bad_binding'
  | 'bad_processing_time';

export interface ReceiptRules {
  readonly anchors: ReadonlyMap<string, Anchor>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly lifetimeMs: number;
  readonly cycle: Pick<LocationFacts, 'nonce' | 'public_key' | 'quote_binding'>;
}

export interface CheckedReceipts {
  readonly probes: readonly Probe[];
  /** Reasons for refused receipts, by their index in the list; -1 is the binding of the quote. */
  readonly problems: readonly { readonly index: number; readonly problem: ReceiptProblem }[];
}

/** Largest lead of an anchor's clock over ours. */
const maxAheadMs = 5_000;
const maxRoundTripMs = 60_000;
/** Largest difference between coordinates of one anchor in two statements. */
export const anchorToleranceKm = 1;
const maxKnownSignatures = 1024;

export type ReceiptChecker = (receipts: readonly Receipt[], rules: ReceiptRules) => CheckedReceipts;

/**
 * Makes a checker. It remembers valid signatures, because a gateway sends the same receipts with every request of their lifetime;
 * everything else is checked anew.
 */
export function createReceiptChecker(): ReceiptChecker {
  const known = new Set<string>();

  function isSigned(key: string, data: Uint8Array, signature: string): boolean {
    const name = sha256Hex(`${key}.${signature}.${toBase64Url(sha256(data))}`);
    if (known.has(name)) return true;
    if (!verifyEd25519({ kty: 'OKP', crv: 'Ed25519', x: key }, data, decode(signature))) return false;
    const oldest = known.size >= maxKnownSignatures ? known.values().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.add(name);
    return true;
  }

  return (receipts, rules) => {
    const probes: Probe[] = [];
    const problems: { index: number; problem: ReceiptProblem }[] = [];
    if (!isBound(rules.cycle)) problems.push({ index: -1, problem: 'bad_binding' });
    const seen = new Set<string>();
    const places = new Map<string, GeoPoint>();
    for (const [index, receipt] of receipts.entries()) {
      const result = checkOne(receipt, rules, isSigned);
      const problem = typeof result === 'string' ? result : findRepetition(receipt, seen, places);
      if (problem !== undefined) problems.push({ index, problem });
      else if (typeof result !== 'string') probes.push(result);
    }
    return { probes, problems };
  };
}

type SignatureCheck = (key: string, data: Uint8Array, signature: string) => boolean;

function checkOne(receipt: Receipt, rules: ReceiptRules, isSigned: SignatureCheck): Probe | ReceiptProblem {
  const anchor = rules.anchors.get(receipt.anchor_id);
  if (anchor === undefined) return 'unknown_anchor';
  if (!isSigned(anchor.key, signedBytes(receipt), receipt.anchor_signature)) return 'bad_signature';
  const { anchor_location: point, public_key: key } = receipt;
  if (anchor.location !== undefined && distanceKm(anchor.location, point) > anchorToleranceKm) return 'anchor_moved';
  // Receipts between anchors belong to no attestation cycle of the host.
  if (receipt.target_anchor_id === undefined) {
    if (rules.cycle.nonce !== undefined && receipt.nonce !== rules.cycle.nonce) return 'nonce_mismatch';
    if (rules.cycle.public_key !== undefined && key !== rules.cycle.public_key) return 'key_mismatch';
  }
  const times = checkTimes(parseInstant(receipt.probe_sent_at), parseInstant(receipt.probe_received_at), rules);
  if (typeof times === 'string') return times;
  const processingMs = provenProcessing(receipt, isSigned);
  if (processingMs === undefined || processingMs > times.roundTripMs) return 'bad_processing_time';
  return {
    anchorId: receipt.anchor_id,
    point,
    ...(receipt.target_anchor_id === undefined ? {} : { target: receipt.target_anchor_id }),
    roundTripMs: times.roundTripMs - processingMs,
    ageMs: times.ageMs,
  };
}

function checkTimes(
  sent: Instant | undefined,
  received: Instant | undefined,
  { now, lifetimeMs }: ReceiptRules,
): { roundTripMs: number; ageMs: number } | ReceiptProblem {
  if (sent === undefined || received === undefined) return 'bad_time';
  const roundTripMs = millisecondsBetween(sent, received);
  if (roundTripMs < 0 || roundTripMs > maxRoundTripMs) return 'bad_time';
  const ageMs = now - received.ms;
  if (ageMs < -maxAheadMs) return 'not_yet_valid';
  return ageMs > lifetimeMs ? 'expired' : { roundTripMs, ageMs: Math.max(ageMs, 0) };
}

/**
 * Gives the processing time to subtract. The anchor cannot know it, so it counts only with a signature of the key that answered;
 * an unsigned time would let a host pretend to be near. Without a signature it is 0.
 *
 * @returns undefined for a wrong signature.
 */
function provenProcessing(receipt: Receipt, isSigned: SignatureCheck): number | undefined {
  const { processing_ms: time, processing_signature: signature, public_key: key } = receipt;
  if (time === undefined || signature === undefined) return signature === undefined ? 0 : undefined;
  return key !== undefined && isSigned(key, processingBytes(receipt), signature) ? time : undefined;
}

/** A receipt counts once, and one anchor has one position. */
function findRepetition(
  receipt: Receipt,
  seen: Set<string>,
  places: Map<string, GeoPoint>,
): ReceiptProblem | undefined {
  const { anchor_id: id, anchor_location: point } = receipt;
  const name = JSON.stringify([id, receipt.target_anchor_id, receipt.nonce, receipt.probe_sent_at]);
  if (seen.has(name)) return 'replayed';
  seen.add(name);
  const place = places.get(id) ?? point;
  places.set(id, place);
  return distanceKm(place, point) > anchorToleranceKm ? 'anchor_moved' : undefined;
}

/** The quote binds key and nonce by SHA-256(key bytes, nonce bytes); a binding without both is invalid. */
function isBound({ quote_binding: binding, public_key: key, nonce }: ReceiptRules['cycle']): boolean {
  if (binding === undefined) return true;
  if (key === undefined || nonce === undefined) return false;
  return sha256Hex(Buffer.concat([fromBase64Url(key), fromBase64Url(nonce)])) === binding;
}

/** A signature of 86 letters with its last bits set is a second spelling of the same bytes, so it verifies nothing. */
function decode(signature: string): Uint8Array {
  const bytes = Buffer.from(signature, 'base64url');
  return toBase64Url(bytes) === signature ? bytes : new Uint8Array();
}
