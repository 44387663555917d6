/**
 * The context of one request: only the parts that the policy set reads, so that it is cheap to evaluate and equal
 * requests have equal keys.
 */
import { claimTypes, isWellFormedText } from '@assay/sdk/contract';
import type { CedarValueJson, Context } from '@cedar-policy/cedar-wasm/nodejs';
import type { Clock } from '../platform/clock.ts';
import type { ClaimShape } from './claim-shape.ts';
import { toCedarValue } from './convert.ts';
import type { ApprovalFact, AuditorOutcome, DecisionRequest, SettingFacts, UsedSettings } from './decision.ts';
import { neededClaims, type PolicySet } from './policy-set.ts';
import { createProducedClaims } from './produced-claims.ts';
import { contextAttributeNames } from './schema.ts';
import type { StandIn } from './score-classes.ts';
import { createSettingReader, type ReadSettings } from './setting-reader.ts';

export interface RequestContext {
  /** Rules that the request itself breaks. With any of these nothing is evaluated. */
  readonly errors: readonly string[];
  readonly statuses: ReadonlyMap<string, AuditorOutcome['status']>;
  hasClaim(contextName: string): boolean;
  claimNames(): string[];
  /** Equal only for equal questions to the engine; `undefined` when the answer depends on the time. */
  readonly key: string | undefined;
  /** Settings that the set reads, unchanged; absent if it reads none. */
  readonly settings: UsedSettings | undefined;
  toCedar(): Context;
}

interface Slot {
  readonly name: string;
  readonly shape: ClaimShape;
}

/**
 * Creates the builder of one policy set. With `standIn`, every score is replaced by the representative of its class,
 * so that questions which no policy of the set can tell apart have the same key.
 */
export function createContextBuilder(
  set: PolicySet,
  clock: Clock,
  standIn: StandIn | undefined,
): (request: DecisionRequest) => RequestContext {
  const produced = createProducedClaims(set);
  const slots: Slot[] = neededClaims(set).map(({ contextName, shape }) => ({ name: contextName, shape }));
  const slotOf = new Map(slots.map(({ name }, index) => [name, index]));
  const attributes = contextAttributeNames.filter((name) => set.attributes === 'all' || set.attributes.has(name));
  const readSettings = createSettingReader(set.settings);
  const readsTime = attributes.includes('now');

  const names = slots.map(({ name }) => name);

  return (request) => {
    const errors: string[] = [];
    const statuses = statusesOf(request.auditors);
    if (statuses.size !== request.auditors.length) errors.push('an auditor is listed twice');
    if (!isWellFormedText(request.principal.id) || !isWellFormedText(request.resource.id)) {
      errors.push('the id of the principal or resource is not a well-formed string without U+0000');
    }
    const values = new Array<CedarValueJson | undefined>(slots.length).fill(undefined);
    const seen = new Set<string>();
    for (const claim of request.claims) {
      const problem = findClaimProblem(claim, produced.ofContext(claim.contextName), statuses, seen);
      seen.add(claim.contextName);
      const at = slotOf.get(claim.contextName);
      const shape = at === undefined ? undefined : slots[at]?.shape;
      if (problem !== undefined) errors.push(problem);
      else if (at !== undefined && shape !== undefined)
        values[at] = convert(claim.contextName, shape, usedValue(standIn, claim, request.settings), errors);
    }
    const settings = readSettings(request.settings);
    errors.push(...settings.errors);
    const context: (CedarValueJson | undefined)[] = [];
    for (const name of attributes) context.push(attributeValue(name, request, clock, errors));
    // INVARIANT: an answer that rests on an approval is never remembered, and none that was remembered is given to it.
    const isCached = !readsTime && request.approval === undefined;
    return new BuiltContext({
      errors,
      statuses,
      seen,
      names,
      values,
      attributes,
      context,
      settings,
      key: isCached ? keyOf(request, settings.key, values, context) : undefined,
    });
  };
}

interface ContextParts extends Pick<RequestContext, 'errors' | 'statuses' | 'key'> {
  readonly seen: ReadonlySet<string>;
  /** Names of claims, with their values; absent ones are `undefined`. */
  readonly names: readonly string[];
  readonly values: readonly (CedarValueJson | undefined)[];
  readonly attributes: readonly string[];
  readonly context: readonly (CedarValueJson | undefined)[];
  readonly settings: ReadSettings;
}

/** A class, because one is made for each phase of each exchange, and closures would cost more than their work. */
class BuiltContext implements RequestContext {
  readonly errors: readonly string[];
  readonly statuses: RequestContext['statuses'];
  readonly key: string | undefined;
  readonly settings: UsedSettings | undefined;
  readonly #parts: ContextParts;

  constructor(parts: ContextParts) {
    this.errors = parts.errors;
    this.statuses = parts.statuses;
    this.key = parts.key;
    this.settings = parts.settings.used;
    this.#parts = parts;
  }

  hasClaim(name: string): boolean {
    return this.#parts.seen.has(name);
  }

