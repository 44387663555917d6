/**
 * One tool as its server defines it: taken in within bounds, and hashed. Whoever approves tools and whoever calls them go
 * by the same hash.
 */
import { findBoundViolation } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { AppError } from '../errors.ts';

/** Of all definitions of one app together. */
export const mostSnapshotBytes: number = 4 * 1024 * 1024;
const mostDefinitionBytes = 64 * 1024;
const mostDepth = 32;

/** A tool, as its server wrote it. */
export interface ToolDefinition {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  /** All other members. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** `sha256:` over the canonical JSON of all of it: what no model reads, a program that shows it to people may. */
export function hashOf({ server: _server, ...definition }: ToolDefinition): string {
  return `sha256:${sha256Hex(canonicalize(definition))}`;
}

/** One of the `tools` of an answer. @throws AppError `unprocessable` with `reason` `tools_invalid`. */
export function readDefinition(server: string, tool: unknown): ToolDefinition {
  if (!isRecord(tool)) throw toolsInvalid('a tool that is no object');
  const { name, title, description, inputSchema, outputSchema, annotations, ...other } = tool;
  if (typeof name !== 'string' || name === '' || name.length > 256) throw toolsInvalid('a tool without a name');
  // In rules that stands for all of them.
  if (name === '*') throw toolsInvalid('a tool that is called *');
  if (title !== undefined && typeof title !== 'string') throw toolsInvalid('a title that is no text');
  if (description !== undefined && typeof description !== 'string') throw toolsInvalid('a description that is no text');
  if (!isRecord(inputSchema)) throw toolsInvalid('an input schema that is no object');
  if (outputSchema !== undefined && !isRecord(outputSchema)) throw toolsInvalid('an output schema that is no object');
  if (annotations !== undefined && !isRecord(annotations)) throw toolsInvalid('annotations that are no object');
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
  if (problem !== undefined) throw toolsInvalid(`a definition that is out of bounds: ${problem}`);
  return definition;
}

export function toolsInvalid(what: string): AppError {
  const detail = `the tools that the server shows cannot be taken: ${what}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'tools_invalid' } });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
