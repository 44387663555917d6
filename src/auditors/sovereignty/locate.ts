/** Locates the host from checked probes: its largest distance from each anchor, and the intersection. */
import { type Bounding, boundIntersection } from './cap-intersection.ts';
import { distanceKm, earthRadiusKm, type GeoPoint, toGeoPoint, toVector } from './sphere.ts';
import { anchorToleranceKm, type Probe } from './verify-receipts.ts';

/** Light in vacuum, in kilometres per millisecond. Nothing is faster, so only this may exclude a place. */
export const vacuumKmPerMs = 299.79;
/** Light in glass, approximately. Radio and free-space links are faster, so this is an estimate, never a proof. */
export const fibreKmPerMs = 200;

export type Medium = 'vacuum' | 'fibre';

/** Largest distance of the host from an anchor. */
export interface Disc {
  readonly anchorId: string;
  readonly point: GeoPoint;
  readonly radiusKm: number;
  readonly roundTripMs: number;
  readonly ageMs: number;
}

/** The claim `location_estimate`. */
export interface LocationEstimate {
  readonly lat: number;
  readonly lon: number;
  readonly radius_km: number;
  readonly method: 'vacuum_bound' | 'fibre_estimate';
  readonly anchor_count: number;
}

/** Gives one disc per anchor: that of its fastest probe. Probes between anchors give none. */
export function toDiscs(probes: readonly Probe[], kmPerMs: number = vacuumKmPerMs): readonly Disc[] {
  const fastest = new Map<string, Probe>();
  for (const probe of probes.filter(({ target }) => target === undefined)) {
    const best = fastest.get(probe.anchorId);
    if (best === undefined || probe.roundTripMs < best.roundTripMs) fastest.set(probe.anchorId, probe);
  }
  return [...fastest.values()].map(({ anchorId, point, roundTripMs, ageMs }) => {
    return { anchorId, point, radiusKm: (roundTripMs / 2) * kmPerMs, roundTripMs, ageMs };
  });
}

/** Intersects the discs. */
export function meet(discs: readonly Disc[]): Bounding {
  return boundIntersection(
    discs.map(({ point, radiusKm }) => ({ centre: toVector(point), radius: radiusKm / earthRadiusKm })),
  );
}

/** Makes the claim from the vacuum discs or, if requested and possible, the fibre discs; undefined without a bound. */
export function estimate(probes: readonly Probe[], vacuum: Bounding, medium: Medium): LocationEstimate | undefined {
  const count = new Set(probes.filter(({ target }) => target === undefined).map(({ anchorId }) => anchorId)).size;
  const proven = describe(vacuum, 'vacuum_bound', count);
  if (medium === 'vacuum' || proven === undefined) return proven;
  return describe(meet(toDiscs(probes, fibreKmPerMs)), 'fibre_estimate', count) ?? proven;
}

/** Finds pairs of anchors that answered each other faster than light: one of them has a wrong position. */
export function findImpossibleLinks(
  probes: readonly Probe[],
  placeOf: (anchorId: string) => GeoPoint | undefined,
): readonly string[] {
  return probes.flatMap(({ anchorId, point, target, roundTripMs }) => {
    const other = target === undefined ? undefined : placeOf(target);
    if (target === undefined || other === undefined) return [];
    const reachKm = (roundTripMs / 2) * vacuumKmPerMs + anchorToleranceKm;
    return distanceKm(point, other) > reachKm ? [`${anchorId}:${target}`] : [];
  });
}

/** Distance of a point outside the disc that excludes it most; 0 if all discs contain it. */
export function excessKm(point: GeoPoint, discs: readonly Disc[]): number {
  return discs.reduce((most, disc) => Math.max(most, distanceKm(point, disc.point) - disc.radiusKm), 0);
}

/**
 * Confidence of an estimate, 0 to 1: halved for every 1,000 km of radius, n/(n+1) for n anchors, and falling to 0 over the second
 * half of the lifetime.
 */
export function confidenceOf(radiusKm: number, anchorCount: number, ageShare: number): number {
  const precision = 2 ** (-radiusKm / 1000);
  const freshness = Math.min(1, Math.max(0, 2 - 2 * ageShare));
  return precision * (anchorCount / (anchorCount + 1)) * freshness;
}

function describe(
  bounding: Bounding,
  method: LocationEstimate['method'],
  anchorCount: number,
): LocationEstimate | undefined {
  if (bounding.kind !== 'cap') return undefined;
  const { lat, lon } = toGeoPoint(bounding.cap.centre);
  return { lat, lon, radius_km: bounding.cap.radius * earthRadiusKm, method, anchor_count: anchorCount };
}
