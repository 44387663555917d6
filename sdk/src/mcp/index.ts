/** `@assay/sdk/mcp`: an `/mcp` endpoint for a service. */
export type { BrowserGuard } from './browser-guard.ts';
export { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions, type McpMetadata } from './endpoint.ts';
export {
  createMcpHttp,
  type McpHandleOptions,
  type McpHttp,
  type McpHttpOptions,
  type McpLimits,
} from './http.ts';
export type { McpLibrary } from './library.ts';
export type { CreateMcpServer, McpExchange } from './protocol.ts';
export { type McpSettings, mcpDefaults, mcpVariables, readMcpSettings } from './settings.ts';
export {
  defineMcpTool,
  type McpTool,
  type McpToolAnnotations,
  type McpToolAnswer,
  type McpToolContext,
  type McpToolDefinition,
  McpToolError,
} from './tool.ts';
