/** Points and directions on the unit sphere, for the discs of the anchors. The formulae are exact for tiny and huge angles. */

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** A point of the unit sphere, or a direction. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Mean radius R1 of the GRS 80 ellipsoid; a distance on the sphere is within 0.6 % of one on the ellipsoid. */
export const earthRadiusKm = 6371.0088;

const degree = Math.PI / 180;
/** Steps below the rounding of coordinates have no direction. */
const noStep = 1e-15;

/** The point of the unit sphere at a latitude and longitude in degrees. */
export function toVector({ lat, lon }: GeoPoint): Vector {
  const ring = Math.cos(lat * degree);
  return { x: ring * Math.cos(lon * degree), y: ring * Math.sin(lon * degree), z: Math.sin(lat * degree) };
}

/** Latitude and longitude in degrees, longitude from -180 to 180. */
export function toGeoPoint({ x, y, z }: Vector): GeoPoint {
  return { lat: Math.atan2(z, Math.hypot(x, y)) / degree, lon: Math.atan2(y, x) / degree };
}

/** Angle between two points in radians, by sine and cosine; the cosine alone is inexact for small angles. */
export function angleBetween(a: Vector, b: Vector): number {
  return Math.atan2(length(cross(a, b)), dot(a, b));
}

/** Distance on the sphere. */
export function distanceKm(a: GeoPoint, b: GeoPoint): number {
  return angleBetween(toVector(a), toVector(b)) * earthRadiusKm;
}

/** Unit direction at `from` towards `to`; an arbitrary one for the same or the opposite point. */
export function directionTo(from: Vector, to: Vector): Vector {
  // Computes the difference first: for near points it keeps digits that `to - from * cos` would lose.
  const step = dot(from, to) >= 0 ? subtract(to, from) : add(to, from);
  const tangent = subtract(step, scale(from, dot(step, from)));
  const size = length(tangent);
  return size > noStep ? scale(tangent, 1 / size) : anyDirection(from);
}

/** Gives the point reached from `from` by an angle along a unit direction. */
export function travel(from: Vector, direction: Vector, angle: number): Vector {
  return add(scale(from, Math.cos(angle)), scale(direction, Math.sin(angle)));
}

export function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

export function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function add(a: Vector, b: Vector): Vector {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

export function subtract(a: Vector, b: Vector): Vector {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function scale(a: Vector, factor: number): Vector {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor };
}

export function length(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

function anyDirection(from: Vector): Vector {
  const axis = Math.abs(from.x) < 0.6 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 };
  const tangent = cross(from, axis);
  return scale(tangent, 1 / length(tangent));
}
