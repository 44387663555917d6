/**
 * The tools of an agent as a table: server, credential, purpose. Servers wrote most of it, so nothing in it may
 * control the terminal.
 */
import { isAppError } from '../../platform/errors.ts';
import { toPlainText } from '../../proof/report.ts';
import type { CommandIo } from '../command.ts';
import type { ParsedArguments } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { renderTable, toJsonText } from '../render/table.ts';
import { defaultAgent, namedAgent } from './options.ts';
import type { McpTool } from './session.ts';

export interface ToolRow {
  readonly tool: string;
  readonly server: string;
  /** `ready`, `connect_required` …; `-` if unknown. */
  readonly credential: string;
  readonly description: string;
}

/** Status of the credential by the bare name of a tool. A name whose apps differ is left out. */
export type Statuses = ReadonlyMap<string, string>;

const maxDescription = 70;
const maxName = 200;
const separator = '__';
const nobodySays = '-';

/** Reads the verifier's facts about the agent; empty if it cannot be asked, or does not know the agent. */
export async function readStatuses(io: CommandIo, args: ParsedArguments): Promise<Statuses> {
  const { connectClient } = await import('../client.ts');
  const { readEffectiveTools } = await import('../effective-tools.ts');
  try {
    const { items } = await readEffectiveTools(await connectClient(io, args), {
      agent_id: namedAgent(args) ?? defaultAgent,
    });
    const found = new Map<string, string>();
    for (const { tool, auth } of items) {
      const before = found.get(tool.name);
      found.set(tool.name, before === undefined || before === auth.status ? auth.status : nobodySays);
    }
    return found;
  } catch (error) {
    // The gateway gives the list; this only adds facts.
    if (isAppError(error) && error.code !== 'internal') return new Map();
    throw error;
  }
}

/** @param alias of the one server whose tools have bare names */
export function toRows(
  tools: readonly McpTool[],
  { alias, statuses }: { readonly alias: string | undefined; readonly statuses: Statuses },
): ToolRow[] {
  return tools.map(({ name, description = '' }) => {
    const at = alias === undefined ? name.indexOf(separator) : -1;
    const server = alias ?? (at === -1 ? '' : name.slice(0, at));
    const bare = at === -1 ? name : name.slice(at + separator.length);
    const credential = server.startsWith('assay-') ? 'not_required' : (statuses.get(bare) ?? nobodySays);
    return { tool: name, server, credential, description };
  });
}

export function renderTools(
  io: CommandIo,
  args: ParsedArguments,
  tools: readonly McpTool[],
  rows: readonly ToolRow[],
): string {
  if (args.flag('json')) {
    const items = rows.map(({ server, credential }, at) => ({ server, credential, definition: tools[at] }));
    return toJsonText({ items });
  }
  if (rows.length === 0) return '';
  const style = createStyle(io.color);
  const lines = rows.map(({ tool, server, credential, description }) => [
    ...[toPlainText(tool, maxName), toPlainText(server), toPlainText(credential)],
    toPlainText(description.replaceAll(/\s+/g, ' ').trim(), maxDescription),
  ]);
  return renderTable([['TOOL', 'SERVER', 'CREDENTIAL', 'DESCRIPTION'], ...lines], (cell, _column, row) =>
    row === 0 ? style.dim(cell) : cell,
  );
}
