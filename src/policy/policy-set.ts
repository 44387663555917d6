/**
 * Loads a policy set: text in, and either a set that is valid over this chain or every reason why not. It never
 * changes the active set.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { Effect, PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { type PolicyAnnotations, parseAnnotations } from './annotations.ts';
import type { CedarHost } from './cedar-host.ts';
import type { DeclaredClaim } from './chain-claims.ts';
import { type DeclaredSetting, findReadSettings, instanceSettings, isBelow } from './chain-settings.ts';
import {
  type InstanceNames,
  type ItemInstance,
  listItemInstances,
  type PolicyInstance,
  planInstances,
  rewriteClaims,
} from './detection.ts';
import { planNamedClaims } from './named-claims.ts';
import { suggestName } from './nearest-name.ts';
import { PolicyError, type PolicyIssue } from './policy-error.ts';
import { ExpressionDepthError, findPolicyReads, joinReads, type PolicyReads } from './policy-reads.ts';
import { readPolicyJson, type SourcePolicy, splitPolicies, toIssue, useEngine } from './policy-text.ts';
import { contextAttributeNames, extendSchema, type GeneratedSchema } from './schema.ts';
import { positionOfIndex } from './source-position.ts';

export interface Policy {
  readonly id: string;
  readonly effect: Effect;
  readonly annotations: PolicyAnnotations;
  /** With instance names in place of the claims of its `@detection` map. */
  readonly reads: PolicyReads;
  /** The evaluated text. */
  readonly text: string;
  readonly line: number;
}

export interface PolicySet {
  /** Base name of the file, or the id of the record. */
  readonly id: string;
  /** `sha256:` and the hash of the exact text. */
  readonly version: string;
  readonly text: string;
  readonly policies: readonly Policy[];
  /** The chain's schema, with the instances that the set requests. */
  readonly schema: GeneratedSchema;
  /** Claims that the set reads, by context name. */
  readonly needed: ReadonlySet<string> | 'all';
  /** Attributes of the context besides `claims` that the set reads. */
  readonly attributes: ReadonlySet<string> | 'all';
  /** Settings that the set reads, in the order of their ids. */
  readonly settings: readonly DeclaredSetting[];
  readonly instances: readonly PolicyInstance[];
  /** Allowed but probably not intended: policies that can never fire, unknown annotations. */
  readonly warnings: readonly PolicyIssue[];
}

interface Draft {
  readonly source: SourcePolicy;
  readonly json: PolicyJson;
  readonly policy: Policy;
}

/** Loads policy text over a chain's schema. @throws PolicyError with every issue of the step that failed */
export function loadPolicySet(input: {
  readonly id: string;
  readonly text: string;
  readonly schema: GeneratedSchema;
  readonly cedar: CedarHost;
  /** Prefix of the names of detection instances, so that two versions of one policy can be requested at once. */
  readonly instancePrefix?: string;
}): PolicySet {
  const { id, text, cedar, instancePrefix = '' } = input;
  const warnings: PolicyIssue[] = [];
  const drafts = splitPolicies(cedar, text).map((source, index) => draftPolicy(input, source, index, warnings));
  assertUniqueIds(drafts);
  const ofChain = withNamedClaims(drafts, input.schema);
  assertKnownNames(drafts, ofChain, text);
  assertReasonSettings(drafts, ofChain);
  const { policies, instances } = applyDetection(drafts, ofChain, cedar, instancePrefix);
  const schema = extendSchema(
    ofChain,
    instances.map(({ claim }) => claim),
    instances.flatMap((instance) => instanceSettings(ofChain.settings, instance)),
  );
  warnings.push(...validateStrictly(cedar, schema, policies, drafts, text), ...findEmptiness(policies));
  const reads = joinReads(policies.map((policy) => policy.reads));
  const { claims: needed, attributes } = reads;
  const settings = findReadSettings(schema.settings, reads.settings);
  const version = `sha256:${sha256Hex(text)}`;
  return { id, version, text, policies, schema, needed, attributes, settings, instances, warnings };
}

/** Lists the declared claims that a set reads. */
export function neededClaims(set: Pick<PolicySet, 'needed' | 'schema'>): DeclaredClaim[] {
  const { needed, schema } = set;
  return [...schema.claims.values()].filter(({ contextName }) => needed === 'all' || needed.has(contextName));
}

/** Lists the `claim_instances` of each chain item, from the `@detection` maps of a set. */
export function detectionInstances(set: PolicySet): ItemInstance[] {
  return listItemInstances(set.instances, neededClaims(set));
}

/**
 * Gives the `needed_claims` of an item: names of its own vocabulary, and its requested instances.
 *
 * @returns an empty list for an item that need not be called
 */
