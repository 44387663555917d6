/** One tool as its server defines it, read within bounds and hashed. Approval and calls use the same hash. */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { AppError } from '../errors.ts';

/** Bound on all definitions of one app together. */
export const maxSnapshotBytes: number = 4 * 1024 * 1024;
const maxDefinitionBytes = 64 * 1024;
const maxDepth = 32;

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

/** `sha256:` over the canonical JSON of the whole definition: members that no model reads may still be shown to people. */
export function hashOf({ server: _server, ...definition }: ToolDefinition): string {
  return `sha256:${sha256Hex(canonicalize(definition))}`;
}

/** Reads one of the `tools` of an answer. @throws AppError `unprocessable` with `reason` `tools_invalid` */
export function readDefinition(server: string, tool: unknown): ToolDefinition {
  if (!isRecord(tool)) throw toolsInvalid('a tool that is not an object');
  const { name, title, description, inputSchema, outputSchema, annotations, ...other } = tool;
  if (typeof name !== 'string' || name === '' || name.length > 256) throw toolsInvalid('a tool without a name');
  // In rules `*` stands for all tools.
  if (name === '*') throw toolsInvalid('a tool named *');
  if (title !== undefined && typeof title !== 'string') throw toolsInvalid('a title that is not text');
  if (description !== undefined && typeof description !== 'string')
    throw toolsInvalid('a description that is not text');
  if (!isRecord(inputSchema)) throw toolsInvalid('an input schema that is not an object');
  if (outputSchema !== undefined && !isRecord(outputSchema))
    throw toolsInvalid('an output schema that is not an object');
  if (annotations !== undefined && !isRecord(annotations)) throw toolsInvalid('annotations that are not an object');
  const definition: ToolDefinition = {
    server,
    name,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    // Members for display or execution (`_meta`, `icons`, `execution`), and future ones.
    ...(Object.keys(other).length === 0 ? {} : { other }),
  };
  const problem = findBoundViolation(definition, { bytes: maxDefinitionBytes, depth: maxDepth });
  if (problem !== undefined) throw toolsInvalid(`a definition that exceeds a limit: ${problem}`);
  return definition;
}

export function toolsInvalid(what: string): AppError {
  const detail = `the tool list of the server is invalid: ${what}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'tools_invalid' } });
}
