/** Checks the references of a graph now: agents, auditors, models, tools, approvers and nested workflows. */

import type { Graph, GraphNode } from '../../../../contract/api/workflows/graph.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Role } from '../../../../platform/http/access.ts';
import type { AgentStanding, AgentStandings } from '../../../configuration/agents/standing.ts';
import type { Installations } from '../../../tools/installations/ports.ts';
import { actsAsAgent, agentOfNode } from '../graph/node-config.ts';
import { createProblems, nodeAt, type Problem, type Problems } from '../graph/problems.ts';
import type { ChainsOf } from './chains.ts';
import { addNestedProblems } from './nested.ts';
import type { WorkflowStore } from './store.ts';

/** States of registered models and auditors. Anything that is not registered is `unregistered`. */
export interface RegistryStates {
  modelState(db: Db, orgId: string, servedName: string): Promise<string>;
  /** State of a version of a registered model, by number or alias; undefined if there is none. Null means the default version. */
  versionState(db: Db, orgId: string, model: string, version: string | null): Promise<string | undefined>;
  auditorState(db: Db, orgId: string, auditorId: string): Promise<string>;
}

export interface ReferenceDeps {
  readonly store: Pick<WorkflowStore, 'find' | 'findRevision'>;
  readonly agents: Pick<AgentStandings, 'findStanding'>;
  readonly installations: Pick<Installations, 'listOfAgent'>;
  readonly chainsOf: ChainsOf;
  readonly registries: RegistryStates;
  readonly roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** The model declared by an agent; null if it declares none or does not exist. */
  readonly modelOf: (db: Db, orgId: string, agentId: string) => Promise<string | null>;
}

/** A graph as it would be deployed. */
export interface Composed {
  readonly orgId: string;
  /** Absent for a graph that is not saved. */
  readonly workflowId?: string | undefined;
  readonly agentId: string | null;
  readonly graph: Graph;
}

/** An agent that is not active, with the nodes that act as it. */
export interface InactiveMember {
  readonly agent_id: string;
  readonly agent_status: string;
  readonly node_ids: readonly string[];
}

export interface ReferenceFindings {
  readonly problems: readonly Problem[];
  readonly inactive: readonly InactiveMember[];
}

interface Look extends ReferenceDeps, Composed {
  readonly db: Db;
  readonly problems: Problems;
  readonly standingOf: (agentId: string) => Promise<AgentStanding | undefined>;
}

/** Checks every reference of a graph. Reads each agent, chain and list of apps once. */
export async function findReferenceProblems(
  deps: ReferenceDeps,
  db: Db,
  composed: Composed,
): Promise<ReferenceFindings> {
  const problems = createProblems();
  const { orgId, graph, agentId: ofWorkflow } = composed;
  const standingOf = remember((id: string) => deps.agents.findStanding(db, orgId, id));
  const installations = { listOfAgent: rememberApps(deps.installations) };
  const look: Look = { ...deps, ...composed, ...rememberAnswers(deps), installations, db, problems, standingOf };
  const inactive = new Map<string, { readonly status: string; readonly nodes: string[] }>();
  for (const [index, node] of graph.nodes.entries()) {
    const agent = await findAgent(look, index, node);
    if (agent !== undefined && agent.status !== 'active') {
      const known = inactive.get(agent.id) ?? { status: agent.status, nodes: [] };
      known.nodes.push(node.id);
      inactive.set(agent.id, known);
    }
    await lookAt(look, nodeAt(index), node, agent?.id ?? agentOfNode(node, ofWorkflow));
  }
  await addNestedProblems(look);
  return {
    problems: problems.list,
    inactive: [...inactive].map(([id, { status, nodes }]) => ({ agent_id: id, agent_status: status, node_ids: nodes })),
  };
}

async function findAgent(look: Look, index: number, node: GraphNode): Promise<AgentStanding | undefined> {
  if (!actsAsAgent(node)) return undefined;
  const { problems, agentId: ofWorkflow, standingOf } = look;
  const id = agentOfNode(node, ofWorkflow);
  const place = node.type === 'agent' ? `${nodeAt(index)}/ref/id` : `${nodeAt(index)}/config/agent_id`;
  // An agent node without a reference is already reported.
  if (id === null && node.type === 'agent') return undefined;
  if (id === null) {
    problems.add(place, 'neither the node nor the workflow names an agent');
    return undefined;
  }
  const standing = await standingOf(id);
  if (standing === undefined) {
    problems.add(
      typeof node.config['agent_id'] === 'string' || node.type === 'agent' ? place : '/agent_id',
      'there is no such agent',
    );
  }
  return standing;
}

