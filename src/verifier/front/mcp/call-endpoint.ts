/** Lets an endpoint of our own API answer for a tool, and turns its refusals into those of the tool. */
import { McpToolError } from '@assay/sdk/mcp';
import type { Caller } from '../../../platform/http/access.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import type { HandOver } from './call-handover.ts';

/** The caller at `/mcp`, and its address. */
export interface McpCaller {
  readonly caller: Caller;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly traceparent: string;
}

export interface EndpointCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parts; each becomes one segment. */
  readonly path: readonly string[];
  /** Undefined members are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

/** Form of a client value that becomes a path segment: never `.` or `..`, which would lead elsewhere. */
export const segmentForm = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$';

type Answer = Record<string, unknown>;

/** @throws McpToolError with the code, the text and the members of the problem document. */
export type CallEndpoint = (from: McpCaller, call: EndpointCall) => Promise<Answer>;

export function createCallEndpoint(app: Pick<HttpApp, 'inject'>, handOver: HandOver): CallEndpoint {
  return async ({ caller, ip, userAgent, traceparent }, { method, path, query = {}, body }) => {
    const url = `/${path.map(encodeURIComponent).join('/')}?${toQuery(query)}`;
    const headers = { traceparent, ...(userAgent === undefined ? {} : { 'user-agent': userAgent }) };
    const sent = { method, url, remoteAddress: ip, headers, ...(body === undefined ? {} : { payload: body }) };
    const answer = await handOver.as(caller, () => app.inject(sent));
    const read: Answer = answer.body === '' || answer.statusCode === 204 ? {} : answer.json();
    if (answer.statusCode < 400) return read;
    throw toToolError(read);
  };
}

function toQuery(query: NonNullable<EndpointCall['query']>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params;
}

function toToolError({ type: _type, title, code, detail, ...data }: Answer): McpToolError {
  return new McpToolError(String(code), String(detail ?? title), { data });
}
