/**
 * Detection settings of one policy (contract 2.11, last line): `@detection` requests claims with the policy's own
 * settings. Each becomes an instance `<policy id>.<claim>`, and the policy reads that instead.
 */
import { bounds, isClaimOrInstanceName, isRecord, type NamedInstance } from '@assay/sdk/contract';
import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { AnnotationProblem, DetectionMap } from './annotations.ts';
import type { DeclaredClaim } from './chain-claims.ts';
import type { AuditorSetting } from './chain-settings.ts';
import { suggestName } from './nearest-name.ts';
import { contextPath, hasNames, type PolicyReads } from './policy-reads.ts';

/** A claim that one policy requests with its own settings. */
export interface PolicyInstance {
  /** The instance as a declared claim: its names are the instance id. */
  readonly claim: DeclaredClaim;
  /** The claim it is made from. */
  readonly base: DeclaredClaim;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** An entry of `claim_instances` and its chain item. */
export interface ItemInstance extends NamedInstance {
  readonly item: string;
  /** True when it only keeps a claim under its own name; it gets the effective settings of the claim. */
  readonly base: boolean;
}

/** Plans the instances of one policy, with every reason why its map cannot be honoured. */
export function planInstances(
  policyId: string,
  detection: DetectionMap,
  reads: PolicyReads,
  claims: ReadonlyMap<string, DeclaredClaim>,
): { instances: PolicyInstance[]; problems: AnnotationProblem[] } {
  const problems: AnnotationProblem[] = [];
  const instances: PolicyInstance[] = [];
  if (detection.size > 0 && reads.claims === 'all') {
    problems.push({ message: '@detection needs each claim read by name, not `context.claims` as a whole' });
    return { instances, problems };
  }
  if (detection.size > 0 && (reads.settings === 'all' || [...reads.settings].some((path) => !path.includes(' ')))) {
    problems.push({ message: '@detection needs each setting read by its full name, not a record of settings' });
    return { instances, problems };
  }
  for (const [name, settings] of detection) {
    const base = claims.get(name);
    if (base === undefined) {
      problems.push({
        message: `@detection names the undeclared claim \`${name}\``,
        ...suggestName(name, claims.keys()),
      });
    } else if (reads.claims !== 'all' && !reads.claims.has(name)) {
      problems.push({ message: `@detection names \`${name}\`, which the policy does not read` });
    } else {
      problems.push(...findSettingProblems(base, settings), ...findNameProblems(policyId, base, claims));
      const instanceId = `${policyId}.${name}`;
      instances.push({ claim: { ...base, contextName: instanceId, producedName: instanceId }, base, settings });
    }
  }
  return { instances, problems };
}

/** Names of instances, by the claim's name in the context and by the auditor and claim of its settings. */
export interface InstanceNames {
  readonly claims: ReadonlyMap<string, string>;
  /** By `<auditor> <claim>`. */
  readonly settings: ReadonlyMap<string, string>;
}

/** Gives the policy with each claim of its map, and the settings of that claim, read under the instance's name. */
export function rewriteClaims(policy: PolicyJson, names: InstanceNames): PolicyJson {
  const conditions = policy.conditions.map((clause) => ({ ...clause, body: rewrite(clause.body, names) }));
  return { ...policy, conditions };
}

/**
 * Lists the instances to send to each chain item. Once an item has an instance for a method, the method answers under
 * instance names only (contract 2.11), so the item's claims that other policies read by their own name become
 * instances of themselves.
 */
export function listItemInstances(
  instances: readonly PolicyInstance[],
  neededClaims: readonly DeclaredClaim[],
): ItemInstance[] {
  const items = new Set(instances.map(({ base }) => base.item));
  const asked = instances.map(({ claim, base, settings }) => ({
    item: base.item,
    instance_id: claim.producedName,
    produces: [base.producedName],
    settings: { ...settings },
    base: false,
  }));
  const kept = neededClaims
    .filter(({ item, producedName, entry }) => items.has(item) && producedName === entry.name)
    .map(({ item, producedName }) => ({
      item,
      instance_id: producedName,
      produces: [producedName],
      settings: {},
      base: true,
    }));
  return [...asked, ...kept];
}

/** Gives the instance's name for the last name of a path. */
function renamedIn(path: readonly string[] | undefined, { claims, settings }: InstanceNames): string | undefined {
  const [root, first, second] = path ?? [];
  if (first === undefined) return undefined;
  if (root === 'claims' && path?.length === 2) return claims.get(first);
  if (root === 'settings' && path?.length === 3 && second !== undefined) return settings.get(`${first} ${second}`);
  return undefined;
}

function rewrite<T>(node: T, names: InstanceNames): T;
function rewrite(node: unknown, names: InstanceNames): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, names));
  if (!isRecord(node)) return node;
  const renamed = renamedIn(contextPath(node), names);
  if (renamed !== undefined) return withAttribute(node, '.', renamed, names);
  const has = node['has'];
  if (isRecord(has)) return rewriteHas(has, names);
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, rewrite(child, names)]));
}

