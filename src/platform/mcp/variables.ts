/** The four variables of every `/mcp` endpoint (contract 2.13), for the configuration of a service. */
import { type McpSettings, mcpDefaults } from '@assay/sdk/mcp';
import { type Static, Type } from 'typebox';
import { AppError } from '../errors.ts';

const path = '^/[A-Za-z0-9._~/-]{1,200}$';

export const mcpEndpointVariables = {
  MCP_ENABLED: Type.Boolean({ default: mcpDefaults.isEnabled, description: 'Enable the /mcp endpoint' }),
  MCP_TOOLS_PATH: Type.String({
    default: mcpDefaults.toolsPath,
    pattern: path,
    description: 'Path of the MCP endpoint',
  }),
  MCP_METADATA_PATH: Type.String({
    default: mcpDefaults.metadataPath,
    pattern: path,
    description: 'Path of its metadata document',
  }),
  MCP_MAX_CONCURRENT_CALLS: Type.Integer({
    default: mcpDefaults.maxConcurrentCalls,
    minimum: 1,
    maximum: 10_000,
    description: 'Maximum of concurrent tool calls; further calls wait',
  }),
};

const McpVariablesSchema = Type.Object(mcpEndpointVariables);
type McpVariables = Static<typeof McpVariablesSchema>;

/** Gives the settings of an endpoint. @throws AppError `config` when both paths are equal */
export function toMcpSettings(config: Readonly<McpVariables>): McpSettings {
  if (config.MCP_TOOLS_PATH === config.MCP_METADATA_PATH) {
    const detail = 'MCP_TOOLS_PATH and MCP_METADATA_PATH must be different paths';
    throw new AppError('config', detail, { detail });
  }
  return {
    isEnabled: config.MCP_ENABLED,
    maxConcurrentCalls: config.MCP_MAX_CONCURRENT_CALLS,
    toolsPath: config.MCP_TOOLS_PATH,
    metadataPath: config.MCP_METADATA_PATH,
  };
}
