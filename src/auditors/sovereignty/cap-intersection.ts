/**
 * The intersection of discs on the sphere: whether it exists, and the smallest disc around it. Exact for discs of any size, over
 * poles and the antimeridian, because nothing is projected.
 *
 * The common part of all discs ends in arcs of their rims. A cap around it must contain its convex hull, which is spanned by the
 * corners between arcs and by arcs that bulge outwards (rims of discs below a hemisphere). Such an arc of at most a half circle
 * lies in every cap that contains its ends and is no larger than its disc; one of more than a half circle makes the disc itself
 * the smallest cap. A part beyond the cap of the corners reaches it with a rim, at its farthest point.
 */
import { type Cap, encloseInCap } from './enclosing-cap.ts';
import { add, angleBetween, cross, directionTo, scale, travel, type Vector } from './sphere.ts';

export type Bounding =
  | { readonly kind: 'empty' }
  /** No disc below a hemisphere covers it. */
  | { readonly kind: 'wide' }
  | { readonly kind: 'cap'; readonly cap: Cap };

/** Discs this far apart (6 cm on the ground) still touch; exact distances give touching discs. */
const touchSlack = 1e-8;
/** Error of a point where two rims cross at a right angle; it grows as the angle gets flatter. */
const rounding = 4e-15;

/** Finds the smallest cap around the intersection of caps with radii in radians (0 or more). */
export function boundIntersection(caps: readonly Cap[]): Bounding {
  const limiting = dropRedundant(caps.filter(({ radius }) => radius < Math.PI));
  if (limiting.length === 0) return { kind: 'wide' };
  const strict = bound(limiting, 0);
  return strict.kind === 'empty' ? bound(limiting, touchSlack) : strict;
}

/** Leaves out every cap that contains another one, smallest caps first; of equal caps the first stays. */
function dropRedundant(caps: readonly Cap[]): readonly Cap[] {
  const kept: Cap[] = [];
  for (const cap of [...caps].sort((a, b) => a.radius - b.radius)) {
    const holdsOther = kept.some((other) => angleBetween(cap.centre, other.centre) + other.radius <= cap.radius);
    if (!holdsOther) kept.push(cap);
  }
  return kept;
}

function bound(caps: readonly Cap[], slack: number): Bounding {
  const corners = findCorners(caps, slack);
  if (corners.length === 0) return boundWithoutCorners(caps, slack);
  const around = encloseInCap(corners);
  if (around === undefined) return { kind: 'wide' };
  for (const cap of caps) {
    const far = farthestOnRim(cap, around.centre);
    const isOutside = angleBetween(far, around.centre) > around.radius + rounding;
    if (isOutside && isInAll(far, caps, cap, slack + rounding)) return whole(cap);
  }
  return { kind: 'cap', cap: around };
}

/**
 * Without corners each rim bounds all round (the smallest one outermost) or not at all; two points distinguish that from
 * touching.
 */
function boundWithoutCorners(caps: readonly Cap[], slack: number): Bounding {
  const bounding = caps.find((cap) => {
    const onRim = farthestOnRim(cap, cap.centre);
    return [onRim, farthestOnRim(cap, onRim)].every((point) => isInAll(point, caps, cap, slack + rounding));
  });
  return bounding === undefined ? { kind: 'empty' } : whole(bounding);
}

function whole(cap: Cap): Bounding {
  return cap.radius < Math.PI / 2 ? { kind: 'cap', cap } : { kind: 'wide' };
}

/** Finds the points in all caps where two rims cross. */
function findCorners(caps: readonly Cap[], slack: number): Vector[] {
  const corners: Vector[] = [];
  for (const [index, one] of caps.entries()) {
    for (const other of caps.slice(index + 1)) {
      for (const { point, error } of crossRims(one, other, slack)) {
        const isCorner = caps.every((cap) => cap === one || cap === other || holds(cap, point, slack + error));
        if (isCorner) corners.push(point);
      }
    }
  }
  return corners;
}

/**
 * Finds the two points where rims cross, as corners of a triangle with the radii and the distance as sides. Computes the half
 * angle, which stays exact for thin and tiny triangles.
 */
function crossRims(one: Cap, other: Cap, slack: number): { point: Vector; error: number }[] {
  const distance = angleBetween(one.centre, other.centre);
  const gap = distance - one.radius - other.radius;
  if (gap > slack || distance < Math.abs(one.radius - other.radius)) return [];
  if (distance + one.radius + other.radius > 2 * Math.PI) return [];
  const towards = directionTo(one.centre, other.centre);
  if (gap >= 0) return [{ point: travel(one.centre, towards, one.radius), error: touchSlack }];
  const half = (one.radius + other.radius + distance) / 2;
  const rise = Math.sin(half - one.radius) * Math.sin(half - distance);
  const run = Math.sin(half) * Math.sin(half - other.radius);
  const angle = 2 * Math.atan2(Math.sqrt(Math.max(rise, 0)), Math.sqrt(Math.max(run, 0)));
  const aside = cross(one.centre, towards);
  const flatness = Math.abs(Math.sin(distance) * Math.sin(angle)) / Math.max(Math.sin(other.radius), rounding);
  const error = Math.min(rounding + rounding / Math.max(flatness, rounding), 2 * touchSlack);
  return [angle, -angle].map((turn) => {
    const direction = add(scale(towards, Math.cos(turn)), scale(aside, Math.sin(turn)));
    return { point: travel(one.centre, direction, one.radius), error };
  });
}

/** Gives the point of the rim farthest from a point: on the far side of the centre. */
function farthestOnRim(cap: Cap, from: Vector): Vector {
  return travel(cap.centre, scale(directionTo(cap.centre, from), -1), cap.radius);
}

function isInAll(point: Vector, caps: readonly Cap[], except: Cap, slack: number): boolean {
  return caps.every((cap) => cap === except || holds(cap, point, slack));
}

function holds(cap: Cap, point: Vector, slack: number): boolean {
  return angleBetween(cap.centre, point) <= cap.radius + slack;
}