/** `has a.b` becomes `has a && .a has b`: the short form takes identifiers only, and an instance id is none. */
function rewriteHas(body: Record<string, unknown>, names: InstanceNames): Record<string, unknown> {
  let left = rewrite(body['left'], names);
  let path = contextPath(body['left']);
  let joined: Record<string, unknown> | undefined;
  for (const asked of hasNames(body) ?? []) {
    const attr = path === undefined ? asked : (renamedIn([...path, asked], names) ?? asked);
    const step = { has: { left, attr } };
    joined = joined === undefined ? step : { '&&': { left: joined, right: step } };
    left = { '.': { left, attr } };
    path = path === undefined ? undefined : [...path, asked];
  }
  if (joined === undefined) throw new Error('a `has` without a name was not counted as reading everything');
  return joined;
}

function withAttribute(
  node: Record<string, unknown>,
  kind: string,
  attr: string,
  names: InstanceNames,
): Record<string, unknown> {
  const access = node[kind];
  return { [kind]: { ...(isRecord(access) ? rewrite(access, names) : {}), attr } };
}

function findNameProblems(
  policyId: string,
  base: DeclaredClaim,
  claims: ReadonlyMap<string, DeclaredClaim>,
): AnnotationProblem[] {
  const instanceId = `${policyId}.${base.contextName}`;
  // A method with several claims also answers `<instance>.<claim>`; all of these must be names that an auditor may
  // use.
  const siblings = [...claims.values()]
    .filter(({ item }) => item === base.item)
    .map(({ producedName }) => producedName);
  const longest = siblings.reduce((left, right) => (right.length > left.length ? right : left), '');
  if (isClaimOrInstanceName(`${instanceId}.${longest}`)) return [];
  return [{ message: `@detection makes the claim name \`${instanceId}\`, which is too long or has other characters` }];
}

function findSettingProblems(base: DeclaredClaim, settings: Readonly<Record<string, unknown>>): AnnotationProblem[] {
  const declared = new Map(base.entry.settings.map((setting) => [setting.key, setting]));
  const defined = new Map(base.definitions.map((definition) => [definition.key, definition]));
  return Object.entries(settings).flatMap(([key, value]) => {
    const setting = declared.get(key);
    if (setting === undefined) {
      const message = `claim \`${base.contextName}\` has no setting \`${key}\``;
      return [{ message, ...suggestName(key, declared.keys()) }];
    }
    if (value === null && setting.default === null) return [];
    const problem = isSettingValue(setting.type, value)
      ? findRangeProblem(defined.get(key), value)
      : `must be a ${setting.type}`;
    return problem === undefined ? [] : [{ message: `setting \`${key}\` of claim \`${base.contextName}\` ${problem}` }];
  });
}

/** The auditor would refuse a value outside of its definition, and with it every request. */
function findRangeProblem(definition: AuditorSetting | undefined, value: unknown): string | undefined {
  const { min, max, control, options } = definition ?? {};
  if (typeof value === 'number' && min !== undefined && value < min) return `must be at least ${min}`;
  if (typeof value === 'number' && max !== undefined && value > max) return `must be at most ${max}`;
  if (control !== 'select' || options === undefined) return undefined;
  const isChoice = [value].flat().every((one) => options.some((option) => option === one));
  return isChoice ? undefined : `must be one of: ${options.join(', ')}`;
}

function isSettingValue(type: string, value: unknown): boolean {
  if (type !== 'string[]') return typeof value === type;
  return Array.isArray(value) && value.length <= bounds.claimsPerResponse && value.every((v) => typeof v === 'string');
}
