/** Asks the auditor about a table and gives its claims by name. */
import { type Claim, createAuditor } from '@assay/sdk';
import { fairness } from './auditor.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** @throws Error with the message of an in-band error. */
export async function ask(metadata: unknown, settings: Settings = {}): Promise<ReadonlyMap<string, Claim>> {
  const response = await answer(metadata, settings);
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

/** Gives the whole answer. Settings go to every claim whose method has them. */
export function answer(metadata: unknown, settings: Settings = {}) {
  const overrides = fairness.methods.flatMap((method) => {
    const known = Object.entries(settings).filter(([key]) => Object.hasOwn(method.settings ?? {}, key));
    return Object.keys(method.produces).map((claim) => [claim, Object.fromEntries(known)] as const);
  });
  return createAuditor(fairness, { env: {} }).claims({
    phase: 'response',
    data: { metadata: JSON.parse(JSON.stringify(metadata)) },
    vendor_context: { detection_overrides: Object.fromEntries(overrides) },
  });
}

/** Gives a member of the value of an object claim, or of a member of it. */
export function read(claims: ReadonlyMap<string, Claim>, claim: string, ...path: readonly string[]): unknown {
  let value: unknown = claims.get(claim)?.value;
  for (const member of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
  }
  return value;
}
