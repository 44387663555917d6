/** The way out, wired: for each organisation the guarded client of the deployment, with its rules, bounds and log. */
import { AppError, isAppError } from '../../platform/errors.ts';
import type { GuardedClient, GuardedRequest } from '../../platform/http/guarded-fetch.ts';
import { placeOf } from '../../platform/http/guarded-target.ts';
import { mergeAllow } from '../../platform/http/outbound-addresses.ts';
import { createRateBound } from '../passports/rate-bound.ts';
import { createRefusals, type Refusals, type RefusalsDeps } from './refusals.ts';
import { createOutboundRules, type RulesDeps, type RulesService } from './rules.ts';
import type { Outbound } from './seams.ts';

export interface OutboundDeps extends RefusalsDeps, RulesDeps {
  /** The client of the deployment. */
  readonly fetch: GuardedClient;
}

/** Calls of one organisation, of one process of the verifier. */
const callsPerMinute = 600;

export function createOutbound(deps: OutboundDeps): Outbound {
  const refusals = createRefusals(deps);
  const rules = createOutboundRules(deps);
  const admit = createAdmission(deps, refusals);
  const clients = new Map<string, GuardedClient>();

  const make = (orgId: string): GuardedClient => {
    const prepare = async (url: string, request: GuardedRequest): Promise<GuardedRequest> => {
      await admit(orgId, url);
      const alsoAllow = await rules.allowOf(deps.db, orgId);
      return { ...request, alsoAllow, onRefused: (refusal) => refusals.note(orgId, refusal) };
    };
    return Object.assign(async (url: string, request: GuardedRequest) => deps.fetch(url, await prepare(url, request)), {
      open: async (url: string, request: GuardedRequest) => deps.fetch.open(url, await prepare(url, request)),
    });
  };

  return {
    forOrganisation(orgId) {
      const client = clients.get(orgId) ?? make(orgId);
      clients.set(orgId, client);
      return client;
    },
    allowOf: async (db, orgId) => mergeAllow(deps.allow, await rules.allowOf(db, orgId)),
    ...pickRules(rules),
    flush: refusals.flush,
  };
}

function pickRules({ getRules, setRules }: RulesService): Pick<Outbound, 'getRules' | 'setRules'> {
  return { getRules, setRules };
}

/** So many calls in a minute; one too many is refused, and is in the log as any other refused one. */
function createAdmission({ clock }: OutboundDeps, refusals: Refusals) {
  const rate = createRateBound({ clock, perMinute: callsPerMinute });
  return async (orgId: string, url: string): Promise<void> => {
    try {
      rate.admit(orgId);
    } catch (error) {
      if (!isAppError(error, 'too_many_requests')) throw error;
      const reason = 'outbound_rate';
      await refusals.note(orgId, { ...placeOf(url), reason });
      const detail = `more than ${callsPerMinute} calls in a minute to addresses that this organisation names`;
      throw new AppError('too_many_requests', detail, {
        ...{ detail, cause: error, extensions: { reason } },
        ...(error.retryAfterS === undefined ? {} : { retryAfterS: error.retryAfterS }),
      });
    }
  };
}
