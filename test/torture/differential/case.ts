/** One fuzzer case: a call and its answer, with canaries on one side. Deterministic in its numbers. */
import { toWord } from './canary.ts';
import { applyChange, type Change, drawChange } from './changes.ts';
import { drawWriting, type Writing, writeJson } from './json-text.ts';
import { createDraw, type Draw } from './random.ts';
import type { ApiTemplate } from './template.ts';
import { apiTemplates } from './templates.ts';

export const sides = ['request', 'answer', 'stream', 'error'] as const;
export type Side = (typeof sides)[number];

/** Sent bytes and header lines. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Case {
  readonly api: ApiTemplate;
  readonly side: Side;
  /** True if the gateway forwards streams window by window. */
  readonly isWindowed: boolean;
  readonly changes: readonly Change[];
  readonly coat: Coat;
}

/** Surroundings of the JSON. */
interface Coat {
  readonly writing: Writing;
  readonly charset: string;
  readonly encoding: 'utf8' | 'utf16le';
  readonly mark: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly frame: number;
  /** Text in comments, ids and names of events. */
  readonly note: string;
  readonly status: number;
}

/** Canaries of a case: enough for all its changes and headers. */
const perCase = 16;

export function drawCase(seed: number, index: number): Case {
  const draw = createDraw(Math.imul(seed, 0x9e3779b1) + index);
  const api = draw.oneOf(apiTemplates);
  const drawn = draw.oneOf(['request', 'answer', 'stream', 'stream', 'error'] as const);
  const side = drawn === 'stream' && api.events === undefined ? 'answer' : drawn;
  const first = index * perCase;
  const changes = Array.from({ length: 1 + draw.below(3) }, (_, at) => drawChange(draw, first + at, side === 'stream'));
  // Another change could put another kind of part between the halves of a text, which no reader joins.
  const seam = changes.find(({ kind }) => kind === 'seam');
  return {
    api,
    side,
    isWindowed: draw.once(2),
    changes: seam === undefined ? changes : [seam],
    coat: drawCoat(draw, side, first + 8),
  };
}

/** Every canary of a case, including its headers. */
export function canariesOf(index: number): readonly number[] {
  return Array.from({ length: perCase }, (_, at) => index * perCase + at);
}

function drawCoat(draw: Draw, side: Side, canary: number): Coat {
  const word = toWord(canary);
  const query = draw.oneOf([`?api-version=${word}`, `?x=${word}`, `?beta=true&beta=${word}`]);
  return {
    writing: drawWriting(draw),
    charset: draw.once(16) ? draw.oneOf(['; charset=utf-16', '; charset=latin1']) : draw.oneOf(['', '; charset=utf-8']),
    encoding: draw.once(24) ? 'utf16le' : 'utf8',
    mark: draw.once(24) ? '\uFEFF' : '',
    query: side === 'request' && draw.once(4) ? query : '',
    headers: draw.once(4) ? { [draw.oneOf(side === 'request' ? clientHeaders : serverHeaders)]: word } : {},
    frame: draw.below(1000),
    note: toWord(canary + 1),
    status: draw.oneOf([400, 401, 404, 429, 500, 529]),
  };
}

const clientHeaders = [
  ...['openai-organization', 'openai-project', 'openai-beta', 'idempotency-key', 'anthropic-beta', 'anthropic-version'],
  ...[
    'user-agent',
    'x-stainless-lang',
    'cookie',
    'x-forwarded-for',
    'referer',
    'x-custom',
    'accept-language',
    'x-original-url',
  ],
] as const;
const serverHeaders = [
  ...[
    'x-request-id',
    'request-id',
    'openai-processing-ms',
    'openai-organization',
    'openai-version',
    'set-cookie',
    'location',
  ],
  ...[
    'anthropic-ratelimit-requests-reset',
    'x-ratelimit-remaining-tokens',
    'retry-after',
    'server',
    'cf-ray',
    'x-custom',
    'link',
  ],
  ...['anthropic-organization-id', 'x-assay-decision', 'content-language', 'etag', 'warning', 'www-authenticate'],
] as const;

/** The client's request. */
export function toRequest({ api, side, changes, coat }: Case): Sent & { readonly target: string } {
  const isStream = side === 'stream';
  const body = copy({ ...api.request, ...(isStream ? { stream: true } : {}) });
  if (side !== 'request')
    return {
      target: api.path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
  for (const change of changes) applyChange(body, change);
  const headers = { ...coat.headers, 'content-type': `application/json${coat.charset}` };
  return { target: api.path + coat.query, headers, body: encode(writeJson(body, coat.writing), coat) };
}

/** A deep copy, so that a change affects one place. */
function copy(value: object): object {
  return JSON.parse(JSON.stringify(value));
}

/** The model server's answer. */
export function toAnswer({ api, side, changes, coat }: Case): Sent & { readonly status: number } {
  const { charset, headers, writing } = coat;
  if (side === 'request')
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(api.answer)),
    };
  const type = side === 'stream' ? 'text/event-stream' : 'application/json';
  const status = side === 'error' ? coat.status : 200;
  const told: object = copy(side === 'stream' ? [...(api.events ?? [])] : side === 'error' ? api.error : api.answer);
  for (const change of changes) applyChange(told, change);
  const text = Array.isArray(told) ? toFrames(told, api, coat) : writeJson(told, writing);
  return { status, headers: { ...headers, 'content-type': type + charset }, body: encode(text, coat) };
}

function toFrames(events: readonly unknown[], api: ApiTemplate, { writing, frame, note }: Coat): string {
  const lines = events.map((data, at) => {
    const json = writeJson(data, writing);
    const type =
      typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : '';
    const name = api.end === '' && type !== '' ? `event: ${type}\n` : '';
    return frames[(frame + at) % 7 === 0 ? frame % frames.length : 0]?.(name, json, note) ?? '';
  });
  return lines.join('') + api.end;
}

/** Spellings of an event, the usual one first. */
const frames: readonly ((name: string, json: string, note: string) => string)[] = [
  (name, json) => `${name}data: ${json.replaceAll('\n', '\ndata: ')}\n\n`,
  (name, json, note) =>
    `: ${note}\r\n${name.replace('\n', '\r\n')}id: ${note}\r\ndata: ${json.replaceAll('\n', '\r\ndata: ')}\r\n\r\n`,
  (name, json) => `${name}retry: 9\ndata:${json.replaceAll('\n', ' ').replaceAll(',"', ',\ndata:"')}\n\n`,
  (name, json, note) => `event: ${note}\n${name}data: ${json.replaceAll('\n', ' ')}\n\n`,
  (name, json) => `${name}data: ${json.replaceAll('\n', ' ')}\rdata: \r\r`,
];

/** Other encodings than UTF-8 keep the byte order mark, as servers write it. */
function encode(text: string, { encoding, mark }: Coat): Buffer {
  return Buffer.from(mark + text, encoding);
}
