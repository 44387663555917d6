/** What a refused caller of our API is told in `WWW-Authenticate`. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../platform/errors.ts';
import { createChallengesOf } from '../../platform/http/bound-tokens/challenge.ts';

const metadataPath = '/.well-known/oauth-protected-resource/v1';

/** @returns the challenges of an error, the most telling first; none for errors that no credential would mend. */
export function createChallenges(publicUrl: string | undefined) {
  const metadata = toMetadataUrl(publicUrl);
  const challengesOf = createChallengesOf({ metadataOf: () => metadata });
  return (error: AppError, headers: IncomingHttpHeaders): string[] => challengesOf(error, headers, '');
}

function toMetadataUrl(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !publicUrl.startsWith('http')) return undefined;
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${metadataPath.replace('/v1', `${pathname.replace(/\/+$/, '')}/v1`)}`;
}
