/** The configuration that an entry of the catalog declares, as fields of a form. Secrets are never among them. */
import type { App, Installation } from '@assay/client';

export type ConfigGroup = 'variables' | 'headers' | 'environment';
export type Use = 'remote' | 'package';

export interface ConfigField {
  readonly group: ConfigGroup;
  readonly name: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Used where nothing is typed. */
  readonly usual: string | undefined;
}

export interface DeclaredConfig {
  readonly fields: readonly ConfigField[];
  /** Headers and variables that take a secret; they come from a credential. */
  readonly secrets: readonly string[];
}

/** What is typed: texts by `group/name`, and what only some types have. */
export interface ConfigDraft {
  readonly use: Use | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly url: string;
  readonly joins: 'agent' | 'workspace';
}

const uses: readonly Use[] = ['remote', 'package'];

export const emptyConfig: ConfigDraft = { use: undefined, values: {}, url: '', joins: 'agent' };

/** `{name}`, as in the MCP registry. */
const variable = /\{([A-Za-z0-9_.-]{1,128})\}/g;

/** Both where the app can run in either place. */
export function usesOf({ remotes = [], packages = [] }: App): readonly Use[] {
  return [...(remotes.length > 0 ? (['remote'] as const) : []), ...(packages.length > 0 ? (['package'] as const) : [])];
}

export function declaredConfig(app: App, use: Use | undefined): DeclaredConfig {
  const chosen = use ?? usesOf(app)[0];
  if (chosen === 'remote') return declaredByRemote(app);
  const fields: ConfigField[] = [];
  const secrets: string[] = [];
  for (const each of (chosen === 'package' ? app.packages?.[0]?.environmentVariables : undefined) ?? []) {
    if (each.isSecret === true) secrets.push(each.name);
    else fields.push(fieldOf('environment', each.name, each.isRequired === true, each.description, each.default));
  }
  return { fields, secrets };
}

function declaredByRemote({ remotes = [] }: App): DeclaredConfig {
  const remote = remotes.find(({ type }) => type === 'streamable-http') ?? remotes[0];
  const headers = remote?.headers ?? [];
  const open = headers.filter(({ isSecret = false }) => !isSecret);
  const inAddress = [...namesIn(remote?.url), ...namesIn(remote?.card)];
  const inHeaders = open.flatMap(({ value, isRequired = false }) =>
    namesIn(value).map((name) => ({ name, isRequired })),
  );
  const variables = new Map<string, ConfigField>();
  for (const name of inAddress) variables.set(name, fieldOf('variables', name, true));
  for (const { name, isRequired } of inHeaders) {
    if (!variables.has(name)) variables.set(name, fieldOf('variables', name, isRequired));
  }
  // A header whose template is filled by variables needs no value of its own.
  const typed = open.filter(({ value }) => namesIn(value).length === 0);
  return {
    fields: [
      ...variables.values(),
      ...typed.map(({ name, isRequired = false, description, value }) =>
        fieldOf('headers', name, isRequired, description, value),
      ),
    ],
    secrets: headers.filter(({ isSecret = false }) => isSecret).map(({ name }) => name),
  };
}

/** An auditor whose entry gives neither an address nor its claims, and is not built in. */
export function needsAddress({ auditor }: App): boolean {
  if (auditor === undefined || auditor.url !== undefined || auditor.vocabulary !== undefined) return false;
  return auditor.image?.startsWith('assay/') !== true;
}

/** The body of the call; undefined if nothing differs from what the verifier does by itself. */
export function toConfig(app: App, { use, values, url, joins }: ConfigDraft) {
  const groups: {
    variables?: Record<string, string>;
    headers?: Record<string, string>;
    environment?: Record<string, string>;
  } = {};
  for (const { group, name } of declaredConfig(app, use).fields) {
    const value = values[`${group}/${name}`] ?? '';
    if (value === '') continue;
    groups[group] = { ...groups[group], [name]: value };
  }
  const config = {
    ...groups,
    ...(use === undefined ? {} : { use }),
    ...(url.trim() === '' || app.auditor === undefined ? {} : { url: url.trim() }),
    ...(joins === 'workspace' && app.auditor !== undefined ? { joins } : {}),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}

/** What an installation has, for the form that changes it. */
export function draftOfConfig(config: Installation['config']): ConfigDraft {
  const values: Record<string, string> = {};
  for (const group of ['variables', 'headers', 'environment'] as const) {
    for (const [name, value] of Object.entries(config[group] ?? {})) values[`${group}/${name}`] = value;
  }
  return {
    use: uses.find((use) => use === config.use),
    values,
    url: config.url ?? '',
    joins: config.joins === 'workspace' ? 'workspace' : 'agent',
  };
}

function namesIn(template: string | undefined): string[] {
  return [...(template ?? '').matchAll(variable)].flatMap(([, name]) => name ?? []);
}

function fieldOf(
  group: ConfigGroup,
  name: string,
  isRequired: boolean,
  description?: string | undefined,
  usual?: string | undefined,
): ConfigField {
  return { group, name, description, isRequired, usual };
}
