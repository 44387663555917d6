/** Checks the bearer token (RFC 6750) in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Admits every call if no token is configured. */
export function createBearerCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return (authorization) => {
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
