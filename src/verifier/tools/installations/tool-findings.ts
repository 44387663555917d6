/**
 * Merges what gateways found in tool definitions. Findings are stored with the snapshot of these definitions, by their
 * hashes.
 */
import { hashOf } from '../../../platform/tools/definition.ts';
import type { ToolSnapshot } from './definitions.ts';
import type { FoundInTool, ToolSnapshotRow } from './tables.ts';
import type { ToolObservation } from './tool-watch.ts';

export interface Findings {
  /** All findings about the definitions of the snapshot. */
  readonly findings: readonly FoundInTool[];
  /** True if a definition has a finding that had none before. */
  readonly isNew: boolean;
  /** True if a gateway withdrew an earlier finding. */
  readonly isLess: boolean;
}

/** `before`: snapshots whose findings their approvers have seen; the last one decides. */
export function mergeFindings(
  { definitions }: ToolSnapshot,
  { server, by, findings = [], cleared = [] }: ToolObservation,
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
  // A finding that a person permitted is kept: the next judgement may deny the definition again.
  const isOver = (each: FoundInTool) =>
    each.server === server && each.allowed === undefined && cleared.includes(each.tool);
  const over = [...known].filter(([key, each]) => isOver(each) && !found.has(key));
  for (const [key] of over) merged.delete(key);
  return { findings: [...merged.values()], isNew: [...found].some((key) => !known.has(key)), isLess: over.length > 0 };
}

function toKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
