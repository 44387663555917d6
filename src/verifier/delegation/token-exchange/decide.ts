/** Checks 8 to 12: the part of the request that the active grants allow. Pure. */
import type { AccessManifest } from '../../../contract/api/agents/manifest.ts';
import { isAddressIn } from '../delegations/addresses.ts';
import type { DelegationGrantRow } from '../delegations/tables.ts';
import { narrowScopes, type ScopeSide } from './narrow.ts';
import { refuseExchange } from './refusals.ts';

export interface DelegationRequest {
  readonly targets: readonly string[];
  readonly scopes: readonly string[] | undefined;
}

export interface Bounds {
  readonly nowMs: number;
  readonly address: string;
  readonly manifest: AccessManifest;
  readonly subjectScopes: readonly string[];
  /** Scopes of the client's metadata; undefined if they name none. */
  readonly clientScopes: ScopeSide;
  /** `max_delegation_depth` of all agents in the result. */
  readonly depths: readonly number[];
  /** Expiry of the exchanged tokens, in seconds since the epoch. */
  readonly endsS: readonly number[];
  /** Gives a target as grants and tokens write it. */
  readonly toCanonical: (target: string) => string;
}

export interface Decision {
  readonly grant: DelegationGrantRow;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly issuedAtS: number;
  readonly expiresAtS: number;
}

/** Longest life of a delegated token, in seconds. */
export const maxLifetimeS = 300;

const noConsent = 'the person has not allowed this agent to act for them';
const noUse = 'the delegation has expired, is used up or does not allow this address';

/** @throws AppError; `no_active_delegation` if no grant is valid for this call. */
export function decide(grants: readonly DelegationGrantRow[], request: DelegationRequest, bounds: Bounds): Decision {
  const issuedAtS = Math.floor(bounds.nowMs / 1000);
  const holding = grants.filter((grant) => isHolding(grant, issuedAtS, bounds.address));
  if (holding.length === 0) throw refuseExchange('no_active_delegation', grants.length === 0 ? noConsent : noUse);
  const resource = chooseResource(holding, request.targets, bounds);
  const grant = holding.find(({ resources }) => resources.map(bounds.toCanonical).includes(resource));
  const isInManifest = bounds.manifest.resources.map(bounds.toCanonical).includes(resource);
  if (!isInManifest) throw refuseTarget('the access manifest of the agent does not name the resource');
  if (grant === undefined) throw refuseTarget('the person has not allowed this resource: ask for consent first');
  const sides = {
    'the consent': grant.scopes,
    "the person's token": bounds.subjectScopes,
    'the access manifest': bounds.manifest.scopes,
    'the client': bounds.clientScopes,
  };
  const asked = request.scopes ?? grant.scopes;
  const scopes = narrowScopes(asked, Object.values(sides));
  if (scopes.length === 0) {
    const lacking = Object.entries(sides).find(([, side]) => narrowScopes(asked, [side]).length === 0)?.[0];
    const why = lacking === undefined ? '' : `: ${lacking} has none of the requested scopes`;
    throw refuseExchange('scope_empty', `no scope is left${why}`, { error: 'invalid_scope' });
  }
  if (bounds.depths.length > Math.min(...bounds.depths)) {
    throw refuseExchange('delegation_depth_exceeded', 'an agent in the chain may not delegate this far');
  }
  const life = Math.min(maxLifetimeS, bounds.manifest.max_token_ttl_s);
  const expiresAtS = Math.min(issuedAtS + life, Math.floor(grant.expires_at / 1000), ...bounds.endsS);
  return { grant, resource, scopes, issuedAtS, expiresAtS };
}

function isHolding({ status, expires_at, use_count, constraints }: DelegationGrantRow, nowS: number, address: string) {
  const { max_uses: maxUses, ip } = constraints;
  const isUsedUp = maxUses !== undefined && use_count >= maxUses;
  return (
    status === 'active' &&
    Math.floor(expires_at / 1000) > nowS &&
    !isUsedUp &&
    (ip === undefined || isAddressIn(address, ip))
  );
}

/** Gives the one resource of the token. It is for one only, because a resource could use it at the others. */
function chooseResource(grants: readonly DelegationGrantRow[], targets: readonly string[], { toCanonical }: Bounds) {
  const named = new Set((targets.length > 0 ? targets : grants.flatMap(({ resources }) => resources)).map(toCanonical));
  const [resource, ...more] = named;
  if (resource !== undefined && more.length === 0) return resource;
  throw refuseTarget(targets.length > 0 ? 'a token has one resource' : 'name a resource: the grant has several');
}

function refuseTarget(why: string) {
  return refuseExchange('resource_not_granted', why, { error: 'invalid_target' });
}
