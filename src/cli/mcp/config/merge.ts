/** Puts an entry into the configuration of a client, and leaves everything else unchanged. */
import { isRecord } from '@assay/sdk/contract';
import { parseStrictJson } from '../../../proof/json.ts';
import { UsageError } from '../../options.ts';
import type { Endpoint, McpClient } from './clients.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface Merged {
  readonly text: string;
  /** Whether the file has the same entry already. */
  readonly isSame: boolean;
  /** The previous entry of that name, as text; undefined if none. */
  readonly before: string | undefined;
}

const maxChars = 4 * 1024 * 1024;
const maxDepth = 64;

/** Gives the configuration with this entry only. */
export function toSnippet(client: McpClient, endpoint: Endpoint): string {
  if (client.format === 'toml') return toTable(client, endpoint);
  return toText(mergeJson(client, endpoint, {}));
}

/** @throws UsageError for a file that cannot be changed without loss: the user must then insert the snippet */
export function merge(client: McpClient, endpoint: Endpoint, file: string, text: string | undefined): Merged {
  if (client.format === 'toml') return mergeToml(client, endpoint, file, text ?? '');
  const value = text === undefined || text.trim() === '' ? {} : parseFile(file, text);
  const merged = mergeJson(client, endpoint, value);
  const before = toObject(value[client.member], file, client.member)[endpoint.name];
  return {
    text: toText(merged),
    isSame: JSON.stringify(merged) === JSON.stringify(value),
    before: before === undefined ? undefined : JSON.stringify(before),
  };
}

function mergeJson(client: McpClient, endpoint: Endpoint, value: JsonObject): JsonObject {
  const { member } = client;
  const servers = { ...toObject(value[member], '', member), [endpoint.name]: client.entry(endpoint) };
  const inputs = client.inputs?.(endpoint) ?? [];
  if (inputs.length === 0) return { ...value, [member]: servers };
  const known: readonly unknown[] = Array.isArray(value['inputs']) ? value['inputs'] : [];
  const isKnown = (id: string) => known.some((input) => Reflect.get(Object(input), 'id') === id);
  return { ...value, [member]: servers, inputs: [...known, ...inputs.filter(({ id }) => !isKnown(id))] };
}

function parseFile(file: string, text: string): JsonObject {
  const parsed = parseStrictJson(text, { maxChars, maxDepth });
  if (parsed.ok) return toObject(parsed.value, file, undefined);
  throw new UsageError(
    `${file} is not plain JSON (it may have comments, which would be lost). Leave out --write and insert the printed text yourself.`,
  );
}

function toObject(value: unknown, file: string, member: string | undefined): JsonObject {
  if (value === undefined) return {};
  if (isRecord(value)) return { ...value };
  throw new UsageError(
    `${file} has ${member === undefined ? 'something else than an object in it' : `no object at ${member}`}.`,
  );
}

/** Appends a table; TOML allows each once. */
function mergeToml(client: McpClient, endpoint: Endpoint, file: string, text: string): Merged {
  const table = toTable(client, endpoint);
  const name = endpoint.name.replaceAll(/[^a-z0-9-]/g, '');
  const isThere = new RegExp(`^\\s*\\[\\s*${client.member}\\s*\\.\\s*["']?${name}["']?\\s*[.\\]]`, 'm').test(text);
  if (text.includes(table)) return { text, isSame: true, before: table };
  if (isThere) {
    throw new UsageError(
      `${file} already has a table ${client.member}.${name}. Change it by hand, or use another --name.`,
    );
  }
  if (new RegExp(`^\\s*${client.member}\\s*[.=]`, 'm').test(text)) {
    throw new UsageError(
      `${file} has ${client.member} in a form that is not a table. Insert the printed text yourself.`,
    );
  }
  const space = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return { text: `${text}${space}${table}`, isSame: false, before: undefined };
}

/** Texts only: JSON's form of a text is valid in TOML. */
function toTable(client: McpClient, endpoint: Endpoint): string {
  const lines = Object.entries(client.entry(endpoint)).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return `[${client.member}.${endpoint.name}]\n${lines.join('')}`;
}

function toText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
