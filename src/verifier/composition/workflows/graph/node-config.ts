/** `config` and `ref` of each node type, as the engine and its steps read them. Validation checks them. */
import { phases } from '@assay/sdk/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { risks } from '../../../../contract/api/approvals/states.ts';
import {
  ConditionSchema,
  type GraphNode,
  graphIdPattern,
  type NodeType,
} from '../../../../contract/api/workflows/graph.ts';
import { idPattern } from '../../../../contract/ids.ts';

const closed = { additionalProperties: false } as const;
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const agentId = Type.Optional(
  Type.String({ pattern: idPattern, description: 'agent that the node acts as; the agent of the workflow if absent' }),
);
const phase = Type.Enum(phases, { description: 'phase in which the auditor is called' });
const port = Type.String({ pattern: graphIdPattern });

/** Types of edge values that are known before a run. */
export const valueTypes = ['text', 'json'] as const;
const output = Type.Optional(
  Type.Enum(valueTypes, { description: 'json: the answer is parsed as JSON; text if absent' }),
);

const prompt = {
  instructions: Type.Optional(text(16_384, 'system message')),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  output,
};

export const InputConfigSchema = Type.Object({ type: Type.Enum(valueTypes) }, closed);
export const EmptyConfigSchema = Type.Object({}, closed);
/** `ref.id`: the agent. */
export const AgentConfigSchema = Type.Object(
  {
    ...prompt,
    model: Type.Optional(text(512, 'model id; the model of the agent if absent, else the default of the gateway')),
  },
  closed,
);
/** `ref.id`: the model; `ref.version`: an alias or a version of the registry, or null. */
export const ModelConfigSchema = Type.Object({ ...prompt, agent_id: agentId }, closed);
/** `ref.id`: the auditor. */
export const AuditorConfigSchema = Type.Object({ phase, agent_id: agentId }, closed);
export const PolicyGateConfigSchema = Type.Object({ phase, agent_id: agentId }, closed);
/** `ref.id`: the name of the tool. */
export const ToolConfigSchema = Type.Object(
  {
    installation_id: text(200, 'the installed app that has the tool'),
    agent_id: agentId,
    arguments: Type.Optional(
      Type.Unknown({
        description: 'JSON in which {"$from": "/pointer"} is that value of the input; the input if absent',
      }),
    ),
    idempotent: Type.Optional(Type.Literal(true, { description: 'repeating the call has no further effect' })),
  },
  closed,
);
export const HumanApprovalConfigSchema = Type.Object(
  {
    message: text(2_000, 'question for the approver'),
    approvers: Type.Optional(Type.Array(text(200), { minItems: 1, maxItems: 20, uniqueItems: true })),
    quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    risk: Type.Optional(Type.Enum(risks)),
    waits_for_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 30 * 24 * 3_600 })),
  },
  closed,
);
/** Takes the first case whose condition holds on the input. */
export const BranchByConditionsSchema = Type.Object(
  {
    by: Type.Literal('conditions'),
    cases: Type.Array(Type.Object({ port, when: ConditionSchema }, closed), { minItems: 1, maxItems: 50 }),
    otherwise: port,
  },
  closed,
);
/** A model answers with the name of a port. Its choice is in the Evidence. */
export const BranchByModelSchema = Type.Object(
  {
    by: Type.Literal('model'),
    agent_id: agentId,
    model: Type.Optional(text(512)),
    question: text(4_000),
    ports: Type.Array(Type.Object({ port, description: text(1_000) }, closed), { minItems: 2, maxItems: 50 }),
  },
  closed,
);
const BranchConfigSchema = Type.Union([BranchByConditionsSchema, BranchByModelSchema]);
/** `until` is evaluated on each value that comes back to port `next`. */
export const LoopConfigSchema = Type.Object(
  { max_iterations: Type.Integer({ minimum: 1, maximum: 100 }), until: Type.Optional(ConditionSchema) },
  closed,
);

export type InputConfig = Static<typeof InputConfigSchema>;
export type AgentConfig = Static<typeof AgentConfigSchema>;
export type ModelConfig = Static<typeof ModelConfigSchema>;
export type AuditorConfig = Static<typeof AuditorConfigSchema>;
export type PolicyGateConfig = Static<typeof PolicyGateConfigSchema>;
export type ToolConfig = Static<typeof ToolConfigSchema>;
export type HumanApprovalConfig = Static<typeof HumanApprovalConfigSchema>;
export type BranchByConditions = Static<typeof BranchByConditionsSchema>;
export type BranchByModel = Static<typeof BranchByModelSchema>;
export type BranchConfig = Static<typeof BranchConfigSchema>;
export type LoopConfig = Static<typeof LoopConfigSchema>;

/** What `ref` names, for the types that have one. */
export const refOfType: Readonly<Partial<Record<NodeType, string>>> = {
  agent: 'an agent',
  auditor: 'an auditor',
  tool: 'a tool',
  model: 'a model',
  workflow: 'a workflow',
};

/** Types whose `ref.version` may name a version. The others use the state at the time of the step. */
export const versionedTypes: readonly NodeType[] = ['model', 'auditor'];

/** Creates a reader for the config of a validated node. @throws Error if the node was not validated. */
const reader = <Schema extends TSchema>(schema: Schema): ((node: GraphNode) => Static<Schema>) => {
  const check = Compile(schema);
  return ({ id, config }) => {
    const candidate: unknown = config;
    if (check.Check(candidate)) return candidate;
    throw new Error(`the config of node ${id} was not validated`);
  };
};

export const readInputConfig = reader(InputConfigSchema);
export const readAgentConfig = reader(AgentConfigSchema);
export const readModelConfig = reader(ModelConfigSchema);
export const readAuditorConfig = reader(AuditorConfigSchema);
export const readPolicyGateConfig = reader(PolicyGateConfigSchema);
export const readToolConfig = reader(ToolConfigSchema);
export const readHumanApprovalConfig = reader(HumanApprovalConfigSchema);
export const readBranchConfig = reader(BranchConfigSchema);
export const readLoopConfig = reader(LoopConfigSchema);

/** True if a node of this type and config acts as an agent. */
export function actsAsAgent({ type, config }: Pick<GraphNode, 'type' | 'config'>): boolean {
  if (type === 'branch') return config['by'] === 'model';
  return type === 'agent' || type === 'model' || type === 'auditor' || type === 'policy_gate' || type === 'tool';
}

/** Gives the agent that a node acts as; null if it acts as none or none is named. */
export function agentOfNode(node: GraphNode, ofWorkflow: string | null): string | null {
  if (!actsAsAgent(node)) return null;
  if (node.type === 'agent') return node.ref?.id ?? null;
  const own = node.config['agent_id'];
  return typeof own === 'string' ? own : ofWorkflow;
}
