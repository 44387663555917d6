/** Reads vocabulary and health of a foreign auditor through the guarded client, because its url is untrusted input. */
import type { Vocabulary } from '@assay/sdk/contract';
import { AppError } from '../../../platform/errors.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { Outbound } from '../outbound/ports.ts';
import { type BuiltInIds, parseHealth, parseVocabulary } from './check-vocabulary.ts';

/** Fetches and checks the vocabulary of the auditor at a base URL, for an organisation. */
export type ProbeAuditor = (orgId: string, url: string, signal?: AbortSignal) => Promise<Vocabulary>;

export interface ProbeDeps {
  readonly outbound: Outbound;
  /** Default: refused. */
  readonly builtInIds?: BuiltInIds;
}

const callTimeoutMs = 5_000;
const maxBytes = 512 * 1024;

export function createProbe({ outbound, builtInIds }: ProbeDeps): ProbeAuditor {
  return async (orgId, url, signal) => {
    const client = outbound.forOrganisation(orgId);
    const fetch: GuardedFetch = (address, request) =>
      client(address, signal === undefined ? request : { ...request, signal });
    const health = parseHealth(await read(fetch, url, '/health'));
    const vocabulary = parseVocabulary(await read(fetch, url, '/vocabulary'), '/vocabulary', builtInIds);
    if (health.auditorId !== vocabulary.auditor_id) {
      throw notAnAuditor(
        `/health names ${JSON.stringify(health.auditorId.slice(0, 64))}, but /vocabulary names another auditor`,
      );
    }
    return vocabulary;
  };
}

async function read(fetch: GuardedFetch, url: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { accept: ['application/json'], timeoutMs: callTimeoutMs, maxBytes });
  if (answer.status === 401 || answer.status === 403) throw wantsToken(path);
  if (answer.status !== 200) throw notAnAuditor(`${path} answers ${answer.status}`);
  return parseJson(answer.body.toString('utf8'), path);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw notAnAuditor(`${path} does not answer JSON`);
    throw cause;
  }
}

/** The verifier holds no token of an auditor: the caller has to send the vocabulary. */
function wantsToken(path: string): AppError {
  const detail = `${path} requires a token, which the verifier does not have: give the vocabulary with the request`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_wants_token' } });
}

function notAnAuditor(what: string): AppError {
  const detail = `no auditor that follows the contract answers there: ${what}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_unsound' } });
}
