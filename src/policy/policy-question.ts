/**
 * Who asks to do what: principal, action, resource and entities of one judged phase (DESIGN 5). The gateway asks by it,
 * and the verifier asks again by it when it replays policies over stored Evidence.
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

/** One phase of an exchange, as it is put to the policy, without its claims. */
export interface PhaseQuestion {
  readonly phase: Phase;
  readonly agentId: string;
  readonly workspaceId: string;
  readonly traceId: string;
  readonly sessionId: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  readonly uninspectedKinds: readonly string[];
  /** What became of the chain's items, in their order. */
  readonly auditors: readonly AuditorOutcome[];
}

const localUser: EntityRef<PrincipalType> = { type: 'User', id: 'local' };
const maxAgentsRemembered = 10_000;

/** What a phase asks: the action, on what, and by whom. */
export interface PhaseAction {
  readonly action: PolicyAction;
  readonly resource: ResourceType;
  /** A person invokes an agent; tools and artifacts are used by the agent itself. */
  readonly principal: 'User' | 'Agent';
}

/** What is asked in each phase. */
export const phaseActions: Readonly<Record<Phase, PhaseAction>> = {
  request: { action: 'invoke', resource: 'Agent', principal: 'User' },
  response: { action: 'invoke', resource: 'Agent', principal: 'User' },
  execution: { action: 'call_tool', resource: 'Tool', principal: 'Agent' },
  artifact: { action: 'deploy_artifact', resource: 'Model', principal: 'Agent' },
};

export type AgentEntities = (agentId: string, workspaceId: string) => EntitySet;

/** Makes the entities around an agent once and remembers them. */
export function createAgentEntities(trustDomain: string, orgId = 'default'): AgentEntities {
  const ownDomain = trustDomainOf(trustDomain, orgId);
  const organization: EntityRef = { type: 'Organization', id: orgId };
  const known = new Map<string, EntitySet>();
  return (agentId, workspaceId) => {
    const key = `${workspaceId}/${agentId}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const workspace: EntityRef = { type: 'Workspace', id: workspaceId };
    const attributes = {
      id: agentId,
      workspace: workspaceId,
      org: organization.id,
      spiffe_id: `spiffe://${ownDomain}/agent/${agentId}`,
    };
    const made = createEntitySet([
      { type: 'Agent', id: agentId, attributes, parents: [workspace, organization] },
      { ...localUser, attributes: { id: localUser.id, org: organization.id }, parents: [organization] },
      { ...workspace, attributes: { id: workspaceId }, parents: [organization] },
      { ...organization, attributes: { id: organization.id } },
    ]);
    if (known.size >= maxAgentsRemembered) known.clear();
    known.set(key, made);
    return made;
  };
}

/** The question without its claims. */
export function toPolicyQuestion(asked: PhaseQuestion, entitiesOf: AgentEntities): Omit<DecisionRequest, 'claims'> {
  const { action, resource, principal } = phaseActions[asked.phase];
  const resourceIds = { Agent: asked.agentId, Tool: asked.tool ?? '', Model: asked.modelId ?? '', Service: '' };
  return {
    principal: principal === 'User' ? localUser : { type: 'Agent', id: asked.agentId },
    action,
    resource: { type: resource, id: resourceIds[resource] },
    entities: entitiesOf(asked.agentId, asked.workspaceId),
    phase: asked.phase,
    traceId: asked.traceId,
    sessionId: asked.sessionId,
    modelId: asked.modelId ?? '',
    auditors: asked.auditors,
    uninspected: asked.uninspectedKinds,
  };
}
