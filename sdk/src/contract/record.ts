/** True for a JSON object: neither null nor a list. Its members must be checked before use. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
