/**
 * Indexes the rules on tools of one level, the organisation or one workspace, by app, server and name. A later rule is
 * inserted in place; nothing else is read or built again.
 */
import type { ToolMode } from '../../../contract/api/scoped-tools/states.ts';
import type { ToolName } from './ports.ts';

/** One rule, of the organisation or of the given workspace. */
export interface ToolRule {
  readonly id: string;
  readonly level: 'org' | 'workspace';
  readonly scopeId: string;
  readonly tool: ToolName;
  readonly mode: ToolMode;
  /** Of a rule of the organisation: false lets workspaces only block. */
  readonly allowOverride: boolean;
  readonly reason: string | null;
}

/** Rules for one app, or for `*`. */
export interface AppRules {
  /** By server, by name: a lookup builds no key text. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, ToolRule>>;
  readonly size: number;
  readonly hasRequired: boolean;
  /** Sorted by server and name, so that pages are the same in every process. */
  sorted(): readonly ToolRule[];
}

export interface RuleLevel {
  appOf(appId: string): AppRules | undefined;
  /** In sorted order. */
  appIds(): readonly string[];
  readonly size: number;
  /** Replaces a rule with the same id or the same place. */
  put(rule: ToolRule): void;
  remove(id: string): void;
}

export function createRuleLevel(rules: readonly ToolRule[] = []): RuleLevel {
  const byId = new Map<string, ToolRule>();
  const apps = new Map<string, KeptApp>();
  let inOrder: readonly string[] | undefined;

  const remove = (id: string): void => {
    const rule = byId.get(id);
    if (rule === undefined) return;
    byId.delete(id);
    const app = apps.get(rule.tool.appId);
    app?.remove(rule);
    if (app?.size !== 0) return;
    apps.delete(rule.tool.appId);
    inOrder = undefined;
  };

  const put = (rule: ToolRule): void => {
    remove(rule.id);
    const { appId, server, name } = rule.tool;
    const there = apps.get(appId)?.places.get(server)?.get(name);
    if (there !== undefined) remove(there.id);
    const app = apps.get(appId) ?? createApp();
    if (app.size === 0) inOrder = undefined;
    byId.set(rule.id, rule);
    apps.set(appId, app);
    app.put(rule);
  };

  for (const rule of rules) put(rule);
  return {
    put,
    remove,
    appOf: (appId) => apps.get(appId),
    appIds: () => {
      inOrder ??= [...apps.keys()].sort();
      return inOrder;
    },
    get size() {
      return byId.size;
    },
  };
}

interface KeptApp extends AppRules {
  put(rule: ToolRule): void;
  remove(rule: ToolRule): void;
}

function createApp(): KeptApp {
  const places = new Map<string, Map<string, ToolRule>>();
  let [size, required] = [0, 0];
  let inOrder: readonly ToolRule[] | undefined;
  const count = (rule: ToolRule, by: 1 | -1): void => {
    size += by;
    if (rule.mode === 'required') required += by;
    inOrder = undefined;
  };
  return {
    places,
    get size() {
      return size;
    },
    get hasRequired() {
      return required > 0;
    },
    sorted: () => {
      inOrder ??= [...places.values()].flatMap((names) => [...names.values()]).sort(byPlace);
      return inOrder;
    },
    put(rule) {
      const { server, name } = rule.tool;
      const names = places.get(server) ?? new Map<string, ToolRule>();
      places.set(server, names.set(name, rule));
      count(rule, 1);
    },
    remove(rule) {
      const { server, name } = rule.tool;
      const names = places.get(server);
      names?.delete(name);
      if (names?.size === 0) places.delete(server);
      count(rule, -1);
    },
  };
}

function byPlace({ tool: left }: ToolRule, { tool: right }: ToolRule): number {
  return compare(left.server, right.server) || compare(left.name, right.name);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
