/** Takes what an agent pushes. Nothing is said about why an address is refused. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readJsonBody } from '../protocol/body.ts';
import { McpFailure } from '../protocol/wire.ts';
import type { Callbacks } from './callbacks.ts';

const tokenHeader = 'x-a2a-notification-token';
const types = ['application/json', 'application/a2a+json'];

/** Always answers. The body is read only for an open address with its token. */
export async function answerCallback(
  callbacks: Pick<Callbacks, 'find'>,
  {
    request,
    response,
    id,
  }: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly id: string },
): Promise<void> {
  const take = callbacks.find(id, request.headers[tokenHeader]);
  if (take === undefined) return end(response, 404);
  try {
    take(await readJsonBody(request, types));
    end(response, 202);
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    end(response, error.error.status ?? 400);
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, 'cache-control': 'no-store' });
  response.end();
}