  claimNames(): string[] {
    return [...this.#parts.seen];
  }

  toCedar(): Context {
    const { names, values, attributes, context, settings } = this.#parts;
    return {
      claims: pickDefined(names, values),
      ...(settings.record === undefined ? {} : { settings: settings.record }),
      ...pickDefined(attributes, context),
    };
  }
}

function statusesOf(auditors: readonly AuditorOutcome[]): Map<string, AuditorOutcome['status']> {
  const statuses = new Map<string, AuditorOutcome['status']>();
  for (const { item, status } of auditors) statuses.set(item, status);
  return statuses;
}

/** Gives the value that the engine sees of a claim. */
function usedValue(
  standIn: StandIn | undefined,
  { contextName, type, value }: DecisionRequest['claims'][number],
  settings: SettingFacts | undefined,
): unknown {
  if (standIn === undefined || type !== 'score_normalized' || typeof value !== 'number') return value;
  return standIn(contextName, value, settings?.values);
}

/** Contract errors that the collector should have caught. They are errors here too, because a claim decides. */
function findClaimProblem(
  claim: DecisionRequest['claims'][number],
  declared: { readonly item: string; readonly type: string } | undefined,
  statuses: RequestContext['statuses'],
  seen: ReadonlySet<string>,
): string | undefined {
  const { contextName: name, auditor } = claim;
  if (declared === undefined) return `claim ${name} of auditor ${auditor} is not declared`;
  if (declared.item !== auditor) return `claim ${name} belongs to auditor ${declared.item}, not to ${auditor}`;
  if (declared.type !== claim.type) return `claim ${name} of auditor ${auditor} does not have its declared type`;
  if (!claimTypes[claim.type].accepts(claim.value)) {
    return `the value of claim ${name} must be ${claimTypes[claim.type].expects}`;
  }
  if (seen.has(name)) return `claim ${name} of auditor ${auditor} occurs twice`;
  if (statuses.get(auditor) !== 'ok') return `claim ${name} comes from auditor ${auditor}, which did not succeed`;
  return undefined;
}

function convert(name: string, shape: ClaimShape, value: unknown, errors: string[]): CedarValueJson | undefined {
  try {
    return toCedarValue(shape, value);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    errors.push(`the value of claim ${name} ${cause.message}`);
    return undefined;
  }
}

function attributeValue(
  name: string,
  request: DecisionRequest,
  clock: Clock,
  errors: string[],
): CedarValueJson | undefined {
  switch (name) {
    case 'phase':
      return request.phase;
    case 'trace_id':
      return checkedText(name, request.traceId, errors);
    case 'session_id':
      return checkedText(name, request.sessionId, errors);
    case 'model_id':
      return checkedText(name, request.modelId, errors);
    case 'user_region':
      return request.userRegion === undefined ? undefined : checkedText(name, request.userRegion, errors);
    case 'uninspected':
      return sortedSet(request.uninspected);
    case 'features':
      return sortedSet(request.features).map((feature) => checkedText(name, feature, errors));
    case 'approval':
      return request.approval === undefined
        ? undefined
        : approvalRecord(request.approval, (value) => checkedText(name, value, errors));
    case 'now':
      return new Date(clock.now()).toISOString();
    case 'auditors':
      return auditorSets(request.auditors);
    default:
      throw new Error(`no value for the context attribute ${name}`);
  }
}

function approvalRecord({ id, approvers, risk }: ApprovalFact, text: (value: string) => string): CedarValueJson {
  return { id: text(id), approvers: [...new Set(approvers)].sort().map(text), risk: text(risk) };
}

function auditorSets(outcomes: readonly AuditorOutcome[]): CedarValueJson {
  const ok: string[] = [];
  const failed: string[] = [];
  const skipped: string[] = [];
  for (const { item, status } of outcomes) {
    if (status === 'ok') ok.push(item);
    else if (status === 'skipped') skipped.push(item);
    else failed.push(item);
  }
  return { ok: ok.sort(), failed: failed.sort(), skipped: skipped.sort() };
}

function sortedSet(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [...new Set(texts)].sort();
}

function checkedText(name: string, value: string, errors: string[]): string {
  if (!isWellFormedText(value)) errors.push(`context.${name} is not a well-formed string without U+0000`);
  return value;
}

/** Positions are fixed and no Cedar value is null, so the list's text is unique for each question. */
function keyOf(
  { principal, action, resource, entities }: DecisionRequest,
  settings: string,
  values: readonly (CedarValueJson | undefined)[],
  context: readonly (CedarValueJson | undefined)[],
): string {
  const asked = [principal.type, principal.id, action, resource.type, resource.id, entities?.key ?? '', settings];
  return JSON.stringify([asked, values, context]);
}

function pickDefined(names: readonly string[], values: readonly (CedarValueJson | undefined)[]): Context {
  const context: Context = {};
  names.forEach((name, index) => {
    const value = values[index];
    if (value !== undefined) context[name] = value;
  });
  return context;
}
