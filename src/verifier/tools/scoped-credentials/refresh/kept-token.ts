/** Encodes a token of a credential's own client for the vault, with the time until which it is used. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../../platform/errors.ts';
import { createSecret, type Secret } from '../../../../platform/secret.ts';
import type { TokenSet } from '../../foreign-oauth/ports.ts';
import { keepUntil } from './times.ts';

const KeptTokenSchema = Type.Object({
  token: Type.String(),
  /** At 80 % of its life; milliseconds since the epoch. */
  until: Type.Number(),
  ends: Type.Union([Type.Number(), Type.Null()]),
});
const keptShape = Compile(KeptTokenSchema);

export interface KeptToken {
  readonly token: Secret;
  readonly until: number;
  /** End of its validity, if the server stated it. */
  readonly ends: number | null;
}

export function toKeptToken(
  { accessToken, expiresAt }: Pick<TokenSet, 'accessToken' | 'expiresAt'>,
  now: number,
): string {
  const kept: Static<typeof KeptTokenSchema> = {
    token: accessToken.reveal(),
    until: keepUntil(now, expiresAt),
    ends: expiresAt ?? null,
  };
  return JSON.stringify(kept);
}

/** @throws AppError `internal` for text that was not written by us. */
export function readKept(text: Secret): KeptToken {
  const kept: unknown = parse(text.reveal());
  if (!keptShape.Check(kept)) throw new AppError('internal', 'a stored token has an invalid shape');
  return { token: createSecret(kept.token), until: kept.until, ends: kept.ends };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the token.
    return undefined;
  }
}
