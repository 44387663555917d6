/** The `WWW-Authenticate` header of a refused call to our API or to `/mcp`. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../../platform/errors.ts';
import { createChallengesOf } from '../../../platform/http/bound-tokens/challenge.ts';

const metadataPath = '/.well-known/oauth-protected-resource';

/** @returns the challenges of an error, the most specific first; none if no credential would help. */
export function createChallenges(publicUrl: string | undefined) {
  const api = toMetadataUrl(publicUrl, '/v1');
  const mcp = toMetadataUrl(publicUrl, '/mcp');
  // An MCP client refuses metadata that name another resource than the one it called.
  const metadataOf = (url: string) => (url.split('?', 1)[0] === '/mcp' ? mcp : api);
  const challengesOf = createChallengesOf({ metadataOf });
  return (error: AppError, headers: IncomingHttpHeaders, url = ''): string[] => challengesOf(error, headers, url);
}

function toMetadataUrl(publicUrl: string | undefined, resource: string): string | undefined {
  if (publicUrl === undefined || !publicUrl.startsWith('http')) return undefined;
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${metadataPath}${pathname.replace(/\/+$/, '')}${resource}`;
}
