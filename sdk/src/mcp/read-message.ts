/** Reads the one JSON-RPC message of a request, within bounds of size and depth. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { findBoundViolation } from '../contract/bounds.ts';
import { readBody } from '../serve/read-body.ts';
import { type RpcRefusal, rpcCodes } from './rpc-answer.ts';

export interface MessageBounds {
  readonly maxBodyBytes: number;
  /** Levels of objects and lists. */
  readonly maxDepth: number;
}

export type ReadMessage =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: RpcRefusal }
  /** The client went away before its body had arrived. */
  | { readonly kind: 'gone' };

/** `parsedBody` is the body that a framework has read; the same bounds apply. */
export async function readMessage(
  request: IncomingMessage,
  parsedBody: unknown,
  bounds: MessageBounds,
): Promise<ReadMessage> {
  if (!isJson(request.headers['content-type'])) {
    return refuse(415, rpcCodes.invalidRequest, 'Send the message as application/json');
  }
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (parsedBody === undefined && encoding !== 'identity') {
    return refuse(415, rpcCodes.invalidRequest, 'Send the message without compression');
  }
  if (parsedBody !== undefined) return check(parsedBody, bounds);
  let bytes: Buffer | undefined;
  try {
    bytes = await readBody(request, bounds.maxBodyBytes);
  } catch (error) {
    if (request.destroyed) return { kind: 'gone' };
    throw error;
  }
  if (bytes === undefined) {
    return refuse(413, rpcCodes.tooLarge, `A message may have at most ${bounds.maxBodyBytes} bytes`);
  }
  const parsed = isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
  if (parsed === undefined) return refuse(400, rpcCodes.parseError, 'The message must be JSON in UTF-8');
  return check(parsed.value, bounds);
}

function check(value: unknown, { maxBodyBytes, maxDepth }: MessageBounds): ReadMessage {
  if (Array.isArray(value)) {
    return refuse(400, rpcCodes.invalidRequest, 'Send each message in its own request: batches are not supported');
  }
  const problem = findBoundViolation(value, { bytes: maxBodyBytes, depth: maxDepth });
  if (problem !== undefined) return refuse(400, rpcCodes.invalidRequest, `The message ${problem}`);
  return { kind: 'read', value };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(?:;|$)/i.test(contentType?.trim() ?? '');
}

function refuse(status: number, code: number, message: string): ReadMessage {
  return { kind: 'refused', refusal: { status, code, message } };
}
