/** Calls an auditor over HTTP: keep-alive pool, one deadline over both tries, circuit breaker, bounded answers. */
import {
  type ClaimsRequest,
  type ClaimsResponse,
  type Health,
  HealthSchema,
  isWellFormedText,
  normalizeHealth,
  normalizeVocabulary,
  toErrorResponse,
  type Vocabulary,
  VocabularySchema,
} from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import { Pool } from 'undici';
import { isName } from '../../contract/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { MtlsDispatcher } from '../../platform/tls/mtls-dispatcher.ts';
import { parseForeignAnswer, readBounded } from '../bounded-body.ts';
import { parseClaimsAnswer } from './answer.ts';
import { createBreaker } from './breaker.ts';
import type { AuditorCallOptions, AuditorClient } from './client.ts';
import { describeFailure } from './describe-failure.ts';

export interface HttpAuditorOptions {
  /** Base URL of the auditor, e.g. `http://127.0.0.1:8090`. */
  readonly url: string;
  readonly clock: Clock;
  /** `AUDITOR_TOKEN` of that auditor, sent as bearer token. */
  readonly token?: string;
  /** Connections by mTLS, which close with the client; a pool of its own if absent. */
  readonly mtls?: MtlsDispatcher;
  readonly maxAnswerBytes?: number;
}

const connections = 64;
/** The deadline of a call bounds it as a whole. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
/** Less than 256 claims of full size; an auditor that answers more than this is cut off. */
const defaultMaxAnswerBytes = 8 * 1024 * 1024;

/** Bound of `auditor_ids` in a receipt. */
const maxIdChars = 128;

const healthCheck = Compile(HealthSchema);
const vocabularyCheck = Compile(VocabularySchema);

/** Connects lazily; nothing is sent before the first call. */
export function createHttpAuditorClient(options: HttpAuditorOptions): AuditorClient {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/$/, '');
  const maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxAnswerBytes;
  const { dispatcher: pool, close } = options.mtls ?? createPool(base.origin);
  const breaker = createBreaker({ clock: options.clock });
  let pausedFor: 'OVERLOADED' | 'INTERNAL_ERROR' = 'INTERNAL_ERROR';
  const baseHeaders = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    call: AuditorCallOptions,
    signal: AbortSignal,
    body?: string,
  ) => {
    const headers: Record<string, string> = { ...baseHeaders, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (call.traceparent !== undefined) headers['traceparent'] = call.traceparent;
    const request = { origin: base.origin, method, path: `${prefix}${path}`, headers, signal, ...noTimeouts };
    const answer = await pool.request(body === undefined ? request : { ...request, body });
    const bytes = await readBounded(answer.body, maxAnswerBytes);
    return { status: answer.statusCode, body: parseForeignAnswer(bytes, answer.headers['content-type']) };
  };

  const read = async (path: string, call: AuditorCallOptions): Promise<unknown> => {
    const signal = deadlineSignal(call);
    const answer = await send('GET', path, call, signal).catch((cause: unknown) => {
      const why = signal.aborted ? 'no answer in time' : describeFailure(cause);
      throw new AppError('unavailable', `auditor at ${base.origin} did not answer ${path}: ${why}`, { cause });
    });
    if (answer.status !== 200)
      throw new AppError('unavailable', `auditor at ${base.origin} answered ${answer.status} to ${path}`);
    return answer.body;
  };

  const tryOnce = async (body: string, call: AuditorCallOptions, signal: AbortSignal): Promise<ClaimsResponse> => {
    try {
      const answer = await send('POST', '/claims', call, signal, body);
      if (answer.status === 429 || answer.status === 503) {
        return toErrorResponse('OVERLOADED', `the auditor answered HTTP ${answer.status}`);
      }
      if (answer.status !== 200) return toErrorResponse('INTERNAL_ERROR', `the auditor answered HTTP ${answer.status}`);
      return parseClaimsAnswer(answer.body, new Date(options.clock.now()).toISOString());
    } catch (error) {
      if (signal.aborted) return toErrorResponse('TIMEOUT', `no answer within ${call.timeoutMs} ms`);
      return toErrorResponse('INTERNAL_ERROR', `the auditor could not be reached (${describeFailure(error)})`);
    }
  };

  return {
    transport: 'http',
    async health(call) {
      const body = normalizeHealth(await read('/health', call));
      if (!healthCheck.Check(body))
        throw new AppError('unavailable', `auditor at ${base.origin} has no valid health body`);
      return body satisfies Health;
    },
    async vocabulary(call) {
      const body = normalizeVocabulary(await read('/vocabulary', call));
      if (!vocabularyCheck.Check(body) || !isNamed(body)) {
        throw new AppError('unavailable', `auditor at ${base.origin} has no valid vocabulary`);
      }
      return body satisfies Vocabulary;
    },
    async claims(request: ClaimsRequest, call) {
      // Only an auditor without capacity is reported as overloaded; after other failures the pause has their code.
      if (!breaker.allows()) return toErrorResponse(pausedFor, 'the auditor failed repeatedly and is paused');
      const body = JSON.stringify(request);
      const signal = deadlineSignal(call);
      let answer = await tryOnce(body, call, signal);
      if (answer.status === 'error' && answer.error.retryable && !signal.aborted) {
        answer = await tryOnce(body, call, signal);
      }
      if (answer.status === 'error') pausedFor = answer.error.code === 'OVERLOADED' ? 'OVERLOADED' : 'INTERNAL_ERROR';
      breaker.record(answer.status === 'success' || !answer.error.retryable);
      return answer;
    },
    close,
  };
}

function createPool(origin: string): MtlsDispatcher {
  const dispatcher = new Pool(origin, { connections, pipelining: 1, connectTimeout: 5_000 });
  return { dispatcher, close: () => dispatcher.destroy() };
}

/** Evidence and receipts record this name: an auditor without a valid one could never be recorded. */
function isNamed({ auditor_id: id, version }: Vocabulary): boolean {
  return isName(id) && id.length <= maxIdChars && version.length <= maxIdChars && isWellFormedText(version);
}

function deadlineSignal(call: AuditorCallOptions): AbortSignal {
  const deadline = AbortSignal.timeout(call.timeoutMs);
  return call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
}
