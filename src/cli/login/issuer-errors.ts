/** Errors of an issuer, as sentences for the person at the terminal. */
import { AppError } from '../../platform/errors.ts';

interface Place {
  readonly url: string;
  readonly isMachine: boolean;
}

/** Describes errors of openid-client by their code and the issuer's text. */
export function toSentence(thrown: unknown, { url, isMachine }: Place): AppError {
  const { error, error_description: description, code } = read(thrown);
  const why = description ?? error;
  if (error === 'access_denied') return make('unprocessable', `The sign-in at ${url} was refused: ${why}`, thrown);
  if (error === 'invalid_grant' && !isMachine) {
    return make('unauthorized', `The login at ${url} has ended (${why}). Run assay login`, thrown);
  }
  if (error !== undefined) {
    return make('unauthorized', `The verifier at ${url} does not sign you in: ${why} (${error})`, thrown);
  }
  if (code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    const advice = 'it may come from somebody else, so it was not used. Run assay login again';
    return make('unauthorized', `The answer does not come from the verifier at ${url}: ${advice}`, thrown);
  }
  if (code === 'OAUTH_TIMEOUT') return make('unavailable', `The verifier at ${url} did not answer in time`, thrown);
  const detail = `The verifier at ${url} does not answer like a token issuer`;
  return make('unavailable', detail, thrown);
}

/** Describes a refused exchange: its code, its text, and where the person may consent. */
export function toExchangeRefusal(thrown: unknown): AppError | undefined {
  const {
    error_description: description,
    error_code: code,
    consent_request_uri: uri,
  } = read(Reflect.get(Object(thrown), 'cause'));
  if (code === undefined) return undefined;
  const where = uri === undefined ? '' : `. The person decides at ${uri}`;
  return make(
    code === 'client_authentication_failed' ? 'unauthorized' : 'unprocessable',
    `The exchange was refused: ${description ?? code} (${code})${where}`,
    thrown,
  );
}

const told = ['error', 'error_description', 'code', 'error_code', 'consent_request_uri'] as const;

function read(thrown: unknown): { [name in (typeof told)[number]]?: string } {
  const texts = told.map((name) => [name, Reflect.get(Object(thrown), name)]);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'));
}

function make(code: 'unprocessable' | 'unauthorized' | 'unavailable', detail: string, cause: unknown): AppError {
  return new AppError(code, detail, { detail, cause });
}
