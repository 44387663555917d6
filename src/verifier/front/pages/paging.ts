/** Pages of long lists: the API's cursor, as a link. */
import type { FastifyRequest } from 'fastify';
import { type PageStart, parsePage } from '../../../platform/http/page.ts';
import { type Html, html } from './html.ts';

export interface PageLink {
  readonly path: string;
  readonly cursor: string | null;
  readonly label: string;
  /** Query before the cursor, on a page with several lists: `list=ended&`. */
  readonly query?: string;
}

/** Reads where the list starts. @throws AppError `invalid_request` for a forged cursor. */
export function readPage({ query }: FastifyRequest, limit = 20): PageStart {
  const cursor: unknown = Reflect.get(Object(query), 'cursor');
  return parsePage({ limit, ...(typeof cursor === 'string' ? { cursor } : {}) });
}

/** Links to the next page of the list; undefined at the end. */
export function pageLink({ path, cursor, label, query = '' }: PageLink): Html | undefined {
  if (cursor === null) return undefined;
  return html`<p><a href="${`${path}?${query}cursor=${encodeURIComponent(cursor)}`}">${label}</a></p>`;
}
