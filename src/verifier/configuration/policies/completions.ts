/** Lists completions for an editor of policies: every name that a policy may use in one place. */
import { complianceFrameworks } from '@assay/sdk/contract';
import type { Type as CedarType, TypeOfAttribute } from '@cedar-policy/cedar-wasm/nodejs';
import type { Completions } from '../../../contract/api/policies/effective-shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { maxQuorum, policyResponses, policyRisks } from '../../../policy/annotations.ts';
import type { DeclaredClaim } from '../../../policy/chain-claims.ts';
import type { DeclaredSetting } from '../../../policy/chain-settings.ts';
import { type ClaimShape, toCedarType } from '../../../policy/claim-shape.ts';
import { actions, entityTypes, namespace } from '../../../policy/entity-model.ts';
import { phaseActions } from '../../../policy/policy-question.ts';
import { providerFeatures } from '../../../policy/provider-features.ts';
import { readOf } from '../../../policy/rule-writer.ts';
import type { GeneratedSchema } from '../../../policy/schema.ts';
import { snippets } from './snippets.ts';

/** Lists the usable names of a schema. */
export function listCompletions(scope: Scope, schema: GeneratedSchema): Completions {
  const claims = [...schema.claims.values()];
  return {
    scope,
    schema_hash: schema.hash,
    claims: claims.map(toClaim),
    settings: [...schema.settings.values()].map(toSetting),
    context: [...contextAttributes],
    entities: Object.entries(entityTypes()).map(([name, type]) => ({
      name: `${namespace}::${name}`,
      parents: ('memberOfTypes' in type ? (type.memberOfTypes ?? []) : []).map((parent) => `${namespace}::${parent}`),
      attributes: attributesOf('shape' in type ? type.shape : undefined),
    })),
    actions: Object.entries(actions('Context')).map(([name, { appliesTo }]) => ({
      name: `${namespace}::Action::"${name}"`,
      principals: (appliesTo?.principalTypes ?? []).map((type) => `${namespace}::${type}`),
      resources: (appliesTo?.resourceTypes ?? []).map((type) => `${namespace}::${type}`),
      phases: Object.entries(phaseActions).flatMap(([phase, { action }]) => (action === name ? [phase] : [])),
    })),
    annotations: annotations.map(({ on, values, ...rest }) => ({ on: [...on], values: [...values], ...rest })),
    snippets: snippets.filter(({ claim }) => claim === undefined || schema.claims.has(claim)).map(toSnippet),
  };
}

function toClaim(claim: DeclaredClaim): Completions['claims'][number] {
  const { contextName: name, entry, shape, item, auditorId, phases, mayBeAbsent } = claim;
  const isPlain = isPlainName(name);
  const guard = `context.claims has ${isPlain ? name : JSON.stringify(name)}`;
  const access = isPlain ? `context.claims.${name}` : `context.claims[${JSON.stringify(name)}]`;
  return {
    name,
    type: entry.type,
    cedar_type: typeText(toCedarType(shape)),
    description: entry.description,
    auditor_id: auditorId,
    auditor: item,
    phases: [...phases],
    may_be_absent: mayBeAbsent,
    read: `${guard} && ${access}${testOf(shape)}`,
    members: shape.kind === 'record' ? membersOf(shape) : [],
    settings: entry.settings.map(({ key, type, default: value }) => ({ key, type, default: value })),
  };
}

function toSetting(setting: DeclaredSetting): Completions['settings'][number] {
  const { auditor, name, claim, shape, isOptional, path, default: value } = setting;
  const read = `${readOf(path)}${testOf(shape)}`;
  const last = path.at(-1) ?? '';
  const guard = `${readOf(path.slice(0, -1))} has ${isPlainName(last) ? last : JSON.stringify(last)}`;
  return {
    name: `${auditor}.${name}`,
    auditor_id: auditor,
    ...(claim === undefined ? {} : { claim }),
    cedar_type: typeText(toCedarType(shape)),
    default: value ?? null,
    optional: isOptional,
    read: isOptional ? `${guard} && ${read}` : read,
  };
}

const isPlainName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** Gives a comparison for the claim's shape, to be completed by the author. */
function testOf(shape: ClaimShape): string {
  switch (shape.kind) {
    case 'decimal':
    case 'fraction':
      return '.greaterThanOrEqual(decimal("0.8"))';
    case 'string':
      return ' == "…"';
    case 'long':
    case 'rounded_long':
      return ' > 0';
    case 'set':
      return '.contains("…")';
    case 'record':
      return ' has …';
    case 'bool':
      return '';
    default:
      return shape satisfies never;
  }
}

