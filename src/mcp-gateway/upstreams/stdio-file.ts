/**
 * Reads `MCP_GATEWAY_STDIO_FILE`: the commands of local servers that this gateway may run. The operator writes it; no
 * catalog, app or agent names a command, and nothing is ever downloaded.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../platform/errors.ts';

const closed = { additionalProperties: false };
const CommandSchema = Type.Object(
  {
    command: Type.String({ minLength: 1, maxLength: 4_096 }),
    args: Type.Optional(Type.Array(Type.String({ maxLength: 8_192 }), { maxItems: 200 })),
    env: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }), Type.String())),
    cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  },
  closed,
);
const FileSchema = Type.Object({ servers: Type.Record(Type.String({ minLength: 1 }), CommandSchema) }, closed);
const file = Compile(FileSchema);

export type StdioCommand = Static<typeof CommandSchema>;

export interface StdioCommands {
  /** The command for exactly this version of a package, or for any version. */
  find(identifier: string, version: string | null): StdioCommand | undefined;
}

/** Used by a gateway without local servers. */
export const noStdioCommands: StdioCommands = { find: () => undefined };

/** @throws AppError `config` for a text of another form */
export function parseStdioFile(text: string): StdioCommands {
  const value = parse(text);
  if (!file.Check(value)) {
    const [first] = file.Errors(value);
    const where = first === undefined ? '' : ` (at ${first.instancePath === '' ? 'its root' : first.instancePath})`;
    throw wrong(`is not {"servers": {"<package>[@version]": {"command", "args", "env", "cwd"}}}${where}`);
  }
  const servers = new Map(Object.entries(value.servers));
  return {
    find: (identifier, version) =>
      (version === null ? undefined : servers.get(`${identifier}@${version}`)) ?? servers.get(identifier),
  };
}

/** Tells the operator what to write where. */
export function notRunnable(identifier: string): string {
  return `this gateway runs no server of the package ${JSON.stringify(identifier)}: name its command in the file of MCP_GATEWAY_STDIO_FILE, as {"servers": {${JSON.stringify(identifier)}: {"command": "…", "args": []}}}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('is not JSON');
  }
}

function wrong(what: string): AppError {
  const detail = `the file of MCP_GATEWAY_STDIO_FILE ${what}`;
  return new AppError('config', detail, { detail });
}
