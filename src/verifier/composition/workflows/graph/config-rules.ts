/** Checks that `ref` and `config` of each node fit its type. */
import { isRecord } from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import type { Graph, GraphNode, NodeType } from '../../../../contract/api/workflows/graph.ts';
import { addConditionMeaning } from './condition-rules.ts';
import {
  AgentConfigSchema,
  AuditorConfigSchema,
  BranchByConditionsSchema,
  BranchByModelSchema,
  EmptyConfigSchema,
  HumanApprovalConfigSchema,
  InputConfigSchema,
  LoopConfigSchema,
  ModelConfigSchema,
  PolicyGateConfigSchema,
  refOfType,
  ToolConfigSchema,
  versionedTypes,
} from './node-config.ts';
import { isPointer, nodeAt, type Problems, toToken } from './problems.ts';

const byConditions = Compile(BranchByConditionsSchema);
const byModel = Compile(BranchByModelSchema);
const empty = Compile(EmptyConfigSchema);

const checks = {
  input: Compile(InputConfigSchema),
  output: empty,
  agent: Compile(AgentConfigSchema),
  auditor: Compile(AuditorConfigSchema),
  tool: Compile(ToolConfigSchema),
  model: Compile(ModelConfigSchema),
  policy_gate: Compile(PolicyGateConfigSchema),
  human_approval: Compile(HumanApprovalConfigSchema),
  loop: Compile(LoopConfigSchema),
  workflow: empty,
} satisfies Record<Exclude<NodeType, 'branch'>, unknown>;

/** Members with a check of their own, which gives better messages. */
const conditionMembers = ['/until', '/when'];
const maxTemplateDepth = 16;

export function addConfigProblems(problems: Problems, { nodes }: Graph): void {
  for (const [index, node] of nodes.entries()) {
    addRefProblems(problems, nodeAt(index), node);
    addSchemaProblems(problems, `${nodeAt(index)}/config`, node);
    addMeaning(problems, `${nodeAt(index)}/config`, node);
  }
}

function addRefProblems(problems: Problems, at: string, { type, ref }: GraphNode): void {
  const named = refOfType[type];
  if (named === undefined) {
    if (ref !== null) problems.add(`${at}/ref`, `a node of type ${type} takes no ref`);
    return;
  }
  if (ref === null) problems.add(`${at}/ref`, `must be the id of ${named}`);
  else if (ref.version !== null && !versionedTypes.includes(type)) {
    problems.add(`${at}/ref/version`, `must be null: ${named} has no version here`);
  }
}

function addSchemaProblems(problems: Problems, at: string, { type, config }: GraphNode): void {
  const check = type === 'branch' ? findBranchCheck(config) : checks[type];
  if (check === undefined) {
    problems.add(`${at}/by`, 'must be one of: conditions, model');
    return;
  }
  const candidate: unknown = config;
  if (check.Check(candidate)) return;
  const told = new Set<string>();
  for (const { keyword, instancePath, message, params } of check.Errors(candidate)) {
    if (keyword === 'additionalProperties' || told.has(instancePath)) continue;
    if (conditionMembers.some((member) => instancePath.includes(member))) continue;
    told.add(instancePath);
    const allowed = 'allowedValues' in params ? params.allowedValues : undefined;
    const sentence = Array.isArray(allowed) ? `must be one of: ${allowed.join(', ')}` : message;
    problems.add(`${at}${instancePath}`, keyword === 'boolean' ? 'is not known here' : sentence);
  }
}

function findBranchCheck({ by }: Readonly<Record<string, unknown>>) {
  if (by === 'conditions') return byConditions;
  return by === 'model' ? byModel : undefined;
}

/** Rules that schemas cannot express. */
function addMeaning(problems: Problems, at: string, { type, config }: GraphNode): void {
  if (type === 'tool' && config['arguments'] !== undefined) {
    if (!isRecord(config['arguments'])) problems.add(`${at}/arguments`, 'arguments of a tool must be an object');
    else addTemplateProblems(problems, `${at}/arguments`, config['arguments'], 1);
  }
  if (type === 'loop' && config['until'] !== undefined) {
    addConditionMeaning(problems, `${at}/until`, config['until'], false);
  }
  if (type === 'branch') addBranchMeaning(problems, at, config);
}

function addBranchMeaning(problems: Problems, at: string, config: Readonly<Record<string, unknown>>): void {
  const cases = config['by'] === 'conditions' && Array.isArray(config['cases']) ? config['cases'] : [];
  for (const [index, one] of cases.entries()) {
    if (isRecord(one)) addConditionMeaning(problems, `${at}/cases/${index}/when`, one['when'], false);
  }
  const ports = config['by'] === 'model' && Array.isArray(config['ports']) ? config['ports'] : [];
  const known = new Set<unknown>();
  for (const [index, one] of ports.entries()) {
    if (!isRecord(one)) continue;
    if (known.has(one['port'])) problems.add(`${at}/ports/${index}/port`, 'the port already exists');
    known.add(one['port']);
  }
}

function addTemplateProblems(problems: Problems, at: string, template: unknown, depth: number): void {
  if (typeof template !== 'object' || template === null) return;
  if (depth > maxTemplateDepth) {
    problems.add(at, `a template is nested at most ${maxTemplateDepth} deep`);
    return;
  }
  if (Object.hasOwn(template, '$from')) {
    const { $from: pointer, ...rest } = Object.fromEntries(Object.entries(template));
    if (Object.keys(rest).length > 0) problems.add(at, '$from must be the only member');
    if (typeof pointer !== 'string' || !isPointer(pointer)) {
      problems.add(`${at}/$from`, 'must be a JSON pointer (RFC 6901): empty, or names behind slashes');
    }
    return;
  }
  for (const [name, value] of Object.entries(template)) {
    addTemplateProblems(problems, `${at}${toToken(name)}`, value, depth + 1);
  }
}
