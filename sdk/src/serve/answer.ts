/** Writes answers: JSON, text and problem+json (RFC 9457). */
import type { IncomingMessage, ServerResponse } from 'node:http';

const titles: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'A valid bearer token is required',
  403: 'A web page of another site may not call this server',
  404: 'This path does not exist',
  405: 'This method is not allowed for this path',
  413: 'The body is too large',
  415: 'The body must be in UTF-8 and not compressed',
  500: 'The server failed',
};

/** Writes a whole answer with its length. */
export function sendText(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(value));
}

/**
 * Refuses a request. An unfinished body is read and discarded for a while before the connection ends: closing at once
 * would reset it, and the caller would see no answer.
 */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { headers = {}, detail }: { readonly headers?: Readonly<Record<string, string>>; readonly detail?: string } = {},
): void {
  const body = problemBody(status, detail);
  const comes = isUploading(request);
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    ...(comes ? { connection: 'close' } : {}),
    ...headers,
  });
  if (!comes) {
    response.end(body);
    return;
  }
  response.write(body);
  discardThenEnd(request, response);
}

/** Gives the bytes of a problem answer for a connection without a valid request. */
export function rawProblem(status: number, reason: string): string {
  const body = problemBody(status);
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/problem+json\r\nconnection: close\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const discardBytes = 64 * 1024 * 1024;
const discardMs = 2_000;

/** Ends a written answer when the rest of the body, or enough of it, has arrived. */
export function discardThenEnd(request: IncomingMessage, response: ServerResponse): void {
  let left = discardBytes;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, discardMs);
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) end();
  });
  request.once('end', end).once('close', end);
  request.resume();
}

/** True while the body is arriving. */
export function isUploading(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request);
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function problemBody(status: number, detail?: string): string {
  const title = titles[status] ?? 'The request was refused';
  return JSON.stringify({ type: 'about:blank', title, status, ...(detail === undefined ? {} : { detail }) });
}
