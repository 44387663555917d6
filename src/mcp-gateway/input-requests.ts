/**
 * Checks what servers ask of clients (`inputRequests`). Only known requests are passed on, and none under a name of
 * ours. At the endpoint of all servers the text names the server that asks. Pure.
 */
import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from './ports.ts';

const most = 16;
const maxIdChars = 128;
/** Names that this gateway uses for its own questions; clients may trust those. */
const ownIds = /^\s*io\.assay(?:[./]|$)/i;

const capabilities: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** The requests by their ids; undefined when they are malformed, too many, or named like ours. */
export function readRequests(requests: unknown): JsonObject | undefined {
  if (!isRecord(requests)) return undefined;
  const ids = Object.keys(requests);
  return ids.length <= most && ids.every(isFitId) ? requests : undefined;
}

/** Keeps plausible answers that were not asked for, up to the number of possible questions. */
export function readAnswers(responses: JsonObject): JsonObject {
  const fit = Object.entries(responses).filter(([id, answer]) => isFitId(id) && isRecord(answer));
  return Object.fromEntries(fit.slice(0, most));
}

function isFitId(id: string): boolean {
  return id.length <= maxIdChars && !ownIds.test(id);
}

/** The capability that a client needs to answer a request; undefined for a request that is never passed on. */
export function capabilityFor(request: unknown): string | undefined {
  const { method, params } = isRecord(request) ? request : {};
  if (typeof method !== 'string' || !Object.hasOwn(capabilities, method)) return undefined;
  const { mode, url } = isRecord(params) ? params : {};
  if (url !== undefined && !isWebPage(url)) return undefined;
  return mode === 'url' && url === undefined ? undefined : capabilities[method];
}

/** Accepts a web page whose address is what it looks like: no user name before an `@`, no invisible characters. */
function isWebPage(url: unknown): boolean {
  if (typeof url !== 'string' || !/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/** Adds the server's name to the text that people read. */
export function sayWhoAsks(requests: JsonObject, alias: string): JsonObject {
  return Object.fromEntries(
    Object.entries(requests).map(([id, request]) => [id, isRecord(request) ? withName(request, alias) : request]),
  );
}

function withName(request: JsonObject, alias: string): JsonObject {
  const { method, params } = request;
  if (method !== 'elicitation/create' || !isRecord(params)) return request;
  const message = `The server ${alias} asks: ${typeof params['message'] === 'string' ? params['message'] : ''}`;
  return { ...request, params: { ...params, message } };
}
