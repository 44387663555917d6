/**
 * What servers ask of clients before they go on (`inputRequests`): only what is known is passed on, under no name of ours,
 * and at the endpoint of all servers a person reads which server it is that asks. Pure.
 */
import { isObject } from './json.ts';
import type { JsonObject } from './seams.ts';

/** At once. */
const most = 16;
const mostIdChars = 128;
/** Names of what this gateway itself asks: a client may trust those. */
const ownIds = /^\s*io\.assay(?:[./]|$)/i;

const capabilities: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** The requests by their ids; undefined where these are none, too many, or names of ours. */
export function readRequests(requests: unknown): JsonObject | undefined {
  if (!isObject(requests)) return undefined;
  const ids = Object.keys(requests);
  return ids.length <= most && ids.every(isFitId) ? requests : undefined;
}

/** Answers that nobody is known to have asked for: those that could be answers at all, as many as could be asked for. */
export function readAnswers(responses: JsonObject): JsonObject {
  const fit = Object.entries(responses).filter(([id, answer]) => isFitId(id) && isObject(answer));
  return Object.fromEntries(fit.slice(0, most));
}

function isFitId(id: string): boolean {
  return id.length <= mostIdChars && !ownIds.test(id);
}

/** What a client has to be able to do to answer it; undefined for what is not passed on, whatever the client can. */
export function capabilityFor(request: unknown): string | undefined {
  const { method, params } = isObject(request) ? request : {};
  if (typeof method !== 'string' || !Object.hasOwn(capabilities, method)) return undefined;
  const { mode, url } = isObject(params) ? params : {};
  if (url !== undefined && !isWebPage(url)) return undefined;
  return mode === 'url' && url === undefined ? undefined : capabilities[method];
}

/** A page of the web whose address reads as it is followed: no other name before an `@`, nothing that is not shown. */
function isWebPage(url: unknown): boolean {
  if (typeof url !== 'string' || !/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/** The same, with the name of the server before what people will read. */
export function sayWhoAsks(requests: JsonObject, alias: string): JsonObject {
  return Object.fromEntries(
    Object.entries(requests).map(([id, request]) => [id, isObject(request) ? withName(request, alias) : request]),
  );
}

function withName(request: JsonObject, alias: string): JsonObject {
  const { method, params } = request;
  if (method !== 'elicitation/create' || !isObject(params)) return request;
  const message = `The server ${alias} asks: ${typeof params['message'] === 'string' ? params['message'] : ''}`;
  return { ...request, params: { ...params, message } };
}
