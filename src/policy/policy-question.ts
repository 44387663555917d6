/**
 * The question of one judged phase: principal, action, resource and entities. The gateway asks it, and the verifier
 * asks it again when it replays policies over stored Evidence.
 */
import type { Phase } from '@assay/sdk/contract';
import { trustDomainOf } from '../contract/spiffe.ts';
import type { AuditorOutcome, DecisionRequest } from './decision.ts';
import {
  createEntitySet,
  type EntityRef,
  type EntitySet,
  type PolicyAction,
  type PrincipalType,
  type ResourceType,
} from './entity-model.ts';

/** One phase of an exchange for the policies, without its claims. */
export interface PhaseQuestion {
  readonly phase: Phase;
  readonly agentId: string;
  readonly workspaceId: string;
  readonly traceId: string;
  readonly sessionId: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  /** Server of the tool, for policies that read it; absent: policies see the tool's name only. */
  readonly server?: string | undefined;
  readonly uninspectedKinds: readonly string[];
  /** What the provider is asked to do by itself. */
  readonly features: readonly string[];
  /** The person of a delegated token; absent if unknown. */
  readonly userId?: string | undefined;
  /** Outcomes of the chain's items, in their order. */
  readonly auditors: readonly AuditorOutcome[];
}

const localUser: EntityRef<PrincipalType> = { type: 'User', id: 'local' };
const maxAgentsCached = 10_000;

/** Action, resource and principal kinds of a phase. */
export interface PhaseAction {
  readonly action: PolicyAction;
  readonly resource: ResourceType;
  /** A person invokes an agent; the agent itself uses tools and artifacts. */
  readonly principal: 'User' | 'Agent';
}

/** The question of each phase. */
export const phaseActions: Readonly<Record<Phase, PhaseAction>> = {
  request: { action: 'invoke', resource: 'Agent', principal: 'User' },
  response: { action: 'invoke', resource: 'Agent', principal: 'User' },
  execution: { action: 'call_tool', resource: 'Tool', principal: 'Agent' },
  artifact: { action: 'deploy_artifact', resource: 'Model', principal: 'Agent' },
};

/** Gives the entities of an agent and of the person that it acts for; absent: `User::"local"`. */
export type AgentEntities = (agentId: string, workspaceId: string, userId?: string) => EntitySet;

/**
 * Creates the entities of an agent once and caches them. Those with a person have their own cache, so that many
 * people do not evict agents.
 */
export function createAgentEntities(trustDomain: string, orgId = 'default'): AgentEntities {
  const ownDomain = trustDomainOf(trustDomain, orgId);
  const organization: EntityRef = { type: 'Organization', id: orgId };
  const known = new Map<string, EntitySet>();
  const knownOfPeople = new Map<string, EntitySet>();

  const make = (agentId: string, workspaceId: string, userId: string | undefined): EntitySet => {
    const user = userRefOf(userId);
    const workspace: EntityRef = { type: 'Workspace', id: workspaceId };
    const attributes = {
      id: agentId,
      workspace: workspaceId,
      org: organization.id,
      spiffe_id: `spiffe://${ownDomain}/agent/${agentId}`,
      ...(userId === undefined ? {} : { on_behalf_of: userId }),
    };
    return createEntitySet([
      { type: 'Agent', id: agentId, attributes, parents: [workspace, organization] },
      { ...user, attributes: { id: user.id, org: organization.id }, parents: [organization] },
      { ...workspace, attributes: { id: workspaceId }, parents: [organization] },
      { ...organization, attributes: { id: organization.id } },
    ]);
  };

  return (agentId, workspaceId, userId) => {
    const book = userId === undefined ? known : knownOfPeople;
    const key = userId === undefined ? `${workspaceId}/${agentId}` : JSON.stringify([workspaceId, agentId, userId]);
    const cached = book.get(key);
    if (cached !== undefined) return cached;
    const made = make(agentId, workspaceId, userId);
    if (book.size >= maxAgentsCached) book.clear();
    book.set(key, made);
    return made;
  };
}

function userRefOf(userId: string | undefined): EntityRef<PrincipalType> {
  return userId === undefined ? localUser : { type: 'User', id: userId };
}

/** Gives the question without its claims. */
export function toPolicyQuestion(asked: PhaseQuestion, entitiesOf: AgentEntities): Omit<DecisionRequest, 'claims'> {
  const { action, resource, principal } = phaseActions[asked.phase];
  const resourceIds = { Agent: asked.agentId, Tool: asked.tool ?? '', Model: asked.modelId ?? '', Service: '' };
  return {
    principal: principal === 'User' ? userRefOf(asked.userId) : { type: 'Agent', id: asked.agentId },
    action,
    resource: { type: resource, id: resourceIds[resource] },
    entities: withTool(entitiesOf(asked.agentId, asked.workspaceId, asked.userId), asked),
    phase: asked.phase,
    traceId: asked.traceId,
    sessionId: asked.sessionId,
    modelId: asked.modelId ?? '',
    auditors: asked.auditors,
    uninspected: asked.uninspectedKinds,
    features: asked.features,
  };
}

/** Adds the attributes of a tool that policies can read: its name and its server. */
function withTool(entities: EntitySet, { phase, tool, server }: PhaseQuestion): EntitySet {
  if (phase !== 'execution' || tool === null || server === undefined) return entities;
  const own = createEntitySet([{ type: 'Tool', id: tool, attributes: { id: tool, name: tool, server } }]);
  return { json: [...entities.json, ...own.json], key: `${entities.key}${own.key}` };
}
