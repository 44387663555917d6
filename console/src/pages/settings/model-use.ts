/** Which models gateways allow. */
export type ModelUse = 'any' | 'registered' | 'approved';

/** A use that only a newer verifier knows counts as the strictest one. */
export function modelUseOf(value: string): ModelUse {
  return value === 'any' || value === 'registered' ? value : 'approved';
}