export function neededOfItem(set: PolicySet, item: string): string[] {
  const own = neededClaims(set).filter((claim) => claim.item === item);
  return [...new Set(own.flatMap(({ entry, producedName }) => [entry.name, producedName]))].sort();
}

function draftPolicy(
  input: { readonly text: string; readonly cedar: CedarHost },
  source: SourcePolicy,
  index: number,
  warnings: PolicyIssue[],
): Draft {
  const json = readPolicyJson(input.cedar, source, input.text);
  const { annotations, problems, warnings: found } = parseAnnotations(json.annotations ?? {}, json.effect);
  const id = annotations.id ?? `policy${index}`;
  const place = { policyId: id, line: source.line, column: source.column };
  if (problems.length > 0) throw new PolicyError(problems.map((problem) => ({ ...problem, ...place })));
  warnings.push(...found.map((warning) => ({ ...warning, ...place })));
  const { reasonSetting } = annotations;
  const own = readsOf(json, place);
  const reads = reasonSetting === undefined ? own : withSetting(own, reasonSetting.join(' '));
  return {
    source,
    json,
    policy: { id, effect: json.effect, annotations, reads, text: source.text, line: source.line },
  };
}

function withSetting(reads: PolicyReads, path: string): PolicyReads {
  return reads.settings === 'all' ? reads : { ...reads, settings: new Set([...reads.settings, path]) };
}

function readsOf(json: PolicyJson, place: Omit<PolicyIssue, 'message'>): PolicyReads {
  try {
    return findPolicyReads(json.conditions);
  } catch (cause) {
    if (!(cause instanceof ExpressionDepthError)) throw cause;
    throw new PolicyError([{ message: cause.message, ...place }], { cause });
  }
}

function assertUniqueIds(drafts: readonly Draft[]): void {
  const first = new Map<string, number>();
  const issues: PolicyIssue[] = [];
  for (const { policy, source } of drafts) {
    const line = first.get(policy.id);
    if (line === undefined) first.set(policy.id, source.line);
    else issues.push({ message: `the id is already used in line ${line}`, policyId: policy.id, ...placeOf(source) });
  }
  if (issues.length > 0) throw new PolicyError(issues);
}

/** Gives the schema with the claims that policies name for auditors which declare none. */
function withNamedClaims(drafts: readonly Draft[], schema: GeneratedSchema): GeneratedSchema {
  const named = drafts.map(({ policy, source }) => {
    return { claims: policy.annotations.claims, place: { policyId: policy.id, ...placeOf(source) } };
  });
  const { claims, issues } = planNamedClaims(named, schema);
  if (issues.length > 0) throw new PolicyError(issues);
  return extendSchema(schema, claims);
}

/** Cedar treats `has` of an unknown name as never true; here that is a policy that never fires. */
function assertKnownNames(drafts: readonly Draft[], schema: GeneratedSchema, text: string): void {
  const issues = drafts.flatMap(({ policy, source }) => [
    ...unknownNames(policy.reads.claims, [...schema.claims.keys()]).map(({ name, suggestion }) => ({
      message: `no auditor of the chain declares the claim \`${name}\``,
      ...suggestion,
      policyId: policy.id,
      ...placeOfName(source, name, text),
    })),
    ...unknownNames(policy.reads.attributes, contextAttributeNames).map(({ name, suggestion }) => ({
      message: `the context has no attribute \`${name}\``,
      ...suggestion,
      policyId: policy.id,
      ...placeOfName(source, name, text),
    })),
    ...unknownSettings(policy.reads.settings, schema).map(({ path, suggestion }) => ({
      message: `no auditor of the chain has the setting \`${path.join('.')}\``,
      ...suggestion,
      policyId: policy.id,
      ...placeOfName(source, path.at(-1) ?? '', text),
    })),
  ]);
  if (issues.length > 0) throw new PolicyError(issues);
}

function assertReasonSettings(drafts: readonly Draft[], { settings }: GeneratedSchema): void {
  const issues = drafts.flatMap(({ policy, source }): PolicyIssue[] => {
    const names = policy.annotations.reasonSetting;
    if (names === undefined || settings.get(names.join(' '))?.shape.kind === 'string') return [];
    const message = `@reason_setting names \`${names.join('.')}\`, which is not a text setting`;
    return [{ message, policyId: policy.id, ...placeOf(source) }];
  });
  if (issues.length > 0) throw new PolicyError(issues);
}

function unknownNames(read: ReadonlySet<string> | 'all', known: readonly string[]) {
  const unknown = read === 'all' ? [] : [...read].filter((name) => !known.includes(name));
  return unknown.map((name) => ({ name, suggestion: suggestName(name, known) }));
}

