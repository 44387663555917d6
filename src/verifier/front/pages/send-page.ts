/** Sends pages with their common headers, and redirects between them. */
import type { FastifyReply } from 'fastify';
import { pageAssets } from './assets.ts';
import { type PageContent, type Reader, toSignedInPage, toSignedOutPage } from './layout.ts';
import { type PageHeaderOptions, pageHeaders } from './page-headers.ts';

export interface SignedOutPageOptions extends PageHeaderOptions {
  readonly status?: number;
}

/** Sends a page without the navigation of the account. */
export function sendSignedOutPage(
  reply: FastifyReply,
  content: PageContent,
  options: SignedOutPageOptions = {},
): FastifyReply {
  const { status = 200, ...headers } = options;
  return send(reply, status, toSignedOutPage(pageAssets, content), headers);
}

/** Sends a page of the account. */
export function sendSignedInPage(
  reply: FastifyReply,
  reader: Reader,
  path: string,
  content: PageContent,
  status = 200,
) {
  return send(reply, status, toSignedInPage(pageAssets, reader, path, content), {});
}

/** Redirects with GET, so that a reload does not send the form again. */
export function redirectTo(reply: FastifyReply, path: string, options: PageHeaderOptions = {}): FastifyReply {
  return reply.headers(pageHeaders(options)).redirect(path, 303);
}

function send(reply: FastifyReply, status: number, text: string, options: PageHeaderOptions): FastifyReply {
  return reply.code(status).headers(pageHeaders(options)).type('text/html; charset=utf-8').send(text);
}
