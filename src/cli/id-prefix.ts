/**
 * Accepts the beginning of an id where it is unique. A call is first sent as typed; only when the verifier does not know
 * the id is its list read. Ids of people's choice (agents, workspaces) can begin like others, so they are completed for
 * reading only: a script that removes `test-1` twice must not remove `test-10`.
 */
import { isRecord } from '@assay/sdk/contract';
import { AppError, isAppError } from '../platform/errors.ts';
import type { OptionSpec } from './command.ts';
import type { ParsedArguments } from './options.ts';

/** Lists whose items have ids, as paths below the verifier's URL; the longer of two that begin alike comes first. */
const lists = [
  'api/v1/workflows/[^/]+/runs',
  'api/v1/workflows',
  'api/v1/workspaces',
  'v1/workspaces',
  'v1/access-reviews',
  'v1/agents/[^/]+/delegations',
  'v1/agents',
  'v1/api-keys',
  'v1/app-catalog/installations',
  'v1/app-catalog',
  'v1/approvals',
  'v1/evidence',
  'v1/gateways',
  'v1/lifecycle/policies',
  'v1/passports',
  'v1/policies',
  'v1/receipts',
  'v1/registry/auditors',
  'v1/registry/models',
  'v1/registry/publishers',
  'v1/scoped-credentials',
  'v1/scoped-tools',
  'v1/telemetry-exports',
  'v1/webhooks',
] as const;
const idMembers = ['id', 'evidence_id', 'passport_id', 'receipt_id'] as const;

/** `ev_0193…`: made by the service, all of one length, so none begins like another. */
const madeId = /^[a-z]+_[0-9a-f-]{4,36}$/;
const minChars = 4;
const pageSize = 100;
const maxPages = 50;
const maxShown = 10;

export interface IdPrefixOptions {
  /** The service's URL. */
  readonly baseUrl: string;
  /** Reads a page of a list. */
  readonly read: typeof fetch;
  /** Told which id was taken. */
  readonly note: (text: string) => void;
}

/** Wraps a `fetch` that rejects with AppErrors. @throws AppError `invalid_request` that lists several matches */
export function withIdPrefixes(send: typeof fetch, { baseUrl, read, note }: IdPrefixOptions): typeof fetch {
  /** Ids of people's choice that were completed, by what was typed. */
  const guessed = new Map<string, string>();
  return async (input, init = {}) => {
    const url = String(input);
    const isReading = (init.method ?? 'GET') === 'GET';
    if (!isReading) refuseGuessed(url.slice(baseUrl.length), guessed);
    try {
      return await send(input, init);
    } catch (error) {
      if (!isAppError(error, 'not_found') || (init.body !== undefined && typeof init.body !== 'string')) throw error;
      const place = findPlace(url, baseUrl);
      const whole = place === undefined ? undefined : await complete(place, read);
      if (place === undefined || whole === undefined) throw error;
      if (!madeId.test(place.typed)) {
        if (!isReading) throw takesWhole(place.typed, whole);
        guessed.set(whole, place.typed);
      }
      note(`${place.typed} is short for ${whole}\n`);
      return send(`${place.list}/${encodeURIComponent(whole)}${place.rest}`, init);
    }
  };
}

/**
 * Completes the values of options that are the beginning of a made id. Anything else stays as typed, and the verifier
 * says what it is. @throws AppError `invalid_request` that lists several matches
 */
