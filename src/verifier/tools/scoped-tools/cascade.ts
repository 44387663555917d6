/**
 * Decides the mode of a tool from the rules of the organisation and of one workspace, through an index that answers for any
 * tool. At one level the most specific rule decides: by name before by server before by app.
 */

import type { ToolMode } from '../../../contract/api/scoped-tools/states.ts';
import type { OverriddenRule, ToolName, ToolVerdict } from './ports.ts';
import { type AppRules, createRuleLevel, type RuleLevel, type ToolRule } from './rule-level.ts';

export interface RuleIndex {
  verdictOf(tool: ToolName): ToolVerdict;
  /** Gives the mode alone, for many tools. */
  modeOf(tool: ToolName): ToolMode;
  /** Lists apps that rules name, `*` included, each once. */
  appIds(): readonly string[];
  /** Counts the patterns that rules for this app name; each counts once, even if both levels name it. */
  countNamed(appId: string): number;
  /** Lists those patterns, in a fixed order. */
  namedOf(appId: string): readonly ToolName[];
  /** Lists rules for this app, of both levels; for `*` only those for `*`. */
  rulesOf(appId: string): readonly ToolRule[];
  /** False if no rule could require a tool of it. */
  mayRequire(appId: string): boolean;
}

export const any = '*';

export function indexRules(rules: readonly ToolRule[]): RuleIndex {
  const of = (level: ToolRule['level']) => createRuleLevel(rules.filter((rule) => rule.level === level));
  return indexLevels(of('org'), of('workspace'));
}

/** Copies nothing: each question looks in the rules as they are then. */
export function indexLevels(org: RuleLevel, workspace: RuleLevel): RuleIndex {
  const requires = (appId: string): boolean =>
    org.appOf(appId)?.hasRequired === true || workspace.appOf(appId)?.hasRequired === true;
  return {
    verdictOf: (tool) => combine(pick(org, tool), pick(workspace, tool)),
    modeOf: (tool) => decide(pickFirst(org, tool), pickFirst(workspace, tool))?.mode ?? undecided.mode,
    appIds: () => [...org.appIds(), ...workspace.appIds().filter((appId) => org.appOf(appId) === undefined)],
    countNamed(appId) {
      const [above, below] = [org.appOf(appId), workspace.appOf(appId)];
      if (above === undefined || below === undefined) return (above ?? below)?.size ?? 0;
      return above.size + onlyIn(below, above).length;
    },
    namedOf(appId) {
      const [above, below] = [org.appOf(appId), workspace.appOf(appId)];
      return [...(above?.sorted() ?? none), ...onlyIn(below, above)].map(({ tool }) => tool);
    },
    rulesOf: (appId) => [...(org.appOf(appId)?.sorted() ?? none), ...(workspace.appOf(appId)?.sorted() ?? none)],
    mayRequire: (appId) => requires(appId) || requires(any),
  };
}

/** Lists the patterns of an app that only one of the levels names. */
function onlyIn(level: AppRules | undefined, other: AppRules | undefined): readonly ToolRule[] {
  const rules = level?.sorted() ?? none;
  return other === undefined ? rules : rules.filter(({ tool }) => !other.places.get(tool.server)?.has(tool.name));
}

const none: readonly ToolRule[] = [];

/** Lists all rules that match a tool, the most specific first. */
function pick(level: RuleLevel, { appId, server, name }: ToolName): readonly ToolRule[] {
  const places = placesOf(level, appId, server);
  if (places === undefined) return none;
  const found: ToolRule[] = [];
  for (const one of name === any ? [any] : [name, any]) {
    for (const place of places) {
      const rule = place?.get(one);
      if (rule !== undefined) found.push(rule);
    }
  }
  return found;
}

