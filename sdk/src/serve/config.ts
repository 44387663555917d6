/** Settings of the serving helper: the caller's options, then the environment, then the contract's defaults (4.1 rule 1). */
import { env as processEnvironment } from 'node:process';
import type { AuditorOptions } from '../auditor/create-auditor.ts';
import type { Environment } from '../auditor/environment.ts';
import { bounds } from '../contract/bounds.ts';
import { environmentNames, sdkPort } from '../contract/names.ts';
import { type McpSettings, readMcpSettings } from '../mcp/settings.ts';
import type { Route } from './router.ts';

export interface ServeOptions extends AuditorOptions {
  /** Default: the environment of the process. */
  readonly env?: Environment;
  readonly host?: string;
  /** Default: `PORT`, otherwise 8090. 0 takes a free port. */
  readonly port?: number;
  readonly healthPath?: string;
  /** `/v1/claims` is also served. */
  readonly claimsPath?: string;
  /** Bearer token that callers must send to everything but health. Default: `AUDITOR_TOKEN`, otherwise none. */
  readonly token?: string;
  readonly routes?: readonly Route[];
  /** Whether `/mcp` is served too. Default: `MCP_ENABLED`, otherwise true. */
  readonly mcp?: boolean;
  readonly maxBodyBytes?: number;
  /** How long a stop waits for running calls. */
  readonly stopTimeoutMs?: number;
  /** Called when the server starts and stops. */
  readonly log?: (message: string) => void;
  /** Stops the server when aborted. */
  readonly signal?: AbortSignal;
}

export interface ServeConfig {
  readonly env: Environment;
  readonly host: string;
  readonly port: number;
  readonly healthPath: string;
  readonly claimsPath: string;
  readonly token: string | undefined;
  readonly routes: readonly Route[];
  readonly mcp: McpSettings;
  readonly maxBodyBytes: number;
  readonly stopTimeoutMs: number;
}

/** Fills in absent options. @throws TypeError for a wrong port, path or an empty token */
export function resolveServeConfig(options: ServeOptions): ServeConfig {
  const env = options.env ?? processEnvironment;
  const token = options.token ?? env[environmentNames.auditorToken];
  // An empty secret must not disable the check.
  if (token === '')
    throw new TypeError(`${environmentNames.auditorToken} is set but empty; unset it or give it a value`);
  const mcp = readMcpSettings(env);
  return {
    env,
    mcp: { ...mcp, isEnabled: options.mcp ?? mcp.isEnabled },
    host: options.host ?? '0.0.0.0',
    port: options.port === undefined ? readPort(env) : checkPort('port', options.port),
    healthPath: checkPath('healthPath', options.healthPath ?? '/health'),
    claimsPath: checkPath('claimsPath', options.claimsPath ?? '/claims'),
    token,
    routes: options.routes ?? [],
    maxBodyBytes: options.maxBodyBytes ?? bounds.requestBytes,
    stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
  };
}

function readPort(env: Environment): number {
  const text = env[environmentNames.port];
  if (text === undefined) return sdkPort;
  return checkPort(environmentNames.port, /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN);
}

function checkPort(name: string, port: number): number {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`${name} must be a number from 0 to 65535`);
  return port;
}

function checkPath(name: string, path: string): string {
  if (!/^\/[^\s?#]*$/.test(path)) throw new TypeError(`${name} must be a path that begins with /`);
  return path;
}
