/**
 * The context of one request: only what the policy set reads (cedar.md 6), so that it is cheap to evaluate and
 * equal requests have equal keys.
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
import { createSettingReader } from './setting-reader.ts';

export interface RequestContext {
  /** Rules that the request itself breaks; with any of these nothing is evaluated. */
  readonly errors: readonly string[];
  readonly statuses: ReadonlyMap<string, AuditorOutcome['status']>;
  hasClaim(contextName: string): boolean;
  claimNames(): string[];
  /** Equal only for equal questions to the engine; `undefined` when the answer depends on the time. */
  readonly key: string | undefined;
  /** Settings that the set reads, as they were; absent where it reads none. */
  readonly settings: UsedSettings | undefined;
  toCedar(): Context;
}

interface Slot {
  readonly name: string;
  readonly shape: ClaimShape;
}

/**
 * Makes the builder of one policy set. With `standIn`, every score is replaced by the one that stands for its class, so that
 * questions which no policy of the set can tell apart have the same key.
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
  const toUsed = ({ contextName, type, value }: DecisionRequest['claims'][number], settings?: SettingFacts): unknown =>
    standIn !== undefined && type === 'score_normalized' && typeof value === 'number'
      ? standIn(contextName, value, settings?.values)
      : value;

  return (request) => {
    const errors: string[] = [];
    const statuses = new Map(request.auditors.map(({ item, status }) => [item, status]));
    if (statuses.size !== request.auditors.length) errors.push('an auditor is listed twice');
    if (!isWellFormedText(request.principal.id) || !isWellFormedText(request.resource.id)) {
      errors.push('the id of the principal or resource is not a well-formed string without U+0000');
    }
    const values: (CedarValueJson | undefined)[] = slots.map(() => undefined);
    const seen = new Set<string>();
    for (const claim of request.claims) {
      const problem = findClaimProblem(claim, produced.ofContext(claim.contextName), statuses, seen);
      seen.add(claim.contextName);
      const at = slotOf.get(claim.contextName);
      const shape = at === undefined ? undefined : slots[at]?.shape;
      if (problem !== undefined) errors.push(problem);
      else if (at !== undefined && shape !== undefined)
        values[at] = convert(claim.contextName, shape, toUsed(claim, request.settings), errors);
    }
    const settings = readSettings(request.settings);
    errors.push(...settings.errors);
    const context = attributes.map((name) => attributeValue(name, request, clock, errors));
    return {
      errors,
      statuses,
      hasClaim: (name) => seen.has(name),
      claimNames: () => [...seen],
      // INVARIANT: an answer that rests on an approval is never remembered, and none that was remembered is given to it.
      key: readsTime || request.approval !== undefined ? undefined : keyOf(request, settings.key, values, context),
      settings: settings.used,
      toCedar: () => ({
        claims: pickDefined(
          slots.map(({ name }) => name),
          values,
        ),
        ...(settings.record === undefined ? {} : { settings: settings.record }),
        ...pickDefined(attributes, context),
      }),
    };
  };
}

/** Contract errors that the collector should have caught; they end here too, since a claim decides. */
function findClaimProblem(
  claim: DecisionRequest['claims'][number],
  declared: { readonly item: string; readonly type: string } | undefined,
  statuses: RequestContext['statuses'],
  seen: ReadonlySet<string>,
): string | undefined {
  const { contextName: name, auditor } = claim;
  if (declared === undefined) return `claim ${name} of auditor ${auditor} is not declared`;
  if (declared.item !== auditor) return `claim ${name} belongs to auditor ${declared.item}, not to ${auditor}`;
  if (declared.type !== claim.type) return `claim ${name} of auditor ${auditor} has not its declared type`;
  if (!claimTypes[claim.type].accepts(claim.value)) {
    return `the value of claim ${name} must be ${claimTypes[claim.type].expects}`;
  }
  if (seen.has(name)) return `claim ${name} of auditor ${auditor} is there twice`;
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
  const text = (value: string): string => {
    if (!isWellFormedText(value)) errors.push(`context.${name} is not a well-formed string without U+0000`);
    return value;
  };
  switch (name) {
    case 'phase':
      return request.phase;
    case 'trace_id':
      return text(request.traceId);
    case 'session_id':
      return text(request.sessionId);
    case 'model_id':
      return text(request.modelId);
    case 'user_region':
      return request.userRegion === undefined ? undefined : text(request.userRegion);
    case 'uninspected':
      return [...new Set(request.uninspected)].sort();
    case 'features':
      return [...new Set(request.features)].sort().map(text);
    case 'approval':
      return request.approval === undefined ? undefined : approvalRecord(request.approval, text);
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
  const named = (...statuses: AuditorOutcome['status'][]): string[] =>
    outcomes
      .filter(({ status }) => statuses.includes(status))
      .map(({ item }) => item)
      .sort();
  return { ok: named('ok'), failed: named('failed', 'late'), skipped: named('skipped') };
}

/** Positions are fixed and no Cedar value is null, so the text of the list tells every two questions apart. */
function keyOf(request: DecisionRequest, settings: string, ...values: (CedarValueJson | undefined)[][]): string {
  const { principal, action, resource, entities } = request;
  const asked = [principal.type, principal.id, action, resource.type, resource.id, entities?.key ?? '', settings];
  return JSON.stringify([...asked, ...values.flat(1)]);
}

function pickDefined(names: readonly string[], values: readonly (CedarValueJson | undefined)[]): Context {
  const context: Context = {};
  names.forEach((name, index) => {
    const value = values[index];
    if (value !== undefined) context[name] = value;
  });
  return context;
}
