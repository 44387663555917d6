/** The target of the contract kit: an auditor in this process, or one at a URL. */
import type { Auditor } from '../auditor/create-auditor.ts';

/** An answer over HTTP, its body read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface HttpAccess {
  readonly claimsPath: string;
  readonly healthPath: string;
  send(method: string, path: string, body?: string | Uint8Array, contentType?: string): Promise<HttpAnswer>;
}

export interface Target {
  health(): Promise<unknown>;
  vocabulary(): Promise<unknown>;
  /** Sends JSON text and returns the parsed answer; rejects when there is no valid one. */
  claims(json: string): Promise<unknown>;
  /** Absent in process. */
  readonly http?: HttpAccess;
}

export interface TargetOptions {
  readonly token?: string;
  readonly healthPath?: string;
  readonly claimsPath?: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** Wraps an auditor or a base URL. */
export function toTarget(target: Auditor | string | URL, options: TargetOptions = {}): Target {
  if (typeof target === 'string' || target instanceof URL)
    return toHttpTarget(String(target).replace(/\/+$/, ''), options);
  return {
    // Through JSON, so that the kit sees what a remote caller would.
    health: async () => copy(target.health()),
    vocabulary: async () => copy(target.vocabulary()),
    claims: async (json) => copy(await target.claims(JSON.parse(json))),
  };
}

function toHttpTarget(base: string, options: TargetOptions): Target {
  const { healthPath = '/health', claimsPath = '/claims', timeoutMs = 15_000, token } = options;
  const call = options.fetch ?? fetch;
  const http: HttpAccess = {
    claimsPath,
    healthPath,
    async send(method, path, body, contentType = 'application/json') {
      const response = await call(base + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': contentType }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
  return {
    http,
    health: async () => parseOk('GET', healthPath, await http.send('GET', healthPath)),
    vocabulary: async () => parseOk('GET', '/vocabulary', await http.send('GET', '/vocabulary')),
    claims: async (json) => parseOk('POST', claimsPath, await http.send('POST', claimsPath, json)),
  };
}

function parseOk(method: string, path: string, { status, text }: HttpAnswer): unknown {
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} instead of 200`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${method} ${path} answered with a body that is not JSON`, { cause });
  }
}

function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
