/**
 * Lists cut into pages and kept as JSON text while their version is current. A cursor is valid for one version only.
 * The cache is bounded in bytes; the oldest list goes first.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../ports.ts';
import { invalidParams } from './wire.ts';

/** The JSON text of each page. */
export interface PagedList {
  readonly version: string;
  readonly pages: readonly string[];
  readonly bytes: number;
}

export interface KeptLists {
  /** Gives the list of this key, if it has this version (or any, when none is given). */
  take(key: string, version?: string): PagedList | undefined;
  keep(key: string, list: PagedList): void;
}

export const pageLimits = { items: 500, bytes: 1024 * 1024 } as const;

const maxKeptBytes = 64 * 1024 * 1024;

export function createKeptLists(maxBytes = maxKeptBytes): KeptLists {
  const kept = new Map<string, PagedList>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    take: (key, version) => {
      const list = kept.get(key);
      if (list === undefined || (version !== undefined && list.version !== version)) return undefined;
      kept.delete(key);
      kept.set(key, list);
      return list;
    },
    keep: (key, list) => {
      drop(key);
      kept.set(key, list);
      bytes += list.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}

/** Cuts items into pages; an empty list has one empty page. */
export function toPages(version: string, items: readonly JsonObject[]): PagedList {
  const pages: string[] = [];
  let texts: string[] = [];
  let size = 0;
  const close = () => {
    pages.push(`[${texts.join(',')}]`);
    texts = [];
    size = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    if (texts.length > 0 && (texts.length >= pageLimits.items || size + text.length > pageLimits.bytes)) close();
    texts.push(text);
    size += text.length;
  }
  if (texts.length > 0 || pages.length === 0) close();
  return { version, pages, bytes: pages.reduce((sum, page) => sum + page.length, 0) };
}

/** One page with the cursor of the next. */
export interface Page {
  readonly json: string;
  readonly nextCursor: string | undefined;
}

/** @throws McpFailure "invalid params" for a foreign cursor or one of another version: the client starts again. */
export function pageAt(list: PagedList, cursor: string | undefined): Page {
  const tag = tagOf(list.version);
  const at = cursor === undefined ? 0 : placeOf(cursor, tag);
  const json = list.pages[at];
  if (json === undefined) throw staleCursor();
  return { json, nextCursor: at + 1 < list.pages.length ? toCursor(tag, at + 1) : undefined };
}

/** The cursor of a request. @throws McpFailure "invalid params" where it is no text. */
export function cursorOf(params: JsonObject, maxLength: number): string | undefined {
  const cursor = params['cursor'];
  if (cursor === undefined) return undefined;
  if (typeof cursor !== 'string' || cursor.length > maxLength)
    throw invalidParams('params.cursor does not belong to this list.');
  return cursor;
}

const tagOf = (version: string): string => createHash('sha256').update(version).digest('base64url').slice(0, 16);

const toCursor = (tag: string, at: number): string => Buffer.from(`${tag}.${at}`).toString('base64url');

function placeOf(cursor: string, tag: string): number {
  const [, foundTag, at] = /^([\w-]{16})\.([1-9]\d{0,5})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (foundTag !== tag || at === undefined) throw staleCursor();
  return Number(at);
}

function staleCursor() {
  const message =
    'The list has changed since the cursor was given, or the cursor does not belong to it. Start again without a cursor.';
  return invalidParams(message, { reason: 'cursor_stale' });
}

/** Computes the version of a list from its items. */
export function versionOf(items: readonly JsonObject[]): string {
  const hash = createHash('sha256');
  for (const item of items) hash.update(JSON.stringify(item)).update('\n');
  return hash.digest('base64url');
}
