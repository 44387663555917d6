/** The terms of a consent request, as the pages use them. */
import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import { askedTtlS } from '../../delegation/delegations/terms.ts';

export interface ConsentTerms {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Empty means all tools. */
  readonly tools: readonly string[];
  readonly maxUses: number | undefined;
  /** The longest duration, in seconds. */
  readonly ttlS: number;
}

/** The shortest duration of a grant. */
const minTtlS = 60;

export function consentTerms({ requested, resource }: Approval, now: number): ConsentTerms {
  const { scopes = [], resources, tools = [], max_uses, ttl, until } = requested;
  const left = until === undefined ? Number.POSITIVE_INFINITY : Math.floor((Date.parse(until) - now) / 1000);
  return {
    scopes,
    tools,
    maxUses: max_uses,
    resources: resources ?? (resource === null ? [] : [resource]),
    ttlS: Math.max(minTtlS, Math.min(askedTtlS(ttl), left)),
  };
}