async function lookAt(look: Look, at: string, node: GraphNode, agentId: string | null): Promise<void> {
  const { config, ref, type } = node;
  if (type === 'auditor' && ref !== null)
    await lookAtAuditor(look, at, { id: ref.id, phase: config['phase'], agentId });
  if (type === 'model' && ref !== null) {
    await lookAtModel(look, `${at}/ref/id`, ref.id);
    const state = await look.registries.versionState(look.db, look.orgId, ref.id, ref.version);
    if (state === undefined && ref.version !== null) {
      look.problems.add(`${at}/ref/version`, 'the registry has no such version or alias of the model');
    }
    if (state === 'revoked') look.problems.add(`${at}/ref`, 'this version of the model was revoked');
  }
  if (type === 'agent' || (type === 'branch' && config['by'] === 'model')) {
    if (typeof config['model'] === 'string') await lookAtModel(look, `${at}/config/model`, config['model']);
    else await lookForModel(look, at, agentId);
  }
  if (type === 'tool' && ref !== null) await lookAtTool(look, at, ref.id, config['installation_id'], agentId);
  if (type === 'human_approval' && Array.isArray(config['approvers'])) {
    for (const [index, user] of config['approvers'].entries()) {
      const isKnown = typeof user === 'string' && (await look.roleOf(look.db, look.orgId, user)) !== undefined;
      if (!isKnown) look.problems.add(`${at}/config/approvers/${index}`, 'there is no such member');
    }
  }
}

async function lookAtModel({ registries, db, orgId, problems }: Look, at: string, model: string): Promise<void> {
  const state = await registries.modelState(db, orgId, model);
  if (state === 'revoked') problems.add(at, 'the model was revoked');
}

/** Gateways choose no model by themselves: a step that names none would fail. */
async function lookForModel(
  { modelOf, standingOf, db, orgId, problems }: Look,
  at: string,
  agentId: string | null,
): Promise<void> {
  // A missing agent is already reported.
  if (agentId === null || (await standingOf(agentId)) === undefined) return;
  if ((await modelOf(db, orgId, agentId)) !== null) return;
  problems.add(`${at}/config/model`, `no model is named: set one here, or model_id of agent ${agentId}`);
}

/** Checks that the auditor exists, may be asked, and is asked about that agent in that phase. */
async function lookAtAuditor(
  { chainsOf, standingOf, registries, db, orgId, problems }: Look,
  at: string,
  asked: { readonly id: string; readonly phase: unknown; readonly agentId: string | null },
): Promise<void> {
  const { id, phase, agentId } = asked;
  const known = (await chainsOf.phasesOf(db, orgId)).get(id);
  if (known === undefined) {
    problems.add(`${at}/ref/id`, 'there is no such auditor');
    return;
  }
  if ((await registries.auditorState(db, orgId, id)) === 'revoked') {
    problems.add(`${at}/ref/id`, 'the auditor was revoked');
  }
  if (!known.some((legal) => legal === phase)) {
    problems.add(`${at}/config/phase`, `the auditor has these phases: ${known.join(', ')}`);
    return;
  }
  const agent = agentId === null ? undefined : await standingOf(agentId);
  if (agent === undefined) return;
  const inChain = (await chainsOf.chainOf(db, orgId, agent.workspaceId)).get(id);
  if (!(inChain ?? []).some((one) => one === phase)) {
    problems.add(`${at}/ref/id`, `the chain of agent ${agent.id} does not have it in this phase: add it to the chain`);
  }
}

async function lookAtTool(
  { installations, db, orgId, problems }: Look,
  at: string,
  tool: string,
  installationId: unknown,
  agentId: string | null,
): Promise<void> {
  if (agentId === null || typeof installationId !== 'string') return;
  const app = (await installations.listOfAgent(db, orgId, agentId)).find(({ id }) => id === installationId);
  const place = `${at}/config/installation_id`;
  if (app === undefined) problems.add(place, `agent ${agentId} has no such installed app`);
  else if (app.status !== 'installed') problems.add(place, `the app is ${app.status}`);
  else if (app.isQuarantined) problems.add(place, 'the app is in quarantine: review its tools and approve them');
  else {
    const known = app.tools.find(({ name }) => name === tool);
    if (known === undefined) problems.add(`${at}/ref/id`, 'the app has no such tool');
    else if (known.isWithheld) problems.add(`${at}/ref/id`, 'the tool is withheld: review the findings');
  }
}

function remember<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (id) => {
    const found = known.get(id) ?? read(id);
    known.set(id, found);
    return found;
  };
}

/** Caches answers that are the same for every node: thousands of nodes of a graph can name one member or model. */
function rememberAnswers(deps: ReferenceDeps): Pick<ReferenceDeps, 'registries' | 'roleOf' | 'modelOf'> {
  const { registries, roleOf, modelOf } = deps;
  return {
    roleOf: rememberByText(roleOf),
    modelOf: rememberByText(modelOf),
    registries: {
      modelState: rememberByText(registries.modelState),
      versionState: rememberByText(registries.versionState),
      auditorState: rememberByText(registries.auditorState),
    },
  };
}

/** Caches the answers of one check, in one organisation of one database. */
function rememberByText<Names extends readonly (string | null)[], T>(
  read: (db: Db, orgId: string, ...names: Names) => Promise<T>,
): (db: Db, orgId: string, ...names: Names) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (db, orgId, ...names) => {
    const key = JSON.stringify(names);
    const found = known.get(key) ?? read(db, orgId, ...names);
    known.set(key, found);
    return found;
  };
}

function rememberApps({ listOfAgent }: Pick<Installations, 'listOfAgent'>): Installations['listOfAgent'] {
  const known = new Map<string, ReturnType<Installations['listOfAgent']>>();
  return (db, orgId, agentId) => {
    const found = known.get(agentId) ?? listOfAgent(db, orgId, agentId);
    known.set(agentId, found);
    return found;
  };
}
