/**
 * Lists the headers that cross the gateway, both ways. An unlisted header may tell a server another path, method or
 * sender than the judged ones, so it is not forwarded.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { holdsOwnSecret } from '../../edge/authentication/our-credentials.ts';
import { AppError } from '../../platform/errors.ts';
import { areKnownBetas } from './anthropic-betas.ts';

/** True for a value from a closed set, which auditors need not read. */
type IsClosed = (value: string) => boolean;

const matches =
  (form: RegExp): IsClosed =>
  (value) =>
    form.test(value);
const never: IsClosed = () => false;

/** Client headers that model servers need. Auditors read the values that are not closed. */
const clientHeaders: ReadonlyMap<string, IsClosed> = new Map([
  ['anthropic-version', matches(/^20\d{2}-\d{2}-\d{2}$/)],
  ['anthropic-beta', areKnownBetas],
  ['anthropic-dangerous-direct-browser-access', matches(/^(?:true|false)$/)],
  ['openai-beta', matches(/^(?:assistants|realtime|responses)=v\d$/)],
  ['openai-organization', never],
  ['openai-project', never],
  ['idempotency-key', never],
]);

const credentialHeaders = ['authorization', 'x-api-key', 'api-key'] as const;

const maxValueChars = 512;
const plainValue = /^[\x20-\x7e]*$/;

/** Names that no setting may add: headers of the connection, of other proxies, or set by the gateway itself. */
const reserved =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|upgrade|transfer-encoding|content-.*|accept|accept-encoding|accept-charset|expect|cookie|origin|referer|range|if-.*|dpop|traceparent|forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|x-rewrite-.*|x-http-method.*|x-method-override|x-assay-.*|authorization|x-api-key|api-key)$/;

export interface UpstreamHeaderOptions {
  readonly headers: IncomingHttpHeaders;
  readonly traceparent: string;
  readonly isStream: boolean;
  /** Replaces the client's credential. */
  readonly upstreamKey: string | undefined;
  /** `x-api-key` for Anthropic's shape, else `Authorization: Bearer`. */
  readonly credentialStyle: 'bearer' | 'x-api-key';
  /** True for a credential of our own, which must never reach the model server. */
  readonly isOurs: (credential: string) => boolean;
  /** Names that the operator adds (`GATEWAY_FORWARDED_HEADERS`). */
  readonly moreNames: readonly string[];
}

/** Headers for the model server, and the values among them that auditors have to read. */
export interface UpstreamHeaders {
  readonly headers: Record<string, string>;
  readonly texts: readonly string[];
}

/** Makes the headers of a call. @throws AppError `invalid_request` for a value that cannot be forwarded. */
export function toUpstreamHeaders(options: UpstreamHeaderOptions): UpstreamHeaders {
  const headers: Record<string, string> = {
    accept: options.isStream ? 'application/json, text/event-stream' : 'application/json',
    'content-type': 'application/json',
    'user-agent': 'assay-gateway',
  };
  const texts: string[] = [];
  const add = (name: string, isClosed: IsClosed): void => {
    const value = headerOf(options.headers, name);
    // INVARIANT: a secret of ours reaches no model server, whichever header holds it.
    if (value === undefined || holdsOwnSecret(value)) return;
    if (value.length > maxValueChars || !plainValue.test(value)) throw unusable(name);
    if (!isClosed(value)) texts.push(value);
    headers[name] = value;
  };
  for (const [name, isClosed] of clientHeaders) add(name, isClosed);
  for (const name of options.moreNames) add(name, never);
  Object.assign(headers, credentialOf(options));
  headers['traceparent'] = options.traceparent;
  return { headers, texts };
}

/** Parses the names that a setting adds. @throws AppError `config` for one that must not be forwarded. */
export function parseForwardedNames(setting: string): readonly string[] {
  const names = setting
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const name of names) {
    if (/^[a-z0-9-]{1,64}$/.test(name) && !reserved.test(name)) continue;
    throw new AppError(
      'config',
      `GATEWAY_FORWARDED_HEADERS cannot name ${name}: this header is never forwarded. Remove it.`,
    );
  }
  return names;
}

function credentialOf({
  headers,
  upstreamKey,
  credentialStyle,
  isOurs,
}: UpstreamHeaderOptions): Record<string, string> {
  if (upstreamKey !== undefined) {
    return credentialStyle === 'x-api-key' ? { 'x-api-key': upstreamKey } : { authorization: `Bearer ${upstreamKey}` };
  }
  const own: Record<string, string> = {};
  for (const name of credentialHeaders) {
    const value = headerOf(headers, name);
    if (value === undefined || isOurs(value.replace(/^(?:Bearer|DPoP) +/i, '')) || holdsOwnSecret(value)) continue;
    own[name] = value;
  }
  return own;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function unusable(name: string): AppError {
  const detail = `The header ${name} must have at most ${maxValueChars} visible ASCII characters. Shorten it or leave it out.`;
  return new AppError('invalid_request', detail, { detail });
}

/**
 * Each form has a fixed length and alphabet without look-alike letters, so that a server cannot write a text as an id.
 */
const requestId = matches(
  /^(?:req_[0-9a-f]{32}|req_01[1-9A-HJ-NP-Za-km-z]{22}|req_01[0-9a-hjkmnp-tv-z]{24}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
);
const milliseconds = matches(/^\d{1,9}(?:\.\d{1,6})?$/);
/** Counts, durations (`1m30.5s`), times and the words of a limit. */
const limit = matches(
  /^(?:\d{1,12}|\d{1,6}\.\d{1,6}|(?:\d{1,6}(?:\.\d{1,6})?(?:ms|s|m|h|d))+|\d{4}-\d{2}-\d{2}T[\d:.]{8,15}(?:Z|[+-]\d{2}:\d{2})|allowed|allowed_warning|rejected)$/,
);

/** Model server headers that clients use, with the form of their values. */
const answerHeaders: ReadonlyMap<string, IsClosed> = new Map([
  ...['request-id', 'x-request-id', 'apim-request-id', 'x-ms-request-id', 'anthropic-organization-id'].map(
    (name) => [name, requestId] as const,
  ),
  [
    'retry-after',
    matches(/^(?:\d{1,9}(?:\.\d{1,6})?|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/),
  ],
  ['retry-after-ms', milliseconds],
  ['openai-processing-ms', milliseconds],
  ['openai-version', matches(/^20\d{2}-\d{2}-\d{2}$/)],
  ['x-should-retry', matches(/^(?:true|false)$/)],
]);
/** The words of limit names: a server must not write a text as a name. */
const limitName =
  /^(?:x-|anthropic-)?ratelimit-(?:(?:limit|remaining|reset|used|unified|requests?|tokens?|input|output|images?|audio|priority|project|fast|status|policy|replenish|period|minute|day|hour|second|overage|representative|claim|fallback|percentage|utilization|surpassed|threshold|5h|7d|1m|1h|1d)(?:-|$)){1,6}(?<!-)$/;

/** Headers of the model's answer for the client; a value of another form is dropped. */
export function toClientHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const isClosed = answerHeaders.get(name) ?? (limitName.test(name) ? limit : undefined);
    if (isClosed?.(value) === true) returned[name] = value;
  }
  return returned;
}
