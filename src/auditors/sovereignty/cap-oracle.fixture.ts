/**
 * An independent, slow intersection of discs: walks all rims, bisects where they enter and leave, then searches the best centre.
 */
import type { Cap } from './enclosing-cap.ts';
import { add, angleBetween, cross, directionTo, scale, travel, type Vector } from './sphere.ts';

const stepsPerRim = 2400;

/** Points of the rims inside all caps, with entries and exits of a rim to 1e-13 rad. */
export function sampleRims(caps: readonly Cap[]): Vector[] {
  const inAll = (point: Vector, except: Cap) =>
    caps.every((cap) => cap === except || angleBetween(cap.centre, point) <= cap.radius);
  return caps.flatMap((cap) => {
    const at = rim(cap);
    const angles = Array.from({ length: stepsPerRim + 1 }, (_, index) => (index / stepsPerRim) * 2 * Math.PI);
    const points: Vector[] = [];
    for (const [index, angle] of angles.entries()) {
      const isInside = inAll(at(angle), cap);
      if (isInside) points.push(at(angle));
      const before = angles[index - 1];
      if (before === undefined || inAll(at(before), cap) === isInside) continue;
      points.push(at(bisect(before, angle, (middle) => inAll(at(middle), cap))));
    }
    return points;
  });
}

/** Evenly distributed points inside all caps. */
export function sampleInside(caps: readonly Cap[]): Vector[] {
  const count = 3000;
  return Array.from({ length: count }, (_, index) => {
    const z = 1 - (2 * index + 1) / count;
    const turn = index * Math.PI * (3 - Math.sqrt(5));
    return { x: Math.sqrt(1 - z * z) * Math.cos(turn), y: Math.sqrt(1 - z * z) * Math.sin(turn), z };
  }).filter((point) => caps.every((cap) => angleBetween(cap.centre, point) <= cap.radius));
}

/** Smallest radius of a cap around the points, by a shrinking search from a centre. */
export function searchRadius(points: readonly Vector[], start: Vector): number {
  const worst = (centre: Vector) => points.reduce((most, point) => Math.max(most, angleBetween(centre, point)), 0);
  let centre = start;
  let best = worst(centre);
  for (let step = best; step > 1e-9; ) {
    const from = centre;
    const north = directionTo(from, { x: 0, y: 0, z: 1 });
    const east = cross(from, north);
    const better = Array.from({ length: 24 }, (_, index) => (index / 24) * 2 * Math.PI)
      .map((turn) => travel(from, add(scale(north, Math.cos(turn)), scale(east, Math.sin(turn))), step))
      .map((candidate) => ({ candidate, radius: worst(candidate) }))
      .reduce((one, other) => (other.radius < one.radius ? other : one));
    if (better.radius < best) {
      centre = better.candidate;
      best = better.radius;
    } else {
      step /= 2;
    }
  }
  return best;
}

function rim(cap: Cap): (angle: number) => Vector {
  const towards = directionTo(cap.centre, { x: 0.3, y: -0.5, z: 0.81 });
  const aside = cross(cap.centre, towards);
  return (angle) => travel(cap.centre, add(scale(towards, Math.cos(angle)), scale(aside, Math.sin(angle))), cap.radius);
}

/** The last angle inside, between one inside and one outside. */
function bisect(one: number, other: number, isInside: (angle: number) => boolean): number {
  let [inside, outside] = isInside(one) ? [one, other] : [other, one];
  while (Math.abs(inside - outside) > 1e-13) {
    const middle = (inside + outside) / 2;
    if (middle === inside || middle === outside) break;
    if (isInside(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
