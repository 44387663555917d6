/**
 * Gives the `WWW-Authenticate` values for a refused caller: where to get a token (RFC 9728 section 5.1), and what was
 * wrong with the presented one (RFC 6750 section 3, RFC 9449 section 7.1). Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../errors.ts';
import { proofAlgorithms } from './dpop-proof.ts';

export interface ChallengeOptions {
  /** Gives the metadata URL of the resource that a URL (path and query) names; `undefined` if nobody issues tokens for it. */
  readonly metadataOf: (url: string) => string | undefined;
  /** All scopes that a client without a token may need; no scope is named if absent. */
  readonly scope?: string;
}

/** @returns the challenges of an error, the most specific first; none if no credential would help */
export function createChallengesOf({ metadataOf, scope: needed }: ChallengeOptions) {
  return ({ status, extensions, publicText }: AppError, headers: IncomingHttpHeaders, url: string): string[] => {
    const metadata = metadataOf(url);
    const common: [string, string][] = metadata === undefined ? [] : [['resource_metadata', metadata]];
    const scope = extensions?.['scope'];
    if (status === 403 && typeof scope === 'string') {
      return [toChallenge('Bearer', [...common, ['error', 'insufficient_scope'], ['scope', scope]])];
    }
    if (status !== 401) return [];
    if (needed !== undefined) common.push(['scope', needed]);
    const wasShown = ['authorization', 'x-api-key', 'x-assay-key'].some((name) => headers[name] !== undefined);
    if (!wasShown) return [toChallenge('Bearer', common)];
    const bearer: [string, string][] = [...common, ['error', 'invalid_token'], ['error_description', publicText]];
    const reason = String(extensions?.['reason']);
    const isProof = reason.startsWith('dpop_');
    if (!isProof && !/^dpop /i.test(headers.authorization ?? '')) return [toChallenge('Bearer', bearer)];
    const proofError = reason === 'dpop_nonce' ? 'use_dpop_nonce' : 'invalid_dpop_proof';
    const error = isProof ? proofError : 'invalid_token';
    const dpop: [string, string][] = [
      ['error', error],
      ['error_description', publicText],
      ['algs', proofAlgorithms.join(' ')],
    ];
    return [toChallenge('DPoP', [...common, ...dpop]), toChallenge('Bearer', common)];
  };
}

function toChallenge(scheme: string, parameters: readonly (readonly [string, string])[]): string {
  const list = parameters.map(([name, value]) => `${name}="${toQuotable(value)}"`).join(', ');
  return list === '' ? scheme : `${scheme} ${list}`;
}

/** RFC 6750 section 3: printable ASCII without `"` and `\`. */
function toQuotable(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
