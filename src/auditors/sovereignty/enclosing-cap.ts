/** The smallest cap around a few points of the sphere: the last step of finding where the discs of the anchors meet. */
import { add, angleBetween, cross, dot, length, scale, subtract, type Vector } from './sphere.ts';

/** All points within `radius` radians of `centre`. */
export interface Cap {
  readonly centre: Vector;
  readonly radius: number;
}

/** Far below a millimetre on the ground. */
const slack = 1e-12;
/** Sum of rounding errors, 6 mm on the ground. */
const maxError = 1e-9;

/**
 * Finds the smallest cap that holds all points, adding one point after the other (each new point outside is on the rim of the
 * next cap).
 *
 * @returns undefined if no cap smaller than a hemisphere holds them.
 */
export function encloseInCap(points: readonly Vector[]): Cap | undefined {
  const [first, ...others] = points;
  if (first === undefined) return undefined;
  let cap: Cap = { centre: first, radius: 0 };
  for (const [index, point] of others.entries()) {
    if (!holds(cap, point)) cap = encloseWithOneOnRim(points.slice(0, index + 1), point);
  }
  const isSound = cap.radius < Math.PI / 2 - maxError && points.every((point) => holds(cap, point, maxError));
  return isSound ? cap : undefined;
}

function encloseWithOneOnRim(points: readonly Vector[], rim: Vector): Cap {
  let cap: Cap = { centre: rim, radius: 0 };
  for (const [index, point] of points.entries()) {
    if (!holds(cap, point)) cap = encloseWithTwoOnRim(points.slice(0, index), point, rim);
  }
  return cap;
}

function encloseWithTwoOnRim(points: readonly Vector[], one: Vector, other: Vector): Cap {
  let cap = capOfTwo(one, other);
  for (const point of points) {
    if (!holds(cap, point)) cap = capOfThree(point, one, other);
  }
  return cap;
}

function capOfTwo(a: Vector, b: Vector): Cap {
  return { centre: normalize(add(a, b), a), radius: angleBetween(a, b) / 2 };
}

/** Gives the cap whose rim passes through three points. Its centre is on the normal of their plane. */
function capOfThree(a: Vector, b: Vector, c: Vector): Cap {
  const upright = normalize(cross(subtract(b, a), subtract(c, a)), a);
  const centre = dot(upright, a) < 0 ? scale(upright, -1) : upright;
  return { centre, radius: Math.max(angleBetween(centre, a), angleBetween(centre, b), angleBetween(centre, c)) };
}

function holds(cap: Cap, point: Vector, tolerance = slack): boolean {
  return angleBetween(cap.centre, point) <= cap.radius + tolerance;
}

function normalize(vector: Vector, otherwise: Vector): Vector {
  const size = length(vector);
  return size > 0 ? scale(vector, 1 / size) : otherwise;
}
