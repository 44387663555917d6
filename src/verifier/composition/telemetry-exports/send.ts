/** Sends an OTLP/HTTP request to a collector and interprets its answer (OTLP specification, "OTLP/HTTP Response"). */
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../../platform/clock.ts';
import { type AppError, isAppError } from '../../../platform/errors.ts';
import { readJson } from '../../../platform/http/guarded-answer.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { redactSecrets } from '../../base/events/redact-secrets.ts';
import { callMs, maxRetryAfterMs } from './constants.ts';

export type SendResult =
  | { readonly kind: 'accepted'; readonly status: number; readonly rejected: number; readonly error: string | null }
  /** The collector will never accept it. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  | { readonly kind: 'later'; readonly status: number | null; readonly error: string; readonly afterMs: number }
  /** Our own call limit: nothing was sent. */
  | { readonly kind: 'held'; readonly afterMs: number };

export interface Sending {
  readonly call: GuardedClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Statuses after which the same request may be retried. */
const retryable = new Set([429, 502, 503, 504]);
const maxAnswerBytes = 64 * 1024;
const maxMessage = 500;

const partialSuccess = Compile(
  Type.Object({
    partialSuccess: Type.Optional(
      Type.Object({
        rejectedSpans: Type.Optional(
          Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^\\d{1,15}$' })]),
        ),
        errorMessage: Type.Optional(Type.String()),
      }),
    ),
  }),
);

export async function sendSpans(
  { call, clock, signal }: Sending,
  { endpoint, headers, body }: { endpoint: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<SendResult> {
  try {
    const answer = await call(endpoint, {
      method: 'POST',
      body: gzipSync(body),
      accept: ['application/json'],
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      timeoutMs: callMs,
      maxBytes: maxAnswerBytes,
      maxDepth: 10,
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return { kind: 'accepted', status, ...readPartial(answer.body, headers) };
    const error = `http_${status}`;
    if (!retryable.has(status)) return { kind: 'refused', status, error };
    return { kind: 'later', status, error, afterMs: readRetryAfter(answer.headers['retry-after'], clock.now()) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return toResult(error);
  }
}

function toResult(error: AppError): SendResult {
  const reason = error.extensions?.['reason'];
  if (error.code === 'too_many_requests') return { kind: 'held', afterMs: (error.retryAfterS ?? 60) * 1000 };
  // The type is only checked for an accepted request: it arrived, and the answer cannot be read.
  if (reason === 'outbound_type') return { kind: 'accepted', status: 200, rejected: 0, error: reason };
  return { kind: 'later', status: null, error: typeof reason === 'string' ? reason : error.code, afterMs: 0 };
}

/** The collector may have rejected some of the spans; such a request is never retried. */
function readPartial(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): { readonly rejected: number; readonly error: string | null } {
  if (body.length === 0) return { rejected: 0, error: null };
  try {
    const answer = readJson({ body });
    if (!partialSuccess.Check(answer)) return { rejected: 0, error: 'the answer is not an OTLP answer' };
    const { rejectedSpans = 0, errorMessage = '' } = answer.partialSuccess ?? {};
    return { rejected: Number(rejectedSpans), error: errorMessage === '' ? null : clean(errorMessage, headers) };
  } catch (error) {
    if (isAppError(error)) return { rejected: 0, error: 'the answer is not an OTLP answer' };
    throw error;
  }
}

/**
 * Cleans the text of a collector: removes terminal control characters, shortens it, and drops it completely if it repeats a
 * header value. A reader of an export must not see its headers.
 */
function clean(text: string, headers: Readonly<Record<string, string>>): string {
  const said = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  if (said.some((secret) => secret.length >= shortestSecret && isSaid(text, secret))) return echoed;
  return redactSecrets(text)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, maxMessage)
    .toWellFormed();
}

const shortestSecret = 8;
const echoed = 'the collector repeats a header that it was sent, so its message is left out';

function isSaid(text: string, secret: string): boolean {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  const bytes = Buffer.from(secret);
  return [
    ...forms,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ].some((form) => text.includes(form));
}

function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0;
}
