/**
 * How each MCP client is configured for a server over HTTP, and the source of its credential, which is never the file
 * itself.
 */
import { join } from 'node:path';
import type { Environment } from '../../../platform/config.ts';

export const clientNames = [
  ...['claude-code', 'claude-desktop', 'cursor', 'vscode', 'windsurf', 'zed', 'codex', 'gemini-cli', 'generic'],
] as const satisfies readonly string[];

/** `key`: a header from an environment variable (or a prompt of the client). `oauth`: the client signs a person in. */
export const authKinds = ['key', 'oauth', 'none'] as const;
export type AuthKind = (typeof authKinds)[number];

export interface Endpoint {
  /** The name of the entry. */
  readonly name: string;
  readonly url: string;
  readonly auth: AuthKind;
  /** Environment variable with the key. */
  readonly variable: string;
}

export interface McpClient {
  readonly format: 'json' | 'toml';
  /** Supported kinds; the first one is the default. */
  readonly auths: readonly AuthKind[];
  /** Member, or table, that holds the entry. */
  readonly member: string;
  entry(endpoint: Endpoint): Readonly<Record<string, unknown>>;
  /** Lists beside it that get an item with this id. */
  inputs?(endpoint: Endpoint): readonly { readonly id: string }[];
  /** Path of its file; undefined if unknown. */
  file(place: ConfigContext): string | undefined;
  /** Further steps for the user. */
  hint(endpoint: Endpoint): string;
}

export interface ConfigContext {
  readonly env: Environment;
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

const all = ['key', 'oauth', 'none'] as const;
const exportHint = ({ auth, variable }: Endpoint): string => {
  if (auth === 'oauth') return 'The client opens a browser to sign you in.';
  return auth === 'key' ? `Start the client with a key of the agent in ${variable}.` : 'No credential is shown.';
};

/** @param reference how the client writes an environment value */
function headers({ auth, variable }: Endpoint, reference: (name: string) => string) {
  return auth === 'key' ? { headers: { Authorization: `Bearer ${reference(variable)}` } } : {};
}

const inputId = 'assay-api-key';

export const mcpClients: Readonly<Record<(typeof clientNames)[number], McpClient>> = {
  'claude-code': {
    format: 'json',
    auths: all,
    member: 'mcpServers',
    hint: exportHint,
    entry: (at) => ({ type: 'http', url: at.url, ...headers(at, (name) => `\${${name}}`) }),
    file: ({ cwd }) => join(cwd, '.mcp.json'),
  },
  /** Its file supports local servers only, without variables: uses a bridge that signs in. */
  'claude-desktop': {
    format: 'json',
    auths: ['oauth', 'none'],
    member: 'mcpServers',
    entry: ({ url }) => ({ command: 'npx', args: ['-y', 'mcp-remote', url] }),
    file: ({ platform, env, home }) => {
      const name = 'claude_desktop_config.json';
      if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude', name);
      if (platform === 'win32') return env['APPDATA'] === undefined ? undefined : join(env['APPDATA'], 'Claude', name);
      return join(home, '.config', 'Claude', name);
    },
    hint: () => 'It runs the third-party package mcp-remote as a bridge, which signs you in; restart the client.',
  },
  cursor: {
    format: 'json',
    auths: all,
    member: 'mcpServers',
    hint: exportHint,
    entry: (at) => ({ url: at.url, ...headers(at, (name) => `\${env:${name}}`) }),
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
  },
  /** It asks for the key once and keeps it in the system's secret store. */
  vscode: {
    format: 'json',
    auths: all,
    member: 'servers',
    entry: (at) => ({ type: 'http', url: at.url, ...headers(at, () => `\${input:${inputId}}`) }),
    inputs: ({ auth }) =>
      auth === 'key'
        ? [
            {
              type: 'promptString',
              id: inputId,
              description: 'API key of the agent for Assay',
              password: true,
            } as const,
          ]
        : [],
    file: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
    hint: (at) => (at.auth === 'key' ? 'VS Code asks for the key once and keeps it.' : exportHint(at)),
  },
  windsurf: {
    format: 'json',
    auths: all,
    member: 'mcpServers',
    hint: exportHint,
    entry: (at) => ({ serverUrl: at.url, ...headers(at, (name) => `\${env:${name}}`) }),
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
  /** Its headers are literal. */
  zed: {
    format: 'json',
    auths: ['oauth', 'none'],
    member: 'context_servers',
    hint: exportHint,
    entry: ({ url }) => ({ url }),
    file: ({ platform, env, home }) => {
      if (platform !== 'win32') return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'zed', 'settings.json');
      return env['APPDATA'] === undefined ? undefined : join(env['APPDATA'], 'Zed', 'settings.json');
    },
  },
  codex: {
    format: 'toml',
    auths: all,
    member: 'mcp_servers',
    entry: ({ url, auth, variable }) => ({ url, ...(auth === 'key' ? { bearer_token_env_var: variable } : {}) }),
    file: ({ env, home }) => join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    hint: (at) => (at.auth === 'oauth' ? `Sign in: codex mcp login ${at.name}` : exportHint(at)),
  },
  'gemini-cli': {
    format: 'json',
    auths: all,
    member: 'mcpServers',
    hint: exportHint,
    entry: (at) => ({ httpUrl: at.url, ...headers(at, (name) => `\${${name}}`) }),
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
  },
  generic: {
    format: 'json',
    auths: all,
    member: 'mcpServers',
    entry: (at) => ({ type: 'streamable-http', url: at.url, ...headers(at, (name) => `\${${name}}`) }),
    file: () => undefined,
    hint: (at) => `${exportHint(at)} Look up how your client names variables: not every client supports this form.`,
  },
};
