/** What gateways found in definitions of tools: kept with the snapshot that has these definitions, by their hashes. */
import { hashOf } from '../../platform/tools/definition.ts';
import type { ToolSnapshot } from './definitions.ts';
import type { FoundInTool, ToolSnapshotRow } from './tables.ts';
import type { Sighting } from './tool-watch.ts';

export interface Findings {
  /** All that is known of the definitions of the snapshot. */
  readonly findings: readonly FoundInTool[];
  /** True where a definition is among them that nothing was found in before. */
  readonly isNew: boolean;
  /** True where a gateway says that nothing is to be found any more in one that something was found in. */
  readonly isLess: boolean;
}

/** `before`: snapshots whose findings are known, so that whoever approved them saw them; the last of them counts. */
export function mergeFindings(
  { definitions }: ToolSnapshot,
  { server, by, findings = [], cleared = [] }: Sighting,
  before: readonly (ToolSnapshotRow | undefined)[],
): Findings {
  if (findings.length === 0 && before.every((each) => (each?.findings ?? []).length === 0)) {
    return { findings: [], isNew: false, isLess: false };
  }
  const hashes = new Map(definitions.map((each) => [toKey(each.server, each.name), hashOf(each)]));
  const isOfNow = (each: FoundInTool) => hashes.get(toKey(each.server, each.tool)) === each.hash;
  const known = new Map<string, FoundInTool>();
  for (const each of before.flatMap((row) => row?.findings ?? []).filter(isOfNow)) {
    known.set(toKey(each.server, each.tool), each);
  }
  const fresh = findings.flatMap(({ tool, reasons }): FoundInTool[] => {
    const hash = hashes.get(toKey(server, tool));
    return hash === undefined ? [] : [{ server, tool, hash, reasons, seen_by: by }];
  });
  const merged = new Map(known);
  for (const each of fresh) {
    const key = toKey(server, each.tool);
    const allowed = known.get(key)?.allowed;
    merged.set(key, { ...each, ...(allowed === undefined ? {} : { allowed }) });
  }
  const found = new Set(fresh.map(({ tool }) => toKey(server, tool)));
  // What a person let stays let: the next judge may deny it again.
  const isOver = (each: FoundInTool) =>
    each.server === server && each.allowed === undefined && cleared.includes(each.tool);
  const over = [...known].filter(([key, each]) => isOver(each) && !found.has(key));
  for (const [key] of over) merged.delete(key);
  return { findings: [...merged.values()], isNew: [...found].some((key) => !known.has(key)), isLess: over.length > 0 };
}

function toKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
