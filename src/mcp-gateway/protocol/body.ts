/** Reads the body of a POST within bounds of bytes and depth: UTF-8, and JSON that every parser reads alike. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { isDeeperThan, maxBodyDepth } from '../../platform/http/body-depth.ts';
import { findTooManyValues } from '../../platform/http/body-values.ts';
import { holdsRepeatedMember } from '../../platform/http/repeated-members.ts';
import { codes, McpFailure } from './wire.ts';

export const maxBodyBytes = limits.mcpMessageBytes;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws McpFailure with 413, 415 or 400 as HTTP status. */
export async function readJsonBody(
  request: IncomingMessage,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  if (!types.includes(essenceOf(request.headers['content-type']))) {
    throw refused(415, 'The Content-Type must be application/json.');
  }
  const bytes = await readBytes(request);
  const excess = findTooManyValues(bytes);
  if (excess !== undefined) throw refused(413, `The body ${excess}.`);
  const text = decode(bytes);
  const body = parse(text);
  if (isDeeperThan(body, maxBodyDepth)) {
    throw refused(400, `The body nests deeper than ${maxBodyDepth} levels.`, codes.invalidRequest);
  }
  // A proxy on the way may have used the first of the two members.
  if (holdsRepeatedMember(text, body)) {
    throw refused(400, 'A member name occurs twice in one object. Send each member once.', codes.invalidRequest);
  }
  return body;
}

function essenceOf(contentType: string | undefined): string {
  const [essence = ''] = (contentType ?? '').split(';', 1);
  return essence.trim().toLowerCase();
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream is not destroyed when the body is too large, so that the client can read the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) {
      request.resume();
      throw tooLarge();
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw notJson(cause);
  }
}

function notJson(cause: unknown): McpFailure {
  return new McpFailure({ code: codes.parse, message: 'The body is not JSON in UTF-8.', status: 400 }, { cause });
}

const tooLarge = () => refused(413, `The body may have at most ${maxBodyBytes} bytes.`);

function refused(status: number, message: string, code: number = codes.httpRefused): McpFailure {
  return new McpFailure({ code, message, status });
}
