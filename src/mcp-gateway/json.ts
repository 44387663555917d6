/** Checks of foreign JSON. */
import type { JsonObject } from './seams.ts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
