/** Asks one server something other than a tool call, and describes failures in our own words. */

import { isRecord } from '@assay/sdk/contract';
import type { CatalogServer, JsonObject, UpstreamOutcome } from '../ports.ts';
import type { McpCall, MethodDeps } from './call.ts';
import { codes, type McpError, McpFailure } from './wire.ts';

export interface Question {
  readonly method: string;
  readonly params: JsonObject;
  readonly timeoutMs: number;
  /** A further signal besides the client's own. */
  readonly signal?: AbortSignal;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
}

export const askLimits = { listMs: 10_000, readMs: 30_000 } as const;

/** A missing answer. `code` is for programs, the error for a client that asked this server only. */
export interface NoAnswer {
  readonly code: string;
  readonly connectUrl: string | null;
  readonly error: McpError;
}

export type Asked = { readonly kind: 'answered'; readonly result: JsonObject } | ({ readonly kind: 'none' } & NoAnswer);

/** Never rejects for what a server says or does not say. */
export async function ask(deps: MethodDeps, call: McpCall, server: CatalogServer, question: Question): Promise<Asked> {
  const barred = barredBy(server, call);
  if (barred !== undefined) return barred;
  const { method, params, timeoutMs, onProgress, signal = call.httpAnswer.signal } = question;
  const outcome = await deps.upstreams.request(server, call.principal, {
    method,
    params,
    timeoutMs,
    signal,
    traceparent: call.traceparent,
    clientCapabilities: call.request.clientCapabilities,
    onProgress,
  });
  return toAsked(outcome);
}

/** @throws McpFailure with the error for the client, where there is no answer. */
export async function askOrFail(
  deps: MethodDeps,
  call: McpCall,
  server: CatalogServer,
  question: Question,
): Promise<JsonObject> {
  const asked = await ask(deps, call, server, question);
  if (asked.kind === 'none') throw new McpFailure(asked.error);
  return asked.result;
}

/** @throws McpFailure for a server that this caller may not ask. */
export function assertReachable(server: CatalogServer, call: McpCall): void {
  const barred = barredBy(server, call);
  if (barred?.kind === 'none') throw new McpFailure(barred.error);
}

/** Gives the refusal, if any: a grant that names tools covers those only, and a quarantined server is never asked. */
export function barredBy(server: CatalogServer, { principal }: McpCall): Asked | undefined {
  if (principal.onBehalfOf?.tools !== undefined) {
    const message =
      'The person consented to certain tools only, which does not include resources and prompts of servers.';
    return none('consent_not_for_this', { code: codes.forbidden, message });
  }
  if (server.kind === 'service' || !server.app.quarantined) return undefined;
  return none('quarantined', {
    code: codes.forbidden,
    message: 'The server is in quarantine until people have reviewed it.',
  });
}

function toAsked(outcome: UpstreamOutcome): Asked {
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'answered', result: outcome.result };
    case 'rpc_error':
      return none('server_refused', rpcError(outcome.code, outcome.data));
    case 'refused':
      return none(outcome.code, { code: codes.serverFailed, message: outcome.message, data: { code: outcome.code } });
    case 'not_ready':
      return notReady(outcome);
    case 'unknown':
      return none('no_answer', { code: codes.serverFailed, message: 'The server gave no answer.' });
  }
}

/** Keeps the server's code where the protocol knows it; its words are never passed on. */
function rpcError(code: number, data: unknown): McpError {
  if (code === codes.methodNotFound) return { code, message: 'The server does not offer this.' };
  if (code === codes.legacyResourceNotFound) return { code, message: 'The server has no such resource.' };
  if (code === codes.invalidParams) return { code, message: 'The server refuses these parameters.' };
  const required = isRecord(data) ? data['requiredCapabilities'] : undefined;
  if (code !== codes.capabilityMissing || !isRecord(required)) {
    return { code: codes.serverFailed, message: 'The server answered with an error.', data: { server_code: code } };
  }
  const known = Object.keys(required).filter((name) => ['elicitation', 'sampling', 'roots'].includes(name));
  const requiredCapabilities = Object.fromEntries(known.map((name) => [name, {}]));
  return { code, message: 'The server needs a capability of the client.', data: { requiredCapabilities }, status: 400 };
}

function notReady({ status, connectUrl, scopesMissing }: UpstreamOutcome & { kind: 'not_ready' }): Asked {
  const where = connectUrl === null ? '' : ` A person connects it at ${connectUrl}.`;
  const message = `There is no credential to call this server with (${status}).${where}`;
  const data = { code: 'credential_not_ready', status, connect_url: connectUrl, scopes_missing: [...scopesMissing] };
  return { ...none('credential_not_ready', { code: codes.unavailable, message, data }), connectUrl };
}

function none(code: string, error: McpError): { kind: 'none' } & NoAnswer {
  return { kind: 'none', code, connectUrl: null, error };
}
