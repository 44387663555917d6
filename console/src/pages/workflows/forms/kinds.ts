/** The fields of each node type, as docs/workflows.md has them. `cases`, `ports` and `until` have forms of their own. */
import { workflowTexts } from '../../../texts/workflows.ts';
import type { GraphNode } from '../draft/graph.ts';

const texts = workflowTexts.fields;

/** What an id field names, so that it can list those that exist. */
export type Named = 'agent' | 'model' | 'auditor' | 'workflow' | 'installation';

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
}

export type Field = FieldBase &
  (
    | { readonly kind: 'text'; readonly lines?: number }
    | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly isWhole: boolean }
    | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
    | { readonly kind: 'named'; readonly of: Named }
    | { readonly kind: 'tags' | 'flag' | 'json' }
  );

interface Kind {
  /** What `ref.id` names; absent if the type has no `ref`. */
  readonly ref?: { readonly label: string; readonly of: Named | undefined; readonly hasVersion?: boolean };
  readonly fields: readonly Field[];
  /** `config` of a new node. */
  readonly config: GraphNode['config'];
}

const prompt: readonly Field[] = [
  { kind: 'text', name: 'instructions', label: texts.instructions, hint: texts.instructionsHint, lines: 4 },
  { kind: 'number', name: 'max_tokens', label: texts.maxTokens, min: 1, max: 1_000_000, isWhole: true },
  { kind: 'number', name: 'temperature', label: texts.temperature, min: 0, max: 2, isWhole: false },
  { kind: 'choice', name: 'output', label: texts.answer, options: texts.valueTypes },
];
const actsAs: Field = { kind: 'named', of: 'agent', name: 'agent_id', label: texts.actsAs, hint: texts.actsAsHint };
const model: Field = { kind: 'named', of: 'model', name: 'model', label: texts.model, hint: texts.modelHint };
const phase: Field = { kind: 'choice', name: 'phase', label: texts.phase, options: texts.phases, isRequired: true };

export const kinds: Readonly<Record<string, Kind>> = {
  input: {
    fields: [{ kind: 'choice', name: 'type', label: texts.valueType, options: texts.valueTypes, isRequired: true }],
    config: { type: 'text' },
  },
  output: { fields: [], config: {} },
  agent: { ref: { label: texts.refAgent, of: 'agent' }, fields: [...prompt, model], config: {} },
  model: {
    ref: { label: texts.refModel, of: 'model', hasVersion: true },
    fields: [...prompt, actsAs],
    config: {},
  },
  auditor: { ref: { label: texts.refAuditor, of: 'auditor' }, fields: [phase, actsAs], config: { phase: 'request' } },
  policy_gate: { fields: [phase, actsAs], config: { phase: 'request' } },
  tool: {
    ref: { label: texts.refTool, of: undefined },
    fields: [
      { kind: 'named', of: 'installation', name: 'installation_id', label: texts.installation, isRequired: true },
      { kind: 'json', name: 'arguments', label: texts.arguments, hint: texts.argumentsHint },
      { kind: 'flag', name: 'idempotent', label: texts.idempotent },
      actsAs,
    ],
    config: {},
  },
  human_approval: {
    fields: [
      { kind: 'text', name: 'message', label: texts.message, lines: 2, isRequired: true },
      { kind: 'tags', name: 'approvers', label: texts.approvers, hint: texts.approversHint },
      { kind: 'number', name: 'quorum', label: texts.quorum, min: 1, max: 10, isWhole: true },
      { kind: 'choice', name: 'risk', label: texts.risk, options: texts.risks },
      {
        kind: 'number',
        name: 'waits_for_s',
        label: texts.waits,
        hint: texts.waitsHint,
        min: 60,
        max: 2_592_000,
        isWhole: true,
      },
    ],
    config: { message: 'May this go on?' },
  },
  branch: {
    fields: [],
    config: {
      by: 'conditions',
      cases: [{ port: 'yes', when: { pointer: '', op: 'exists' } }],
      otherwise: 'no',
    },
  },
  loop: {
    fields: [
      {
        kind: 'number',
        name: 'max_iterations',
        label: texts.iterations,
        min: 1,
        max: 100,
        isWhole: true,
        isRequired: true,
      },
    ],
    config: { max_iterations: 3 },
  },
  workflow: { ref: { label: texts.refWorkflow, of: 'workflow' }, fields: [], config: {} },
};

/** Fields of a branch that a model decides. */
export const branchByModel: readonly Field[] = [
  { kind: 'text', name: 'question', label: texts.question, lines: 2, isRequired: true },
  model,
  actsAs,
];
/** `config` that a branch begins with when it is decided otherwise than before. */
export const branchStarts = {
  conditions: kinds['branch']?.config ?? {},
  model: {
    by: 'model',
    question: 'Which way fits?',
    ports: [
      { port: 'yes', description: 'It fits' },
      { port: 'no', description: 'It does not fit' },
    ],
  },
} as const satisfies Readonly<Record<string, GraphNode['config']>>;

/** Sets or removes (undefined) one member of a config. */
export function withMember(config: GraphNode['config'], name: string, value: unknown): GraphNode['config'] {
  const { [name]: _old, ...others } = config;
  return value === undefined ? others : { ...config, [name]: value };
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Why a node may not have the id; undefined if it may. */
export function idProblem(id: string, others: readonly string[]): string | undefined {
  if (!idPattern.test(id)) return workflowTexts.node.idWrong;
  return others.includes(id) ? workflowTexts.node.idTaken : undefined;
}
