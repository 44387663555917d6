import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  angleBetween,
  directionTo,
  distanceKm,
  dot,
  earthRadiusKm,
  length,
  toGeoPoint,
  toVector,
  travel,
} from './sphere.ts';

const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const millimetre = 1e-6;

describe('points', () => {
  it('round-trip through a vector, including poles and antimeridian', () => {
    fc.assert(
      fc.property(place, (point) => {
        expect(distanceKm(toGeoPoint(toVector(point)), point)).toBeLessThan(millimetre);
      }),
    );
    expect(toGeoPoint(toVector({ lat: 90, lon: 17 })).lat).toBeCloseTo(90, 9);
  });

  it('have the distances of the globe, from a millimetre to half the way around', () => {
    expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 180 })).toBeCloseTo(Math.PI * earthRadiusKm, 6);
    expect(distanceKm({ lat: 10, lon: 179.5 }, { lat: 10, lon: -179.5 })).toBeCloseTo(109.5, 0);
    expect(distanceKm({ lat: 50, lon: 8 }, { lat: 50.00000001, lon: 8 })).toBeCloseTo(0.000001112, 9);
    expect(distanceKm({ lat: 50, lon: 8 }, { lat: 50, lon: 8 })).toBe(0);
  });
});

describe('directions', () => {
  it('have length 1, are perpendicular to the point, and lead to their target', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const [start, end] = [toVector(from), toVector(to)];
        const direction = directionTo(start, end);
        expect(length(direction)).toBeCloseTo(1, 12);
        expect(dot(direction, start)).toBeCloseTo(0, 9);
        const angle = angleBetween(start, end);
        // Every direction leads to the opposite point.
        fc.pre(angle < Math.PI - 1e-6);
        expect(angleBetween(travel(start, direction, angle), end) * earthRadiusKm).toBeLessThan(0.001);
      }),
    );
  });

  it('exist even when all are equally good', () => {
    const pole = toVector({ lat: 90, lon: 0 });
    expect(length(directionTo(pole, pole))).toBeCloseTo(1, 12);
    expect(length(directionTo(pole, toVector({ lat: -90, lon: 0 })))).toBeCloseTo(1, 12);
  });
});
