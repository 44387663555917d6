import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf, estimate, excessKm, findImpossibleLinks, type Medium, meet, toDiscs } from './locate.ts';
import { distanceKm, type GeoPoint } from './sphere.ts';
import type { Probe } from './verify-receipts.ts';

const frankfurt = { lat: 50.11, lon: 8.68 };

function probe(anchorId: string, point: GeoPoint, roundTripMs: number, more: Partial<Probe> = {}): Probe {
  return { anchorId, point, roundTripMs, ageMs: 0, ...more };
}

function estimateOf(probes: readonly Probe[], medium: Medium) {
  return estimate(probes, meet(toDiscs(probes)), medium);
}

it('an anchor counts once, with its fastest probe; a disc is half the time at the speed of light', () => {
  const discs = toDiscs([probe('a', frankfurt, 12), probe('a', frankfurt, 10), probe('a', frankfurt, 11)]);
  expect(discs).toHaveLength(1);
  expect(discs[0]?.radiusKm).toBeCloseTo(5 * 299.79, 9);
});

describe('an estimate', () => {
  it('of one anchor is its disc', () => {
    const { lat, lon, ...rest } = estimateOf([probe('a', frankfurt, 2)], 'vacuum') ?? { lat: 0, lon: 0 };
    expect(distanceKm({ lat, lon }, frankfurt)).toBeLessThan(1e-6);
    expect(rest).toEqual({ radius_km: expect.closeTo(299.79, 6), method: 'vacuum_bound', anchor_count: 1 });
  });

  it('finds a place on a synthetic globe within a metre with travel times of light', () => {
    const place = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(place, ({ lat, lon }) => {
        const around = [
          { lat: Math.min(lat + 4, 90), lon },
          { lat: Math.max(lat - 3, -90), lon: lon - 2 },
          { lat, lon: lon + 5 },
          { lat, lon: lon - 5 },
        ];
        const probes = around.map((point, index) =>
          probe(String(index), point, (2 * distanceKm(point, { lat, lon })) / 299.79),
        );
        const found = estimateOf(probes, 'vacuum');
        expect(distanceKm(found ?? { lat: 0, lon: 0 }, { lat, lon })).toBeLessThan(0.001);
        expect(found?.radius_km).toBeLessThan(0.001);
      }),
    );
  });

  it('from fibre is smaller and marked; if fibre discs do not meet, the vacuum discs apply', () => {
    const probes = [probe('a', frankfurt, 10), probe('b', { lat: 52, lon: 13 }, 10)];
    expect(estimateOf(probes, 'fibre')?.method).toBe('fibre_estimate');
    expect(estimateOf(probes, 'fibre')?.radius_km).toBeLessThan(estimateOf(probes, 'vacuum')?.radius_km ?? 0);
    const far = [probe('a', { lat: 0, lon: 0 }, 10), probe('b', { lat: 0, lon: 22 }, 10)];
    expect(estimateOf(far, 'fibre')?.method).toBe('vacuum_bound');
  });

  it('is unbounded for a whole hemisphere or for no discs', () => {
    expect(estimateOf([probe('a', frankfurt, 80)], 'vacuum')).toBeUndefined();
    expect(estimateOf([], 'vacuum')).toBeUndefined();
    expect(
      estimateOf([probe('a', { lat: 0, lon: 0 }, 1), probe('b', { lat: 0, lon: 90 }, 1)], 'vacuum'),
    ).toBeUndefined();
  });
});

it('exactly the anchors that answer each other faster than light are found', () => {
  const places = new Map([
    ['a', { lat: 48.86, lon: 2.35 }],
    ['b', { lat: 45.46, lon: 9.19 }],
  ]);
  const link = (ms: number) => [probe('a', { lat: 48.86, lon: 2.35 }, ms, { target: 'b' })];
  const placeOf = (id: string) => places.get(id);
  // 640 km and back take 4.27 ms.
  expect(findImpossibleLinks(link(4.2), placeOf)).toEqual(['a:b']);
  expect(findImpossibleLinks(link(4.4), placeOf)).toEqual([]);
  expect(findImpossibleLinks(link(4.2), () => undefined)).toEqual([]);
  expect(toDiscs(link(4.2))).toEqual([]);
});

it('the excess is the distance from the disc that excludes a place most', () => {
  const discs = toDiscs([probe('a', { lat: 0, lon: 0 }, 2), probe('b', { lat: 0, lon: 10 }, 4)]);
  const far = { lat: 0, lon: 10 };
  expect(excessKm(far, discs)).toBeCloseTo(distanceKm({ lat: 0, lon: 0 }, far) - 299.79, 6);
  expect(excessKm({ lat: 0, lon: 2.5 }, toDiscs([probe('a', { lat: 0, lon: 0 }, 2)]))).toBe(0);
});

it('confidence falls with radius and age, rises with anchors, and stays within 0 and 1', () => {
  expect(confidenceOf(0, 1, 0)).toBe(0.5);
  expect(confidenceOf(1000, 3, 0.5)).toBe(0.375);
  expect(confidenceOf(1000, 3, 0.75)).toBe(0.1875);
  expect(confidenceOf(0, 3, 1)).toBe(0);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 20_000, noNaN: true }),
      fc.integer({ min: 1, max: 64 }),
      share,
      (radius, count, age) => {
        const value = confidenceOf(radius, count, age);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(confidenceOf(radius + 1, count, age)).toBeLessThanOrEqual(value);
        expect(confidenceOf(radius, count + 1, age)).toBeGreaterThanOrEqual(value);
      },
    ),
  );
});
