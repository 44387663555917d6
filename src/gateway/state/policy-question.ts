/** Who asks to do what: principal, action, resource and entities of one judged phase (DESIGN 5). */
import type { Phase } from '@assay/sdk/contract';
import type { MemberResult } from '../collect/collect.ts';
import type { DecisionRequest } from '../../policy/decision.ts';
import {
  createEntitySet,
  type EntityRef,
  type EntitySet,
  type PolicyAction,
  type PrincipalType,
  type ResourceType,
} from '../../policy/entity-model.ts';

/** One phase of an exchange, as it is put to the policy. */
export interface DecideRequest {
  readonly phase: Phase;
  readonly agentId: string;
  readonly workspaceId: string;
  readonly traceId: string;
  readonly sessionId: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  readonly uninspectedKinds: readonly string[];
  readonly results: readonly MemberResult[];
}

const organization: EntityRef = { type: 'Organization', id: 'default' };
const localUser: EntityRef<PrincipalType> = { type: 'User', id: 'local' };
const maxAgentsRemembered = 10_000;

interface PhaseAction {
  readonly action: PolicyAction;
  readonly resource: ResourceType;
  /** A person invokes an agent; tools and artifacts are used by the agent itself. */
  readonly principal: 'User' | 'Agent';
}

const actions: Readonly<Record<Phase, PhaseAction>> = {
  request: { action: 'invoke', resource: 'Agent', principal: 'User' },
  response: { action: 'invoke', resource: 'Agent', principal: 'User' },
  execution: { action: 'call_tool', resource: 'Tool', principal: 'Agent' },
  artifact: { action: 'deploy_artifact', resource: 'Model', principal: 'Agent' },
};

export type AgentEntities = (agentId: string, workspaceId: string) => EntitySet;

/** Makes the entities around an agent once and remembers them. */
export function createAgentEntities(trustDomain: string): AgentEntities {
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
      spiffe_id: `spiffe://${trustDomain}/agent/${agentId}`,
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
export function toPolicyQuestion(request: DecideRequest, entitiesOf: AgentEntities): Omit<DecisionRequest, 'claims'> {
  const { action, resource, principal } = actions[request.phase];
  const resourceIds = { Agent: request.agentId, Tool: request.tool ?? '', Model: request.modelId ?? '', Service: '' };
  return {
    principal: principal === 'User' ? localUser : { type: 'Agent', id: request.agentId },
    action,
    resource: { type: resource, id: resourceIds[resource] },
    entities: entitiesOf(request.agentId, request.workspaceId),
    phase: request.phase,
    traceId: request.traceId,
    sessionId: request.sessionId,
    modelId: request.modelId ?? '',
    auditors: request.results.map(({ plan, status }) => ({ item: plan.member.item.name, status })),
    uninspected: request.uninspectedKinds,
  };
}
