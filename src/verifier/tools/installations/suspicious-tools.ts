/** Flags tool definitions that are made to be overlooked, for a person to look at. */
import type { ToolFlag } from '../../../contract/api/installations/states.ts';
import type { ToolDefinition } from '../../../platform/tools/definition.ts';
import { hasHiddenText } from '../../../platform/tools/hidden-text.ts';
import { skeletonOfName } from '../../../platform/tools/lookalikes.ts';
import { readParamHeaders } from '../../../platform/tools/param-headers.ts';

const longDescription = 4_000;
/** The form of names in MCP 2026-07-28. */
const usualName = /^[A-Za-z0-9_.-]{1,128}$/;

/** Gives flags by definition; definitions without flags are left out. */
export function findSuspiciousTools(
  definitions: readonly ToolDefinition[],
): ReadonlyMap<ToolDefinition, readonly ToolFlag[]> {
  const counts = new Map<string, number>();
  for (const { name } of definitions) counts.set(skeletonOfName(name), (counts.get(skeletonOfName(name)) ?? 0) + 1);
  return new Map(
    definitions.flatMap((each) => {
      const flags: ToolFlag[] = [
        ...(hasHiddenText(each) ? (['hidden_characters'] as const) : []),
        ...((each.description?.length ?? 0) > longDescription ? (['long_description'] as const) : []),
        ...(usualName.test(each.name) ? [] : (['unusual_name'] as const)),
        ...((counts.get(skeletonOfName(each.name)) ?? 0) > 1 ? (['similar_name'] as const) : []),
        ...(hasUsableHeaders(each) ? [] : (['invalid_header'] as const)),
      ];
      return flags.length === 0 ? [] : [[each, flags] as const];
    }),
  );
}

/** False for a tool that is left out because `x-mcp-header` is misplaced in its schema: nobody can call it. */
export function hasUsableHeaders({ inputSchema }: ToolDefinition): boolean {
  return readParamHeaders(inputSchema).kind === 'valid';
}

/** Says why a tool is left out; empty if it is not. */
export function findExclusionReasons({ inputSchema }: ToolDefinition): string[] {
  const read = readParamHeaders(inputSchema);
  return read.kind === 'valid' ? [] : [`invalid_header: ${read.why.slice(0, 500).toWellFormed()}`];
}