function unknownSettings(read: ReadonlySet<string> | 'all', { settings }: GeneratedSchema) {
  const known = [...settings.values()];
  const paths = read === 'all' ? [] : [...read].filter((path) => !known.some(({ id }) => isBelow(id, path)));
  const names = known.map(({ path }) => path.join('.'));
  return paths.map((id) => {
    const path = id.split(' ');
    return { path, suggestion: suggestName(path.join('.'), names) };
  });
}

function applyDetection(
  drafts: readonly Draft[],
  schema: GeneratedSchema,
  cedar: CedarHost,
  instancePrefix: string,
): { policies: Policy[]; instances: PolicyInstance[] } {
  const instances: PolicyInstance[] = [];
  const policies = drafts.map(({ policy, json, source }) => {
    const plan = planInstances(
      `${instancePrefix}${policy.id}`,
      policy.annotations.detection,
      policy.reads,
      schema.claims,
    );
    if (plan.problems.length > 0) {
      throw new PolicyError(plan.problems.map((problem) => ({ ...problem, policyId: policy.id, ...placeOf(source) })));
    }
    if (plan.instances.length === 0) return policy;
    instances.push(...plan.instances);
    const rewritten = rewriteClaims(json, namesOf(plan.instances, schema));
    const answer = useEngine(cedar, (engine) => engine.policyToText(rewritten));
    if (answer.type === 'failure') throw new PolicyError(answer.errors.map((error) => toIssue(error, source.text)));
    const reads = findPolicyReads(rewritten.conditions);
    const { reasonSetting } = policy.annotations;
    const all = reasonSetting === undefined ? reads : withSetting(reads, reasonSetting.join(' '));
    return { ...policy, text: answer.text, reads: all };
  });
  return { policies, instances };
}

function namesOf(instances: readonly PolicyInstance[], schema: GeneratedSchema): InstanceNames {
  const settings = instances.flatMap((instance) =>
    instanceSettings(schema.settings, instance).map(({ auditor }): [string, string] => {
      return [`${auditor} ${instance.base.entry.name}`, instance.claim.contextName];
    }),
  );
  const claims = instances.map(({ claim, base }): [string, string] => [base.contextName, claim.contextName]);
  return { claims: new Map(claims), settings: new Map(settings) };
}

/** Rule 6: success of `validate` is not "no errors". */
function validateStrictly(
  cedar: CedarHost,
  schema: GeneratedSchema,
  policies: readonly Policy[],
  drafts: readonly Draft[],
  text: string,
): PolicyIssue[] {
  const staticPolicies = Object.fromEntries(policies.map((policy) => [policy.id, policy.text]));
  const call = { schema: schema.json, policies: { staticPolicies }, validationSettings: { mode: 'strict' as const } };
  const answer = useEngine(cedar, (engine) => engine.validate(call));
  if (answer.type === 'failure') throw new PolicyError(answer.errors.map((error) => toIssue(error, text)));
  const sources = new Map(drafts.map((draft, index) => [draft.policy.id, { ...draft, evaluated: policies[index] }]));
  const locate = ({ policyId, error }: (typeof answer.validationErrors)[number]): PolicyIssue => {
    const draft = sources.get(policyId);
    const issue = toIssue(error, text, draft?.source);
    // Offsets into a rewritten policy do not match the author's text.
    const isRewritten = draft === undefined || draft.evaluated?.text !== draft.source.text;
    return { ...issue, policyId, ...(isRewritten && draft !== undefined ? placeOf(draft.source) : {}) };
  };
  if (answer.validationErrors.length > 0) throw new PolicyError(onceEach(answer.validationErrors.map(locate)));
  return onceEach(answer.validationWarnings.map(locate));
}

/** The engine repeats an error of an unscoped policy for every action; the author needs it once. */
function onceEach(issues: readonly PolicyIssue[]): PolicyIssue[] {
  const shortened = issues.map((issue) => ({
    ...issue,
    message: issue.message.replace(/^for policy `[^`]*`, /, '').replace(/ for Assay::Action::"\w+"/, ''),
  }));
  return [...new Map(shortened.map((issue) => [JSON.stringify(issue), issue])).values()];
}

function findEmptiness(policies: readonly Policy[]): PolicyIssue[] {
  if (policies.some(({ effect }) => effect === 'permit')) return [];
  return [{ message: 'the set has no permit, so every request is denied' }];
}

function placeOf({ line, column }: SourcePolicy): { line: number; column: number } {
  return { line, column };
}

function placeOfName(source: SourcePolicy, name: string, text: string): { line: number; column: number } {
  for (let at = source.text.indexOf(name); at >= 0; at = source.text.indexOf(name, at + 1)) {
    const around = `${source.text[at - 1] ?? ' '}${source.text[at + name.length] ?? ' '}`;
    if (!/\w/.test(around)) return positionOfIndex(text, source.start + at);
  }
  return placeOf(source);
}
