/** Sends pages with the headers that all of them have, and leads from one to another. */
import type { FastifyReply } from 'fastify';
import { pageAssets } from './assets.ts';
import { type PageContent, type Reader, toDoorPage, toRoomPage } from './layout.ts';
import { type PageHeaderOptions, pageHeaders } from './page-headers.ts';

export interface DoorOptions extends PageHeaderOptions {
  readonly status?: number;
}

/** A page without the navigation of the account. */
export function sendDoor(reply: FastifyReply, content: PageContent, options: DoorOptions = {}): FastifyReply {
  const { status = 200, ...headers } = options;
  return send(reply, status, toDoorPage(pageAssets, content), headers);
}

/** A page of the account. */
export function sendRoom(reply: FastifyReply, reader: Reader, path: string, content: PageContent, status = 200) {
  return send(reply, status, toRoomPage(pageAssets, reader, path, content), {});
}

/** Leads on with GET, so that a reload sends no form again. */
export function leadTo(reply: FastifyReply, path: string, options: PageHeaderOptions = {}): FastifyReply {
  return reply.headers(pageHeaders(options)).redirect(path, 303);
}

function send(reply: FastifyReply, status: number, text: string, options: PageHeaderOptions): FastifyReply {
  return reply.code(status).headers(pageHeaders(options)).type('text/html; charset=utf-8').send(text);
}
