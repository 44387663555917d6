/** The anchors that an operator trusts: their public keys and, optionally, their positions. */
import { AuditorFailure } from '@assay/sdk';
import { isKeyCoordinate } from '@assay/sdk/crypto';
import type { GeoPoint } from './sphere.ts';

export interface Anchor {
  readonly id: string;
  /** base64url of the Ed25519 public key. */
  readonly key: string;
  /** Receipts that state another place are refused. */
  readonly location?: GeoPoint;
}

const maxAnchors = 256;

/**
 * Reads the setting `anchors`: items `id=KEY` or `id=KEY@lat/lon`.
 *
 * @throws AuditorFailure INVALID_SETTING naming the item by its number.
 */
export function parseAnchors(items: readonly string[]): ReadonlyMap<string, Anchor> {
  if (items.length > maxAnchors) throw refuse(`has more than ${maxAnchors} anchors`);
  const anchors = new Map<string, Anchor>();
  for (const [index, item] of items.entries()) {
    const anchor = parseAnchor(item);
    if (anchor === undefined) throw refuse(`item ${index + 1} must be id=PUBLIC_KEY or id=PUBLIC_KEY@lat/lon`);
    if (anchors.has(anchor.id)) throw refuse(`item ${index + 1} names an anchor that is already listed`);
    anchors.set(anchor.id, anchor);
  }
  return anchors;
}

/** Reads `lat/lon` in degrees; otherwise undefined. */
export function parseGeoPoint(text: string): GeoPoint | undefined {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d{1,9})?)\s*\/\s*([+-]?\d{1,3}(?:\.\d{1,9})?)\s*$/.exec(text);
  const [lat, lon] = [Number(match?.[1] ?? Number.NaN), Number(match?.[2] ?? Number.NaN)];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
}

function parseAnchor(item: string): Anchor | undefined {
  const match = /^\s*([^=@]{1,64}?)\s*=\s*([A-Za-z0-9_-]{43})(?:@(.{3,40}))?\s*$/.exec(item);
  const [, id, key, at] = match ?? [];
  if (id === undefined || key === undefined || !isKeyCoordinate(key)) return undefined;
  if (at === undefined) return { id, key };
  const location = parseGeoPoint(at);
  return location === undefined ? undefined : { id, key, location };
}

function refuse(problem: string): AuditorFailure {
  return new AuditorFailure('INVALID_SETTING', `The setting anchors ${problem}`);
}
