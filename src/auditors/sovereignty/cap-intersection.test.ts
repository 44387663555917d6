import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounding, boundIntersection } from './cap-intersection.ts';
import { sampleInside, sampleRims, searchRadius } from './cap-oracle.fixture.ts';
import type { Cap } from './enclosing-cap.ts';
import {
  add,
  angleBetween,
  cross,
  directionTo,
  distanceKm,
  earthRadiusKm,
  type GeoPoint,
  scale,
  toGeoPoint,
  toVector,
  travel,
  type Vector,
} from './sphere.ts';

const metre = 0.001 / earthRadiusKm;
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});

function disc(lat: number, lon: number, radiusKm: number): Cap {
  return { centre: toVector({ lat, lon }), radius: radiusKm / earthRadiusKm };
}

function capOf(bounding: Bounding): Cap {
  if (bounding.kind !== 'cap') throw new Error(`expected a cap, found ${bounding.kind}`);
  return bounding.cap;
}

function isInAll(point: Vector, caps: readonly Cap[]): boolean {
  return caps.every((cap) => angleBetween(cap.centre, point) <= cap.radius + 1e-12);
}

describe('one place with exact distances', () => {
  it('is found within a metre by three anchors around it, anywhere', () => {
    const bearing = fc.double({ min: 0, max: 40, noNaN: true });
    const away = fc.double({ min: 1, max: 4000, noNaN: true });
    fc.assert(
      fc.property(place, bearing, fc.tuple(away, away, away), (point, turn, distances) => {
        const caps = distances.map((distance, index) => {
          const anchor = move(point, turn + index * 120, distance);
          return { centre: toVector(anchor), radius: distanceKm(anchor, point) / earthRadiusKm };
        });
        const { centre, radius } = capOf(boundIntersection(caps));
        expect(angleBetween(centre, toVector(point))).toBeLessThan(metre);
        expect(radius).toBeLessThan(metre);
      }),
      { numRuns: 300 },
    );
  });

  it('lies in the found cap, for any anchors and any delay of the signals', () => {
    const anchor = fc.record({ at: place, extraKm: fc.double({ min: 0, max: 3000, noNaN: true }) });
    fc.assert(
      fc.property(place, fc.array(anchor, { minLength: 1, maxLength: 12 }), (point, anchors) => {
        const caps = anchors.map(({ at, extraKm }) => ({
          centre: toVector(at),
          radius: (distanceKm(at, point) + extraKm) / earthRadiusKm,
        }));
        // Two anchors opposite to each other within a metre have nearly parallel rims, up to some metres.
        fc.pre(caps.every((one) => caps.every((other) => angleBetween(one.centre, other.centre) < Math.PI - metre)));
        const bounding = boundIntersection(caps);
        expect(bounding.kind).not.toBe('empty');
        if (bounding.kind !== 'cap') return;
        expect(angleBetween(bounding.cap.centre, toVector(point))).toBeLessThanOrEqual(bounding.cap.radius + metre);
        expect(bounding.cap.radius).toBeLessThanOrEqual(Math.min(...caps.map(({ radius }) => radius)) + metre);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the smallest cap around the intersection', () => {
  it.each([
    ['two discs that cross', [disc(50, 8, 700), disc(50, 18, 600)]],
    [
      'three discs, one of them with a rim of more than a half circle',
      [disc(0, 0, 500), disc(0, 12, 1200), disc(9, 0, 900)],
    ],
    ['discs across the antimeridian', [disc(10, 178, 800), disc(14, -176, 700), disc(3, -179, 900)]],
    ['discs over the north pole', [disc(85, 0, 900), disc(84, 120, 1000), disc(86, -110, 800)]],
    ['a small disc bitten by one far larger than a hemisphere', [disc(20, 20, 1500), disc(-60, -120, 12_000)]],
    [
      'a disc with holes and bites',
      [disc(0, 0, 4000), disc(10, -170, 18_500), disc(-12, 160, 17_000), disc(0, 178, 16_900)],
    ],
    [
      'a disc of 12 metres crossed by two others',
      [disc(48, 11, 0.012), disc(48.0001, 11, 0.011), disc(48, 11.0001, 0.013)],
    ],
  ])('equals a walk along all rims: %s', (_, caps) => {
    expectAgreement(caps);
  });

  it('agrees with the walk on random discs of every size', () => {
    const cap = fc
      .record({
        at: place,
        radius: fc.oneof(
          fc.double({ min: 0.01, max: 1.5, noNaN: true }),
          fc.double({ min: 1.5, max: 3.1, noNaN: true }),
        ),
      })
      .map(({ at, radius }) => ({ centre: toVector(at), radius }));
    fc.assert(
      fc.property(fc.array(cap, { minLength: 1, maxLength: 5 }), (caps) => expectAgreement(caps)),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('never grows with another disc', () => {
    const anchor = fc.record({ at: place, extraKm: fc.double({ min: 1, max: 3000, noNaN: true }) });
    fc.assert(
      fc.property(place, fc.array(anchor, { minLength: 2, maxLength: 8 }), (point, anchors) => {
        const caps = anchors.map(({ at, extraKm }) => {
          return { centre: toVector(at), radius: (distanceKm(at, point) + extraKm) / earthRadiusKm };
        });
        const [fewer, all] = [boundIntersection(caps.slice(1)), boundIntersection(caps)];
        if (fewer.kind !== 'cap') return;
        expect(capOf(all).radius).toBeLessThanOrEqual(fewer.cap.radius + metre);
      }),
      { numRuns: 1000 },
    );
  });

  it('of discs with centres a centimetre apart is the smaller one to a metre', () => {
    const near = [disc(40, 10, 300.00001), disc(40.0000001, 10, 300.00001), disc(40, 10.0000001, 300.00002)];
    const { centre, radius } = capOf(boundIntersection(near));
    expect(angleBetween(centre, toVector({ lat: 40, lon: 10 }))).toBeLessThan(metre);
    expect(Math.abs(radius * earthRadiusKm - 300)).toBeLessThan(0.001);
  });

  it('of a disc with a hole around its centre is the disc, in either order', () => {
    const [outer, hole] = [disc(0, 0, 3000), disc(0, 180, 19_000)];
    expect(capOf(boundIntersection([outer, hole]))).toEqual(outer);
    expect(capOf(boundIntersection([hole, outer]))).toEqual(outer);
  });

  it('of concentric discs with nearly equal radii is the smaller one', () => {
    const [hole, radius] = [disc(0, 179.37109, 19_969.5), 0.01];
    const caps = [
      hole,
      { centre: toVector({ lat: 0, lon: 0 }), radius },
      { centre: toVector({ lat: 0, lon: 0 }), radius: radius + 7e-15 },
    ];
    expect(boundIntersection(caps)).toEqual(boundIntersection(caps.slice(0, 2)));
  });

  it('of a disc inside all others is that disc', () => {
    const inner = disc(47, 8, 100);
    expect(capOf(boundIntersection([disc(50, 8, 3000), inner, disc(40, 0, 5000)]))).toEqual(inner);
    expect(capOf(boundIntersection([inner, inner]))).toEqual(inner);
  });
});

describe('an empty or unbounded intersection', () => {
  it('is empty for separate discs, also when every pair meets', () => {
    expect(boundIntersection([disc(0, 0, 500), disc(0, 20, 500)]).kind).toBe('empty');
    expect(boundIntersection([disc(0, 0, 600), disc(0, 10, 600), disc(8.5, 5, 560)]).kind).toBe('empty');
    expect(boundIntersection([disc(0, 0, 500), disc(0, 180, 19_700), disc(90, 0, 10_100)]).kind).toBe('cap');
    expect(boundIntersection([disc(0, 0, 500), disc(0, 180, 19_700), disc(90, 0, 9000)]).kind).toBe('empty');
  });

  it('is a point for touching discs', () => {
    const [west, east] = [toVector({ lat: 10, lon: -170 }), toVector({ lat: 20, lon: 170 })];
    const half = angleBetween(west, east) / 2;
    const { radius } = capOf(
      boundIntersection([
        { centre: west, radius: half },
        { centre: east, radius: half },
      ]),
    );
    expect(radius).toBeLessThan(metre);
  });

  it('has no bound above a hemisphere', () => {
    expect(boundIntersection([]).kind).toBe('wide');
    expect(boundIntersection([disc(0, 0, 25_000)]).kind).toBe('wide');
    expect(boundIntersection([disc(0, 0, 12_000)]).kind).toBe('wide');
    expect(boundIntersection([disc(0, 0, 12_000), disc(0, 180, 12_000)]).kind).toBe('wide');
    expect(boundIntersection([disc(90, 0, 19_000), disc(0, 0, 19_000), disc(0, 120, 18_000)]).kind).toBe('wide');
  });
});

function expectAgreement(caps: readonly Cap[]): void {
  const points = [...sampleRims(caps), ...sampleInside(caps)];
  const bounding = boundIntersection(caps);
  // Regions that the walk misses are tested elsewhere.
  if (points.length === 0) return;
  expect(bounding.kind).not.toBe('empty');
  if (bounding.kind === 'wide') {
    const centre = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y, z: one.z + other.z }));
    expect(searchRadius(points, toVector(toGeoPoint(centre)))).toBeGreaterThan(Math.PI / 2 - 0.05);
    return;
  }
  if (bounding.kind === 'empty') return;
  const { centre, radius } = bounding.cap;
  for (const point of points) expect(angleBetween(centre, point)).toBeLessThanOrEqual(radius + metre);
  // The walk finds corners exactly and bulges to a third of a metre at these sizes; no smaller cap may suffice.
  expect(searchRadius(points, centre)).toBeGreaterThanOrEqual(radius - metre * Math.max(1, radius * 4));
  expect(isInAll(points[0] ?? centre, caps)).toBe(true);
}

function move(point: GeoPoint, bearingDegrees: number, km: number): GeoPoint {
  const from = toVector(point);
  const north = directionTo(from, { x: 0, y: 0, z: 1 });
  const east = cross(north, from);
  const turn = (bearingDegrees * Math.PI) / 180;
  const direction = add(scale(north, Math.cos(turn)), scale(east, Math.sin(turn)));
  return toGeoPoint(travel(from, direction, km / earthRadiusKm));
}
