/**
 * What a server says its tools are: taken in within bounds, hashed, compared with what was approved, and looked through
 * for text that hides things from whoever reads it but not from a model.
 */

import { findBoundViolation } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { AppError } from '../../platform/errors.ts';
import type { KnownTool } from './seams.ts';
import type { ToolDefinition } from './words.ts';

export const mostTools = 2_000;
export const mostDefinitionBytes = 64 * 1024;
/** Of all definitions of one app together. */
export const mostSnapshotBytes = 4 * 1024 * 1024;
const mostDepth = 32;

export interface ToolSnapshot {
  /** `sha256:` over the sorted hashes of the tools. */
  readonly hash: string;
  readonly definitions: readonly ToolDefinition[];
}

/**
 * Takes the `tools` of an answer or of a report, in the place of what that server showed `before`; other servers of the
 * app stay as they were. @throws AppError `unprocessable` with `reason` `tools_invalid`.
 */
export function toSnapshot(
  server: string,
  tools: readonly unknown[],
  before: readonly ToolDefinition[] = [],
): ToolSnapshot {
  const fresh = tools.map((tool) => toDefinition(server, tool));
  if (new Set(fresh.map(({ name }) => name)).size < fresh.length) throw invalid('two tools of one name');
  const definitions = [...before.filter((each) => each.server !== server), ...fresh];
  if (definitions.length > mostTools) throw invalid(`more than ${mostTools} tools`);
  const sorted = definitions.toSorted((a, b) => compare(a.server, b.server) || compare(a.name, b.name));
  const bytes = sorted.reduce((total, each) => total + Buffer.byteLength(JSON.stringify(each)), 0);
  if (bytes > mostSnapshotBytes) throw invalid(`definitions of more than ${mostSnapshotBytes} bytes together`);
  return { hash: hashAll(sorted), definitions: sorted };
}

/** `sha256:` over the canonical JSON of all of it: what no model reads, a program that shows it to people may. */
export function hashOf({ server: _server, ...definition }: ToolDefinition): string {
  return `sha256:${sha256Hex(canonicalize(definition))}`;
}

/** What lists go by. */
export function toKnown(definition: ToolDefinition): KnownTool {
  const { server, name, title, description = '' } = definition;
  return { server, name, title: title ?? null, description: shorten(description), hash: hashOf(definition) };
}

/** Those that are approved and are there just so: nothing else is ever called. */
export function toUsable(approved: readonly ToolDefinition[], present: readonly ToolDefinition[]): KnownTool[] {
  const seen = new Set(present.map((each) => `${each.server}\n${hashOf(each)}`));
  return approved.map(toKnown).filter(({ server, hash }) => seen.has(`${server}\n${hash}`));
}

export const toolChanges = ['same', 'changed', 'added', 'removed'] as const;
export type ToolChange = (typeof toolChanges)[number];

export interface ToolDifference {
  readonly server: string;
  readonly name: string;
  readonly change: ToolChange;
  /** Members of the definition that are others now. */
  readonly changed: readonly string[];
  readonly approved: ToolDefinition | undefined;
  readonly present: ToolDefinition | undefined;
}

/** Each tool of either, and what became of it since it was approved. */
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

/** True where there is what nobody approved: that a tool is gone is no danger. */
export function isOther(approved: readonly ToolDefinition[], present: readonly ToolDefinition[]): boolean {
  return compareTools(approved, present).some(({ change }) => change === 'changed' || change === 'added');
}

function toChangedMembers(old: ToolDefinition, fresh: ToolDefinition): string[] {
  return hashed.filter((member) => canonicalize(old[member] ?? null) !== canonicalize(fresh[member] ?? null));
}

const hashed = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'other'] as const;

function toDefinition(server: string, tool: unknown): ToolDefinition {
  if (!isRecord(tool)) throw invalid('a tool that is no object');
  const { name, title, description, inputSchema, outputSchema, annotations, ...other } = tool;
  if (typeof name !== 'string' || name === '' || name.length > 256) throw invalid('a tool without a name');
  // In rules that stands for all of them.
  if (name === '*') throw invalid('a tool that is called *');
  if (title !== undefined && typeof title !== 'string') throw invalid('a title that is no text');
  if (description !== undefined && typeof description !== 'string') throw invalid('a description that is no text');
  if (!isRecord(inputSchema)) throw invalid('an input schema that is no object');
  if (outputSchema !== undefined && !isRecord(outputSchema)) throw invalid('an output schema that is no object');
  if (annotations !== undefined && !isRecord(annotations)) throw invalid('annotations that are no object');
  const definition: ToolDefinition = {
    ...{ server, name, inputSchema },
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    // What shows a tool to people, or says how it runs (`_meta`, `icons`, `execution`), and what is not invented yet.
    ...(Object.keys(other).length === 0 ? {} : { other }),
  };
  const problem = findBoundViolation(definition, { bytes: mostDefinitionBytes, depth: mostDepth });
  if (problem !== undefined) throw invalid(`a definition that is out of bounds: ${problem}`);
  return definition;
}

function hashAll(sorted: readonly ToolDefinition[]): string {
  return `sha256:${sha256Hex(canonicalize(sorted.map((each) => [each.server, each.name, hashOf(each)])))}`;
}

/** By code units, as RFC 8785 sorts. */
function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const mostShown = 1_000;

function shorten(text: string): string {
  return text.length <= mostShown ? text : text.slice(0, mostShown).toWellFormed();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(what: string): AppError {
  const detail = `the tools that the server shows cannot be taken: ${what}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'tools_invalid' } });
}
