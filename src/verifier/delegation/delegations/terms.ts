/** The terms of a grant, and the rule of changing them: the result never allows more than before. */

import { defaultTtlS, type GrantRequest, maxTtlS } from '../../../contract/api/delegations/shapes.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { fullScope } from '../../base/access/actions.ts';
import { isBlock, isBlockWithin } from './addresses.ts';
import type { GrantConstraints } from './tables.ts';

export interface Terms {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly constraints: GrantConstraints;
}

/** The wanted terms; an absent member leaves that one unchanged. */
export type WantedTerms = Omit<Partial<GrantRequest>, 'consent_request_id'>;

/** Tells whether a list of scopes covers this one. */
export function coversScope(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || scopes.includes(fullScope);
}

/** Gives the wanted part of terms. @throws AppError `unprocessable` (`not_narrower`) for anything beyond them. */
export function narrowTo(limit: Terms, wanted: WantedTerms, now: number): Terms {
  const errors: ErrorPointer[] = [];
  const refuse = (pointer: string, message: string): void => void errors.push({ pointer, message });

  const scopes = sorted(wanted.approved_scopes ?? limit.scopes);
  if (scopes.length === 0) refuse('/approved_scopes', 'at least one scope is needed; to end a grant, revoke it');
  if (!scopes.every((scope) => coversScope(limit.scopes, scope))) {
    refuse('/approved_scopes', 'a scope is not among those that were asked for or granted');
  }
  const resources = sorted(wanted.resources ?? limit.resources);
  if (resources.length === 0) refuse('/resources', 'at least one resource is needed; to end a grant, revoke it');
  if (!resources.every((resource) => limit.resources.includes(resource))) {
    refuse('/resources', 'a resource is not among those that were asked for or granted');
  }
  const expiresAt = wanted.ttl_seconds === undefined ? limit.expiresAt : now + wanted.ttl_seconds * 1000;
  if (expiresAt > limit.expiresAt) refuse('/ttl_seconds', 'it would hold longer than what was asked for or granted');
  const constraints = constrain(limit.constraints, wanted.constraints ?? {}, refuse);

  const [first] = errors;
  if (first === undefined) return { scopes, resources, expiresAt, constraints };
  const detail = `${first.pointer.slice(1)}: ${first.message}`;
  throw new AppError('unprocessable', detail, { detail, errors, extensions: { reason: 'not_narrower' } });
}

type Refuse = (pointer: string, message: string) => void;

function constrain(limit: GrantConstraints, wanted: GrantConstraints, refuse: Refuse): GrantConstraints {
  const { tools = limit.tools, max_uses = limit.max_uses, ip = limit.ip } = wanted;
  if (wanted.tools !== undefined && !wanted.tools.every((tool) => limit.tools?.includes(tool) ?? true)) {
    refuse('/constraints/tools', 'a tool is not among those that were asked for or granted');
  }
  if (max_uses !== undefined && max_uses > (limit.max_uses ?? max_uses)) {
    refuse('/constraints/max_uses', 'more uses than were asked for or granted');
  }
  if (wanted.ip !== undefined && !wanted.ip.every(isBlock)) {
    refuse('/constraints/ip', 'IP addresses or CIDR blocks such as 192.0.2.0/24 are expected');
  } else if (wanted.ip !== undefined && !wanted.ip.every((block) => isInOne(block, limit.ip))) {
    refuse('/constraints/ip', 'an address is not among those that were granted');
  }
  // Code that tests the length would take an empty list for an absent one.
  if (wanted.ip?.length === 0) refuse('/constraints/ip', 'at least one address is needed');
  if (wanted.tools?.length === 0) refuse('/constraints/tools', 'at least one tool is needed');
  return {
    ...(tools === undefined ? {} : { tools: sorted(tools) }),
    ...(max_uses === undefined ? {} : { max_uses }),
    ...(ip === undefined ? {} : { ip: sorted(ip) }),
  };
}

function isInOne(block: string, limits: readonly string[] | undefined): boolean {
  return limits === undefined || limits.some((limit) => isBlockWithin(block, limit));
}

function sorted(list: readonly string[]): string[] {
  return [...new Set(list)].sort();
}

/** Gives the terms with canonical resources. */
export function canonical<T extends WantedTerms>(wanted: T, toCanonical: (resource: string) => string): T {
  return wanted.resources === undefined ? wanted : { ...wanted, resources: wanted.resources.map(toCanonical) };
}

/** Gives the duration of a grant for a requested one, in seconds. */
export function askedTtlS(ttl: number | undefined): number {
  return Math.min(ttl ?? defaultTtlS, maxTtlS);
}
