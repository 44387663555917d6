/** Wires outbound calls: for each organisation the guarded client of the deployment, with its rules, bounds and log. */
import { isLostConnection } from '../../../platform/db/lost-connection.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { GuardedClient, GuardedRequest } from '../../../platform/http/guarded-fetch.ts';
import { hostAndPortOf } from '../../../platform/http/guarded-target.ts';
import { mergeAllow } from '../../../platform/http/outbound-addresses.ts';
import { createRateBound, type RateBound } from '../../../platform/http/rate-bound.ts';
import type { Outbound } from './ports.ts';
import { createOutboundRefusals, type OutboundRefusals, type RefusalsDeps } from './refusals.ts';
import { createOutboundRules, type RulesDeps, type RulesService } from './rules.ts';

export interface OutboundDeps extends RefusalsDeps, RulesDeps {
  /** The client of the deployment. */
  readonly fetch: GuardedClient;
}

/** Maximum of calls of one organisation per process of the verifier. */
const callsPerMinute = 600;
/** Maximum of event deliveries: many more, and by the second, so that none waits for a minute. */
const deliveriesPerSecond = 200;

export function createOutbound(deps: OutboundDeps): Outbound {
  const refusals = createOutboundRefusals(deps);
  const rules = createOutboundRules(deps);
  const { clock } = deps;
  const ofCalls = createOutboundRoute(
    `${callsPerMinute} calls in a minute`,
    createRateBound({ clock, perMinute: callsPerMinute }),
  );
  const ofDeliveries = createOutboundRoute(
    `${deliveriesPerSecond} deliveries in a second`,
    createRateBound({ clock, perSecond: deliveriesPerSecond }),
  );

  const make = (orgId: string, { rate, bound }: OutboundRoute): GuardedClient => {
    const admit = createAdmission(refusals, rate, bound);
    const prepare = async (url: string, request: GuardedRequest): Promise<GuardedRequest> => {
      const alsoAllow = await admit(orgId, url)
        .then(() => rules.allowOf(deps.db, orgId))
        .catch(throwAsOurs);
      return { ...request, alsoAllow, onRefused: (refusal) => refusals.note(orgId, refusal) };
    };
    return Object.assign(async (url: string, request: GuardedRequest) => deps.fetch(url, await prepare(url, request)), {
      open: async (url: string, request: GuardedRequest) => deps.fetch.open(url, await prepare(url, request)),
    });
  };

  const clientOf = (way: OutboundRoute, orgId: string): GuardedClient => {
    const client = way.clients.get(orgId) ?? make(orgId, way);
    way.clients.set(orgId, client);
    return client;
  };

  return {
    forOrganisation: (orgId) => clientOf(ofCalls, orgId),
    forDeliveries: (orgId) => clientOf(ofDeliveries, orgId),
    allowOf: async (db, orgId) => mergeAllow(deps.allow, await rules.allowOf(db, orgId)),
    ...pickRules(rules),
    flush: refusals.flush,
  };
}

function pickRules({ getRules, setRules }: RulesService): Pick<Outbound, 'getRules' | 'setRules'> {
  return { getRules, setRules };
}

/** Maps a lost database connection to a fault of ours: no call was made, so it is not the other server's fault. */
function throwAsOurs(error: unknown): never {
  if (!isLostConnection(error)) throw error;
  const detail = 'the outbound rules cannot be read now';
  throw new AppError('unavailable', detail, { detail, cause: error, retryAfterS: 1 });
}

/** Calls with a common bound. */
interface OutboundRoute {
  readonly rate: RateBound;
  readonly bound: string;
  readonly clients: Map<string, GuardedClient>;
}

function createOutboundRoute(bound: string, rate: RateBound): OutboundRoute {
  return { rate, bound, clients: new Map() };
}

/** Bounds the calls in a period; an excess call is refused and logged like any other refused one. */
function createAdmission(refusals: OutboundRefusals, rate: RateBound, bound: string) {
  return async (orgId: string, url: string): Promise<void> => {
    try {
      rate.admit(orgId);
    } catch (error) {
      if (!isAppError(error, 'too_many_requests')) throw error;
      const reason = 'outbound_rate';
      await refusals.note(orgId, { ...hostAndPortOf(url), reason });
      const detail = `more than ${bound} to addresses of this organisation`;
      throw new AppError('too_many_requests', detail, {
        detail,
        cause: error,
        extensions: { reason },
        ...(error.retryAfterS === undefined ? {} : { retryAfterS: error.retryAfterS }),
      });
    }
  };
}