function pickFirst(level: RuleLevel, { appId, server, name }: ToolName): ToolRule | undefined {
  const places = placesOf(level, appId, server);
  if (places === undefined) return undefined;
  for (const place of places) {
    const rule = place?.get(name);
    if (rule !== undefined) return rule;
  }
  if (name === any) return undefined;
  for (const place of places) {
    const rule = place?.get(any);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

type Place = ReadonlyMap<string, ToolRule> | undefined;

/** By server before by app. */
function placesOf(level: RuleLevel, appId: string, server: string): readonly Place[] | undefined {
  const own = level.appOf(appId)?.places;
  const all = appId === any ? undefined : level.appOf(any)?.places;
  if (own === undefined && all === undefined) return undefined;
  if (server === any) return [own?.get(any), all?.get(any)];
  return [own?.get(server), all?.get(server), own?.get(any), all?.get(any)];
}

const undecided: ToolVerdict = {
  mode: 'blocked',
  decidedBy: { level: 'default', id: null, ruleId: null },
  reason: null,
  overridden: [],
};

/** Combines the matching rules of each level, the most specific first. */
function combine(org: readonly ToolRule[], workspace: readonly ToolRule[]): ToolVerdict {
  const rule = decide(org[0], workspace[0]);
  if (rule === undefined) return undecided;
  const { mode, level, scopeId, id, reason } = rule;
  const overridden: OverriddenRule[] = [];
  for (const others of [org, workspace]) {
    for (const other of others) {
      if (other.mode === mode) continue;
      overridden.push({ level: other.level, id: other.scopeId, ruleId: other.id, mode: other.mode });
    }
  }
  return { mode, decidedBy: { level, id: scopeId, ruleId: id }, reason, overridden };
}

function decide(org: ToolRule | undefined, workspace: ToolRule | undefined): ToolRule | undefined {
  if (org === undefined || workspace === undefined) return org ?? workspace;
  // What the organisation blocks stays blocked, and what it requires cannot be blocked below, even by an older rule.
  if (org.mode !== 'available') return org;
  if (workspace.mode === 'blocked') return workspace;
  return workspace.mode === 'required' && org.allowOverride ? workspace : org;
}

/** Why a workspace may not have a rule. */
export interface ModeConflict {
  readonly reason: 'required_above' | 'override_not_allowed';
  readonly rule: ToolRule;
}

/**
 * Finds the rule of the organisation that a workspace's rule would contradict. A workspace may not block what the
 * organisation requires, and without allowed override it may only block. Only what the rule itself would decide counts: a
 * more specific rule of the workspace takes precedence over it.
 */
export function findConflict(
  candidate: ToolRule,
  org: readonly ToolRule[],
  workspace: readonly ToolRule[],
): ModeConflict | undefined {
  const suspects = org.filter((rule) =>
    candidate.mode === 'blocked' ? rule.mode === 'required' : !rule.allowOverride,
  );
  if (suspects.length === 0) return undefined;
  const above = indexRules(org);
  const own = indexRules([...workspace.filter(({ id }) => id !== candidate.id), candidate]);
  const rule = suspects.find((suspect) => {
    const both = meet(suspect.tool, candidate.tool);
    if (both === undefined) return false;
    return (
      above.verdictOf(both).decidedBy.ruleId === suspect.id && own.verdictOf(both).decidedBy.ruleId === candidate.id
    );
  });
  if (rule === undefined) return undefined;
  return { reason: candidate.mode === 'blocked' ? 'required_above' : 'override_not_allowed', rule };
}

/** Gives the pattern of the tools that match two patterns. */
export function meet(left: ToolName, right: ToolName): ToolName | undefined {
  const appId = meetPart(left.appId, right.appId);
  const server = meetPart(left.server, right.server);
  const name = meetPart(left.name, right.name);
  return appId === undefined || server === undefined || name === undefined ? undefined : { appId, server, name };
}

function meetPart(left: string, right: string): string | undefined {
  if (left === right || right === any) return left;
  return left === any ? right : undefined;
}
