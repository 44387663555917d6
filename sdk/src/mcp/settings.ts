/** The four variables of every `/mcp` endpoint (contract 2.13). */
import type { Environment } from '../auditor/environment.ts';
import { parseBooleanText } from '../contract/boolean-text.ts';

export interface McpSettings {
  readonly isEnabled: boolean;
  /** Path of the MCP endpoint. */
  readonly toolsPath: string;
  /** Path of the metadata document. */
  readonly metadataPath: string;
  /** Most concurrent tool calls; excess calls wait. */
  readonly maxConcurrentCalls: number;
}

export const mcpDefaults: McpSettings = {
  isEnabled: true,
  toolsPath: '/mcp',
  metadataPath: '/.well-known/mcp',
  maxConcurrentCalls: 10,
};

/** The variables as documentation lists them. */
export const mcpVariables = [
  { name: 'MCP_ENABLED', description: 'Enable the /mcp endpoint', default: true, type: 'boolean' },
  { name: 'MCP_TOOLS_PATH', description: 'Path of the MCP endpoint', default: '/mcp', type: 'string' },
  {
    name: 'MCP_METADATA_PATH',
    description: 'Path of its metadata document',
    default: '/.well-known/mcp',
    type: 'string',
  },
  {
    name: 'MCP_MAX_CONCURRENT_CALLS',
    description: 'Number of tool calls that run at the same time',
    default: 10,
    type: 'number',
  },
] as const;

const maxConcurrentCalls = 10_000;

/** Reads the settings. @throws TypeError naming the variable and what it must be */
export function readMcpSettings(env: Environment): McpSettings {
  const toolsPath = readPath(env, 'MCP_TOOLS_PATH', mcpDefaults.toolsPath);
  const metadataPath = readPath(env, 'MCP_METADATA_PATH', mcpDefaults.metadataPath);
  if (toolsPath === metadataPath) throw new TypeError('MCP_TOOLS_PATH and MCP_METADATA_PATH must be different paths');
  return { isEnabled: readSwitch(env), toolsPath, metadataPath, maxConcurrentCalls: readCalls(env) };
}

function readSwitch(env: Environment): boolean {
  const text = env['MCP_ENABLED'];
  if (text === undefined) return mcpDefaults.isEnabled;
  const isEnabled = parseBooleanText(text);
  if (isEnabled === undefined) throw new TypeError('MCP_ENABLED must be true or false');
  return isEnabled;
}

function readPath(env: Environment, name: string, fallback: string): string {
  const path = env[name] ?? fallback;
  if (!/^\/[A-Za-z0-9._~/-]{1,200}$/.test(path)) {
    throw new TypeError(`${name} must be a path that begins with / and has only letters, digits, . _ ~ - and /`);
  }
  return path;
}

function readCalls(env: Environment): number {
  const text = env['MCP_MAX_CONCURRENT_CALLS'];
  if (text === undefined) return mcpDefaults.maxConcurrentCalls;
  const calls = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (calls < 1 || calls > maxConcurrentCalls) {
    throw new TypeError(`MCP_MAX_CONCURRENT_CALLS must be a number from 1 to ${maxConcurrentCalls}`);
  }
  return calls;
}
