/** Wires the delegation plane: what agents do for people, with which consent, and what people approve. */
import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Audit } from '../base/audit-log/append.ts';
import { issuerOf, type VerifierConfig } from '../base/config.ts';
import type { ControlChanges } from '../base/control/changes.ts';
import { createEvents, type Events } from '../base/events/append.ts';
import { createPublishDecisions, type PublishDecisions } from '../base/events/decision-event.ts';
import { createEventList, type EventList } from '../base/events/list.ts';
import { createLiveEvents, type LiveEvents } from '../base/events/live.ts';
import { countEvents } from '../base/events/metrics.ts';
import type { VerifierKeys } from '../base/keys/service.ts';
import type { Agents } from '../configuration/agents/service.ts';
import type { Workspaces } from '../configuration/workspaces/service.ts';
import type { ApiKeys } from '../identity/api-keys/service.ts';
import type { Authentication } from '../identity/authentication/create.ts';
import type { Issuer } from '../identity/issuer/ports.ts';
import type { Members } from '../identity/members/service.ts';
import type { SpiffeServices } from '../identity/spiffe/create.ts';
import { type ApprovalServices, createApprovalServices } from './approvals/create.ts';
import type { ApprovalHooks } from './approvals/hooks.ts';
import { removeOldApprovals } from './approvals/retention.ts';
import { createDelegationServices, type DelegationServices } from './delegations/create.ts';
import { removeOldGrants } from './delegations/retention.ts';
import { createEscalations, type Escalations } from './escalations/service.ts';
import { createReadChain, type ReadChain } from './on-behalf-of/chain.ts';
import { createTokenExchangeServices, type TokenExchangeServices } from './token-exchange/create.ts';
import { createExchangeCounter } from './token-exchange/metrics.ts';

/** What the groups of delegation use of each other after wiring. */
export type DelegationHooks = ApprovalHooks;

export interface DelegationPlaneDeps {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly registry: Registry;
  readonly keys: VerifierKeys;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find' | 'findShowing'>;
  readonly agents: Agents;
  readonly members: Members;
  readonly apiKeys: ApiKeys;
  readonly authentication: Authentication;
  readonly issuer: Issuer;
  readonly checkJwtSvid: SpiffeServices['checkJwtSvid'];
  /** URL of the pages; undefined while the port is only known at run time. */
  readonly publicUrl: string | undefined;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => DelegationHooks;
}

export interface DelegationPlane extends ApprovalServices, DelegationServices, TokenExchangeServices {
  readonly events: Events;
  readonly eventList: EventList;
  readonly liveEvents: LiveEvents;
  /** Creates events for the decisions in stored Evidence. */
  readonly publishDecisions: PublishDecisions;
  readonly readTokenChain: ReadChain;
  readonly escalations: Escalations;
  /** Run once an hour, in one process at a time. */
  readonly chores: (() => Promise<unknown>)[];
}

/** Creates the services of delegation over an open database. */
export function createDelegationPlane(deps: DelegationPlaneDeps): DelegationPlane {
  const events = countEvents(createEvents(deps), deps.registry);
  const approvalServices = createApprovalServices({ ...deps, events });
  const delegationServices = createDelegationServices({ ...deps, ...approvalServices, events });
  const countExchange = createExchangeCounter(deps.registry);
  const tokenExchange = createTokenExchangeServices({ ...deps, ...delegationServices, countExchange });
  const { findShowing } = deps.workspaces;
  const escalations = createEscalations({
    ...deps,
    approvals: approvalServices.approvals,
    issuer: issuerOf(deps.config),
  });
  const chores: DelegationPlane['chores'] = [
    () => removeOldApprovals(deps),
    () => removeOldGrants(deps),
    approvalServices.approvals.sweep,
    delegationServices.delegations.sweep,
  ];
  const readTokenChain = createReadChain({ ...deps, state: deps.issuer.grantParts.state });
  return {
    readTokenChain,
    ...approvalServices,
    ...delegationServices,
    ...tokenExchange,
    events,
    eventList: createEventList(deps),
    liveEvents: createLiveEvents({ ...deps, events, findShowing, findWorkspaces: deps.agents.findWorkspaces }),
    publishDecisions: createPublishDecisions({ events, findShowing }),
    escalations,
    chores,
  };
}
