/** Wires the delegation plane: what agents do for people, with which consent, and what people approve. */
import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { type ApprovalServices, createApprovalServices } from './approvals/create.ts';
import { removeOldApprovals } from './approvals/retention.ts';
import { issuerOf, type VerifierConfig } from '../base/config.ts';
import type { ControlPlane } from '../configuration/create.ts';
import { createDelegationServices, type DelegationServices } from './delegations/create.ts';
import { toEndedGrants } from './delegations/ended-for-gateways.ts';
import { removeOldGrants } from './delegations/retention.ts';
import { createEscalations, type Escalations } from './escalations/service.ts';
import { createEvents, type Events } from '../base/events/append.ts';
import { createTellDecisions, type TellDecisions } from '../base/events/decision-event.ts';
import { createEventList, type EventList } from '../base/events/list.ts';
import { createLiveEvents, type LiveEvents } from '../base/events/live.ts';
import { countEvents } from '../base/events/metrics.ts';
import type { IdentityPlane } from '../identity/create.ts';
import type { VerifierKeys } from '../base/keys/service.ts';
import { createReadChain, type ReadChain } from './on-behalf-of/chain.ts';
import { createTokenExchange, type TokenExchangeServices } from './token-exchange/create.ts';
import { createExchangeCounter } from './token-exchange/metrics.ts';

export interface DelegationPlaneDeps {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  readonly fetch: GuardedFetch;
  readonly keys: VerifierKeys;
  readonly control: ControlPlane;
  readonly identity: IdentityPlane;
}

export interface DelegationPlane extends ApprovalServices, DelegationServices, TokenExchangeServices {
  readonly events: Events;
  readonly eventList: EventList;
  readonly liveEvents: LiveEvents;
  /** Creates events for the decisions in stored Evidence. */
  readonly tellDecisions: TellDecisions;
  readonly readTokenChain: ReadChain;
  readonly escalations: Escalations;
  /** Run once an hour, in one process at a time. */
  readonly chores: (() => Promise<unknown>)[];
}

/** Creates the services of delegation over an open database. */
export function createDelegationPlane(deps: DelegationPlaneDeps): DelegationPlane {
  const events = countEvents(createEvents(deps), deps.registry);
  const approvalServices = createApprovalServices({ ...deps, ...deps.identity, events });
  const delegationServices = createDelegationServices({ ...deps, ...deps.identity, ...approvalServices, events });
  const countExchange = createExchangeCounter(deps.registry);
  const tokenExchange = createTokenExchange({ ...deps, ...delegationServices, countExchange });
  const { changes, agents, workspaces } = deps.control;
  const { findShowing } = workspaces;
  deps.control.agentPartners.events = events;
  const escalations = createEscalations({
    ...{ ...deps, changes, agents, apiKeys: deps.identity.apiKeys, approvals: approvalServices.approvals },
    issuer: issuerOf(deps.config),
  });
  deps.control.takenBackSources.push({ listEndedGrants: toEndedGrants(delegationServices.delegations) });
  const chores: DelegationPlane['chores'] = [
    () => removeOldApprovals(deps),
    () => removeOldGrants(deps),
    approvalServices.approvals.sweep,
    delegationServices.delegations.sweep,
  ];
  const readTokenChain = createReadChain({ ...deps, state: deps.identity.issuer.grantParts.state });
  return {
    readTokenChain,
    ...approvalServices,
    ...delegationServices,
    ...tokenExchange,
    events,
    eventList: createEventList(deps),
    liveEvents: createLiveEvents({ ...deps, events, findShowing, findWorkspaces: agents.findWorkspaces }),
    tellDecisions: createTellDecisions({ events, findShowing }),
    escalations,
    chores,
  };
}
