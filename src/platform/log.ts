/** Structured JSON logs (pino): credentials never reach them, whoever logs what. */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Where the lines go; standard error if absent, so that standard output stays free for results. */
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

/** Makes the logger of one service. Lines carry `service`, an ISO time and a level name. */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactPaths, censor: '[redacted]' },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
