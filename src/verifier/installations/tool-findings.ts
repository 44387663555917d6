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
}

/** `before`: snapshots whose findings are known, so that whoever approved them saw them. */
export function mergeFindings(
  { definitions }: ToolSnapshot,
  { server, by, findings = [] }: Sighting,
  before: readonly (ToolSnapshotRow | undefined)[],
): Findings {
  if (findings.length === 0 && before.every((each) => (each?.findings ?? []).length === 0)) {
    return { findings: [], isNew: false };
  }
  const hashes = new Map(definitions.map((each) => [toKey(each.server, each.name), hashOf(each)]));
  const isOfNow = (each: FoundInTool) => hashes.get(toKey(each.server, each.tool)) === each.hash;
  const known = before.flatMap((each) => each?.findings ?? []).filter(isOfNow);
  const fresh = findings.flatMap(({ tool, reasons }): FoundInTool[] => {
    const hash = hashes.get(toKey(server, tool));
    return hash === undefined ? [] : [{ server, tool, hash, reasons, seen_by: by }];
  });
  const merged = new Map(known.map((each) => [toKey(each.server, each.tool), each]));
  const isNew = fresh.some(({ tool }) => !merged.has(toKey(server, tool)));
  for (const each of fresh) merged.set(toKey(each.server, each.tool), each);
  return { findings: [...merged.values()], isNew };
}

function toKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
