/** The commands over MCP, for the list of all. */
import type { Command } from './command.ts';
import { mcpCall } from './commands/mcp-call.ts';
import { mcpConfig } from './commands/mcp-config.ts';
import { mcpTools } from './commands/mcp-tools.ts';
import { mcpWrap } from './commands/mcp-wrap.ts';

export const mcpCommands: readonly Command[] = [mcpTools, mcpCall, mcpConfig, mcpWrap];
