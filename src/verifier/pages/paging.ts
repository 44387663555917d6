/** Long lists on pages: the cursor of the API, as a link. */
import type { FastifyRequest } from 'fastify';
import { type PageStart, parsePage } from '../../platform/http/page.ts';
import { type Html, html } from './html.ts';

export interface PageLink {
  readonly path: string;
  readonly cursor: string | null;
  readonly label: string;
  /** What stands in the query before the cursor, where a page has several lists: `list=ended&`. */
  readonly query?: string;
}

/** Where the list starts. @throws AppError `invalid_request` for a cursor that was not made here. */
export function readPage({ query }: FastifyRequest, limit = 20): PageStart {
  const cursor: unknown = Reflect.get(Object(query), 'cursor');
  return parsePage({ limit, ...(typeof cursor === 'string' ? { cursor } : {}) });
}

/** Leads to what comes after; nothing at the end. */
export function pageLink({ path, cursor, label, query = '' }: PageLink): Html | undefined {
  if (cursor === null) return undefined;
  return html`<p><a href="${`${path}?${query}cursor=${encodeURIComponent(cursor)}`}">${label}</a></p>`;
}
