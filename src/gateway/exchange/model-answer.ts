/**
 * Reads a model server's answer strictly and writes the client's bytes from the judged value. A text that clients could
 * read differently is a fault of the model server, and nothing of it is shown.
 */
import { AppError } from '../../platform/errors.ts';
import { parseExactJson, writeExactJson } from '../../platform/exact-json.ts';
import { isUtf8 } from '../../platform/http/media-type.ts';
import { jsonProblemTexts } from '../proxy/json-problem.ts';
import { maxBodyDepth } from '../proxy/json-tree.ts';
import { decodeEscapes, viewOfJson } from '../proxy/json-view.ts';
import type { WholeAnswer } from '../upstream/upstream.ts';

/** The client's answer if nothing is redacted. */
export interface SentAnswer {
  readonly contentType: string;
  readonly text: string;
}

export interface JsonAnswer extends SentAnswer {
  readonly value: unknown;
}

/** An error of the model server. */
export interface ErrorAnswer extends SentAnswer {
  /** The text for auditors: JSON with its string escapes decoded, and once more without any remaining escapes. */
  readonly judged: string;
}

/** A longer error is no useful message. */
const maxErrorBytes = 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws AppError `upstream_unavailable` for anything but JSON that every client reads alike. */
export function readJsonAnswer(answer: WholeAnswer): JsonAnswer {
  if (answer.status < 200 || answer.status > 299) throw unusable(`has the status ${answer.status}`);
  const parsed = parseExactJson(decode(answer), maxBodyDepth);
  if (!parsed.ok) throw unusable(jsonProblemTexts[parsed.problem], parsed.cause);
  return { value: parsed.value, contentType: 'application/json', text: writeExactJson(parsed.value) };
}

/** @throws AppError `upstream_unavailable` for bytes that clients could read differently. */
export function readErrorAnswer(answer: WholeAnswer): ErrorAnswer {
  if (answer.bytes.byteLength > maxErrorBytes) throw unusable(`is an error of more than ${maxErrorBytes} bytes`);
  const said = decode(answer);
  const parsed = parseExactJson(said, maxBodyDepth);
  if (parsed.ok) {
    const text = writeExactJson(parsed.value);
    return { judged: withoutEscapes(viewOfJson(text)), contentType: 'application/json', text };
  }
  // Refused JSON is not sent as plain text either, because clients would try to parse it.
  if (parsed.problem !== 'no_json') throw unusable(jsonProblemTexts[parsed.problem]);
  return { judged: withoutEscapes(said), contentType: 'text/plain; charset=utf-8', text: said };
}

/** Decodes JSON within a JSON string once more, as its readers do. */
function withoutEscapes(said: string): string {
  const decoded = decodeEscapes(said);
  return decoded === undefined ? said : `${said}\n\n${decoded.text}`;
}

function decode({ headers, bytes }: WholeAnswer): string {
  if (!isUtf8(headers['content-type'])) throw unusable('has a charset other than UTF-8');
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw unusable('is not UTF-8', cause);
  }
}

function unusable(reason: string, cause?: unknown): AppError {
  const message = `the model server's answer ${reason}`;
  return new AppError('upstream_unavailable', message, cause === undefined ? {} : { cause });
}