function membersOf({ members }: Extract<ClaimShape, { kind: 'record' }>): { name: string; type: string }[] {
  return [...members].map(([name, member]) => ({ name, type: typeText(toCedarType(member)) }));
}

function attributesOf(shape: unknown): { name: string; type: string }[] {
  if (typeof shape !== 'object' || shape === null || !('attributes' in shape)) return [];
  const { attributes } = shape;
  if (typeof attributes !== 'object' || attributes === null) return [];
  return Object.entries(attributes as Record<string, TypeOfAttribute<string>>).map(([name, type]) => ({
    name,
    type: typeText(type),
  }));
}

function typeText(type: CedarType<string> | TypeOfAttribute<string>): string {
  if (!('type' in type) || typeof type.type !== 'string') return 'unknown';
  if (type.type === 'Set' && 'element' in type) return `Set<${typeText(type.element as CedarType<string>)}>`;
  if (type.type === 'Extension' && 'name' in type) return String(type.name);
  return type.type;
}

function toSnippet({ label, description, text }: (typeof snippets)[number]) {
  return { label, description, text };
}

const contextAttributes: Completions['context'] = [
  { name: 'context.phase', type: 'String', optional: false, description: 'request, response, execution or artifact' },
  { name: 'context.trace_id', type: 'String', optional: false, description: 'W3C trace id of the call' },
  { name: 'context.session_id', type: 'String', optional: false, description: 'session that the call belongs to' },
  { name: 'context.model_id', type: 'String', optional: false, description: 'model of the call; empty without one' },
  { name: 'context.user_region', type: 'String', optional: true, description: 'where the user is, if that is known' },
  {
    name: 'context.uninspected',
    type: 'Set<String>',
    optional: false,
    description: 'kinds of parts that no auditor reads: image, audio, file, unknown',
  },
  {
    name: 'context.features',
    type: 'Set<String>',
    optional: false,
    description: `features that the provider is asked to use: ${providerFeatures.map(({ name }) => name).join(', ')}`,
  },
  { name: 'context.now', type: 'datetime', optional: false, description: 'time of the decision' },
  { name: 'context.approval.id', type: 'String', optional: true, description: 'approval of this call by people' },
  { name: 'context.approval.approvers', type: 'Set<String>', optional: true, description: 'approver' },
  { name: 'context.approval.risk', type: 'String', optional: true, description: 'low, medium or high' },
  { name: 'context.auditors.ok', type: 'Set<String>', optional: false, description: 'chain items that answered' },
  { name: 'context.auditors.failed', type: 'Set<String>', optional: false, description: 'chain items that failed' },
  {
    name: 'context.auditors.skipped',
    type: 'Set<String>',
    optional: false,
    description: 'chain items that were not called',
  },
];

const quorums = Array.from({ length: maxQuorum }, (_, index) => String(index + 1));

const annotations = [
  { name: 'id', on: ['permit', 'forbid'], values: [], description: 'name of the policy in reasons; unique' },
  { name: 'reason', on: ['permit', 'forbid'], values: [], description: 'message for the caller when the policy fires' },
  {
    name: 'response',
    on: ['forbid'],
    values: policyResponses,
    description:
      'block denies; escalate denies until people approve it; redact replaces spans; warn only notes. block if left out',
  },
  {
    name: 'quorum',
    on: ['forbid'],
    values: quorums,
    description: 'with @response("escalate"): how many people have to approve',
  },
  {
    name: 'risk',
    on: ['forbid'],
    values: policyRisks,
    description: 'with @response("escalate"): what is at stake; high needs an owner of the agent or an admin',
  },
  { name: 'framework', on: ['forbid'], values: complianceFrameworks, description: 'compliance framework behind it' },
  { name: 'control', on: ['forbid'], values: [], description: 'control of that framework' },
  {
    name: 'on_missing',
    on: ['permit', 'forbid'],
    values: ['ignore'],
    description: 'continue although a due claim is missing; otherwise that denies',
  },
  {
    name: 'reason_setting',
    on: ['forbid'],
    values: [],
    description: 'setting with the message for the caller, e.g. toxicity.replacement_message',
  },
  {
    name: 'detection',
    on: ['permit', 'forbid'],
    values: [],
    description: 'JSON: settings per claim for this policy only',
  },
  {
    name: 'claims',
    on: ['permit', 'forbid'],
    values: [],
    description: 'JSON: per chain item the types of claims that its auditor does not declare',
  },
] as const;