export async function withWholeIds(
  args: ParsedArguments,
  options: Readonly<Record<string, OptionSpec>>,
  { baseUrl, read, note }: IdPrefixOptions,
): Promise<ParsedArguments> {
  const whole = new Map<string, string>();
  for (const [name, { idsOf }] of Object.entries(options)) {
    if (idsOf === undefined) continue;
    for (const typed of [...args.texts(name), args.text(name) ?? ''].filter(isBeginning)) {
      const found = await complete({ list: `${baseUrl}/${idsOf}`, typed }, read);
      if (found === undefined) continue;
      note(`${typed} is short for ${found}\n`);
      whole.set(typed, found);
    }
  }
  const toWhole = (name: string, typed: string): string =>
    options[name]?.idsOf === undefined ? typed : (whole.get(typed) ?? typed);
  return {
    ...args,
    text(name) {
      const typed = args.text(name);
      return typed === undefined ? undefined : toWhole(name, typed);
    },
    texts: (name) => args.texts(name).map((typed) => toWhole(name, typed)),
  };
}

function isBeginning(typed: string): boolean {
  return madeId.test(typed) && typed.length - typed.indexOf('_') <= 36;
}

interface Place {
  /** URL of the list. */
  readonly list: string;
  readonly typed: string;
  /** The URL behind the id. */
  readonly rest: string;
}

function findPlace(url: string, baseUrl: string): Place | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined;
  for (const list of lists) {
    const found = new RegExp(`^/(${list})/([^/?]+)(.*)$`).exec(url.slice(baseUrl.length));
    const [, path, segment, rest] = found ?? [];
    if (path === undefined || segment === undefined || rest === undefined) continue;
    const typed = decodeURIComponent(segment);
    return typed.length < minChars ? undefined : { list: `${baseUrl}/${path}`, typed, rest };
  }
  return undefined;
}

/** The only id that begins so; undefined if there is none, or the typed one exists. @throws AppError for several */
async function complete(
  { list, typed }: Pick<Place, 'list' | 'typed'>,
  read: typeof fetch,
): Promise<string | undefined> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const ids = await readPage(list, cursor, read);
    if (ids.items.includes(typed)) return undefined;
    found.push(...ids.items.filter((id) => id.startsWith(typed)));
    cursor = ids.next;
    // Made ids rise with time and lists begin with the newest: behind a page of older ones there is no match.
    const isPast = madeId.test(typed) && ids.items.every((id) => id < typed);
    if (cursor === undefined || isPast) {
      if (found.length > 1) throw ambiguous(typed, found);
      return found[0];
    }
  }
  return undefined;
}

/** Nothing where the list cannot be read: the refusal of the call says why. */
async function readPage(list: string, cursor: string | undefined, read: typeof fetch) {
  const query = new URLSearchParams({ limit: String(pageSize), ...(cursor === undefined ? {} : { cursor }) });
  const answer = await read(`${list}?${query}`).catch((error: unknown) => {
    if (isAppError(error)) return undefined;
    throw error;
  });
  const page: unknown = await answer?.json();
  const { items, next_cursor: next } = isRecord(page) ? page : {};
  const ids = Array.isArray(items) ? items.flatMap(idOf) : [];
  return { items: ids, next: typeof next === 'string' && ids.length > 0 ? next : undefined };
}

function idOf(item: unknown): string[] {
  if (!isRecord(item)) return [];
  const id = idMembers.map((name) => item[name]).find((value) => typeof value === 'string');
  return typeof id === 'string' ? [id] : [];
}

function refuseGuessed(path: string, guessed: ReadonlyMap<string, string>): void {
  const segments = (path.split('?', 1)[0] ?? '').split('/').map((segment) => decodeURIComponent(segment));
  for (const [whole, typed] of guessed) if (segments.includes(whole)) throw takesWhole(typed, whole);
}

function takesWhole(typed: string, whole: string): AppError {
  const detail = `${typed} does not exist. A change takes the whole id: did you mean ${whole}?`;
  return new AppError('not_found', 'the id is not whole', { detail });
}

function ambiguous(typed: string, found: readonly string[]): AppError {
  const more = found.length > maxShown ? ` and ${found.length - maxShown} more` : '';
  const detail = `Several ids begin with ${typed}: ${found.slice(0, maxShown).join(', ')}${more}. Type more of it.`;
  return new AppError('invalid_request', 'the id is ambiguous', { detail });
}
