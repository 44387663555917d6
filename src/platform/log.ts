/** Structured logs (pino), in JSON or as text for people. Credentials never reach them, and nothing in them can control a terminal. */
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { toTextLine } from './log-text.ts';
import { toShownJson } from './shown-json.ts';

export type { Logger } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `json` for programs, `text` for people on a terminal. */
export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Form of the lines; `json` if absent. */
  readonly format?: LogFormat;
  /** Destination of the lines; standard error if absent, so that standard output stays free for results. */
  readonly destination?: DestinationStream;
}

const secretMembers = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'x-assay-key',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'api_key',
  'apiKey',
];

const depths = ['', '*.', '*.*.', '*.*.*.'];
const redactPaths = depths.flatMap((depth) =>
  secretMembers.map((name) => {
    if (!name.includes('-')) return `${depth}${name}`;
    return depth === '' ? `["${name}"]` : `${depth.slice(0, -1)}["${name}"]`;
  }),
);

/** Creates the logger of one service. Lines carry `service`, an ISO time and a level name. */
export function createLogger({ service, level, format = 'json', destination }: LoggerOptions): Logger {
  const lines = destination ?? pino.destination({ dest: 2, sync: true });
  const toShown = format === 'text' ? toTextLine : toShownJson;
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toErrorLine },
      redact: { paths: redactPaths, censor: '[redacted]' },
    },
    // Lines hold texts of others, and people read them on terminals.
    { write: (line) => lines.write(toShown(line)) },
  );
}

/** Formats an error for a line. A failed query shows its statement but never its values, which include hashes. */
function toErrorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The longest first, because one may be a prefix of another.
  const values = valuesOf(error, 0).sort((left, right) => right.length - left.length);
  return withoutValues(stdSerializers.err(error), values, 0);
}

/** Largest depth of causes. Deeper ones add nothing. */
const maxDeep = 8;

/** Lists the texts in which failed queries (drizzle's DrizzleQueryError) write their values, for an error and its causes. */
function valuesOf(error: unknown, depth: number): string[] {
  if (!(error instanceof Error) || depth > maxDeep) return [];
  const params: unknown = Reflect.get(error, 'params');
  const own = Array.isArray(params) ? [`\nparams: ${params}`] : [];
  const inner: unknown = error instanceof AggregateError ? error.errors : [];
  const causes: unknown[] = [error.cause, ...(Array.isArray(inner) ? inner : [])];
  return [...own, ...causes.flatMap((cause) => valuesOf(cause, depth + 1))];
}

function withoutValues(part: unknown, values: readonly string[], depth: number): unknown {
  if (typeof part === 'string') return values.reduce((text, value) => text.replaceAll(value, ''), part);
  if (typeof part !== 'object' || part === null) return part;
  if (depth > maxDeep) return '[deeper]';
  if (Array.isArray(part)) return part.map((each) => withoutValues(each, values, depth + 1));
  const kept = Object.entries(part).filter(([name]) => name !== 'params');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutValues(value, values, depth + 1)]));
}
