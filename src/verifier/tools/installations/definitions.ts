/** Reads all tool definitions of a server within bounds, hashes them, and compares them with the approved ones. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { ToolChange } from '../../../contract/api/installations/states.ts';
import { maxTools } from '../../../contract/tool-report.ts';
import {
  hashOf,
  maxSnapshotBytes,
  readDefinition,
  type ToolDefinition,
  toolsInvalid,
} from '../../../platform/tools/definition.ts';
import type { KnownTool } from './ports.ts';
import { hasUsableHeaders } from './suspicious-tools.ts';
import type { FoundInTool } from './tables.ts';

export interface ToolSnapshot {
  /** `sha256:` over the sorted hashes of the tools. */
  readonly hash: string;
  readonly definitions: readonly ToolDefinition[];
}

/**
 * Takes the `tools` of an answer or a report in place of what that server showed `before`; other servers of the app stay
 * unchanged. @throws AppError `unprocessable` with `reason` `tools_invalid`.
 */
export function toSnapshot(
  server: string,
  tools: readonly unknown[],
  before: readonly ToolDefinition[] = [],
): ToolSnapshot {
  const fresh = tools.map((tool) => readDefinition(server, tool));
  if (new Set(fresh.map(({ name }) => name)).size < fresh.length) throw toolsInvalid('two tools with the same name');
  const definitions = [...before.filter((each) => each.server !== server), ...fresh];
  if (definitions.length > maxTools) throw toolsInvalid(`more than ${maxTools} tools`);
  const sorted = definitions.toSorted((a, b) => compare(a.server, b.server) || compare(a.name, b.name));
  const bytes = sorted.reduce((total, each) => total + Buffer.byteLength(JSON.stringify(each)), 0);
  if (bytes > maxSnapshotBytes) throw toolsInvalid(`definitions of more than ${maxSnapshotBytes} bytes in total`);
  return { hash: hashAll(sorted), definitions: sorted };
}

/** Gives the fields of a tool that lists show. */
export function toKnown(definition: ToolDefinition): KnownTool {
  const { server, name, title, description = '' } = definition;
  return { server, name, title: title ?? null, description: shorten(description), hash: hashOf(definition) };
}

/**
 * Gives the tools that are approved and still present unchanged: only these are ever called. Findings about them are
 * included.
 */
export function toUsable(
  approved: readonly ToolDefinition[],
  present: readonly ToolDefinition[],
  findings: readonly FoundInTool[] = [],
): KnownTool[] {
  const seen = new Set(present.map((each) => `${each.server}\n${hashOf(each)}`));
  const found = new Map(findings.map((each) => [`${each.server}\n${each.hash}`, each]));
  const callable = approved.filter((each) => isTool(each) && hasUsableHeaders(each)).map(toKnown);
  return callable.flatMap((tool): KnownTool[] => {
    const key = `${tool.server}\n${tool.hash}`;
    if (!seen.has(key)) return [];
    const finding = found.get(key);
    if (finding === undefined) return [tool];
    return [{ ...tool, finding: finding.allowed === undefined ? 'open' : 'allowed' }];
  });
}

/** False for what is shown and never called: the claims of an auditor, the declaration of a runtime. */
function isTool({ server }: ToolDefinition): boolean {
  return !/^(?:auditor|runtime):/.test(server);
}

/** Counts the tools that gateways do not show because of findings. */
export function countWithheld(tools: readonly KnownTool[]): number {
  return tools.filter(({ finding }) => finding === 'open').length;
}

export interface ToolDifference {
  readonly server: string;
  readonly name: string;
  readonly change: ToolChange;
  /** Names of the changed members of the definition. */
  readonly changed: readonly string[];
  readonly approved: ToolDefinition | undefined;
  readonly present: ToolDefinition | undefined;
}

/** Lists all tools of both sides, with their change since the approval. */
export function compareTools(
  approved: readonly ToolDefinition[],
  present: readonly ToolDefinition[],
): readonly ToolDifference[] {
  const key = ({ server, name }: ToolDefinition) => JSON.stringify([server, name]);
  const before = new Map(approved.map((each) => [key(each), each]));
  const now = new Map(present.map((each) => [key(each), each]));
  const all = [...new Set([...before.keys(), ...now.keys()])].toSorted(compare);
  return all.flatMap((each) => {
    const [old, fresh] = [before.get(each), now.get(each)];
    const either = fresh ?? old;
    if (either === undefined) return [];
    const changed = old === undefined || fresh === undefined ? [] : toChangedMembers(old, fresh);
    const change =
      old === undefined ? 'added' : fresh === undefined ? 'removed' : changed.length > 0 ? 'changed' : 'same';
    return [{ server: either.server, name: either.name, change, changed, approved: old, present: fresh }] as const;
  });
}

/** True if there are tools that nobody approved. A removed tool is no danger. */
export function isOther(approved: readonly ToolDefinition[], present: readonly ToolDefinition[]): boolean {
  return compareTools(approved, present).some(({ change }) => change === 'changed' || change === 'added');
}

function toChangedMembers(old: ToolDefinition, fresh: ToolDefinition): string[] {
  return hashed.filter((member) => canonicalize(old[member] ?? null) !== canonicalize(fresh[member] ?? null));
}

const hashed = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'other'] as const;

function hashAll(sorted: readonly ToolDefinition[]): string {
  return `sha256:${sha256Hex(canonicalize(sorted.map((each) => [each.server, each.name, hashOf(each)])))}`;
}

/** Compares by UTF-16 code units, as RFC 8785 sorts. */
function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const maxShown = 1_000;

function shorten(text: string): string {
  return text.length <= maxShown ? text : text.slice(0, maxShown).toWellFormed();
}
