/** Requests of commands about rules on tools. */
import type { Scope } from '../contract/control/scope.ts';
import type { CommandIo } from './command.ts';
import type { NamedScope } from './control-options.ts';
import type { ParsedArguments } from './options.ts';
import { readList } from './page.ts';
import { createResource, type Resource, resolveScope } from './remote-control.ts';
import { connectService } from './service.ts';
import { type EffectiveTools, effectiveTools, type ToolRule, toolRule, toolRulePage } from './wire-apps.ts';
import { installationPage } from './wire-installations.ts';

export interface RemoteTools extends Resource<ToolRule> {
  resolve(scope: NamedScope): Promise<Scope>;
  /** Finds the rule for exactly this, if any. */
  find(scope: Scope, tool: ToolRule['tool']): Promise<ToolRule | undefined>;
  effective(query: Readonly<Record<string, string | undefined>>): Promise<EffectiveTools>;
  /** Gives the names of an agent's apps, or of apps in rules, by id; at most a few hundred. */
  appNames(agentId: string): Promise<ReadonlyMap<string, string>>;
}

const path = '/v1/scoped-tools';
/** More than an organisation has rules of one app. */
const mostRules = 10_000;

/** @throws UsageError */
export function connectTools(io: CommandIo, args: ParsedArguments): RemoteTools {
  const service = connectService('verifier', io, args);
  const rules = createResource<ToolRule>(service, {
    ...{ path, noun: 'rule' },
    isOne: (value) => toolRule.Check(value),
    isPage: (value) => toolRulePage.Check(value),
  });
  return {
    ...rules,
    resolve: (scope) => resolveScope(service, scope),
    async find({ level, id }, tool) {
      const workspace = level === 'workspace' ? id : undefined;
      const { items } = await rules.list({ level, workspace_id: workspace, app_id: tool.app_id }, mostRules);
      return items.find((item) => item.tool.server === tool.server && item.tool.name === tool.name);
    },
    async effective(query) {
      const first = await service.json({ path: `${path}/effective`, query: { ...query, limit: '1000' } }, isEffective);
      let [page, items] = [first, first.items];
      while (page.has_more && page.next_cursor !== null) {
        const next = { ...query, limit: '1000', cursor: page.next_cursor };
        page = await service.json({ path: `${path}/effective`, query: next }, isEffective);
        items = [...items, ...page.items];
      }
      return { ...first, items, next_cursor: null, has_more: false };
    },
    async appNames(agentId) {
      const call = { path: `/v1/agents/${encodeURIComponent(agentId)}/apps`, query: {}, limit: 300, isPage: isApps };
      const [installed, named] = await Promise.all([readList(service, call), rules.list({}, 300)]);
      return new Map([
        ...installed.items.map(({ app_id: id, name }) => [id, name] as const),
        ...named.items.flatMap(({ app_name: name, tool }) => (name === null ? [] : [[tool.app_id, name] as const])),
      ]);
    },
  };
}

const isApps = (value: unknown) => installationPage.Check(value);
const isEffective = (value: unknown): value is EffectiveTools => effectiveTools.Check(value);
