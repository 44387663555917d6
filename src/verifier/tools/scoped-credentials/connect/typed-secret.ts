/** Reads a secret that a person types once, and the configuration that goes with it. Pure. */

import { unprocessable } from '../../../../platform/refusals.ts';
import { checkSecret } from '../material.ts';
import type { CredentialConfig, ScopedCredentialRow } from '../tables.ts';
import type { Connected } from './store.ts';

/** Fields of the form; those that the kind does not need are empty. */
export interface TypedSecret {
  readonly secret: string;
  readonly username: string;
  readonly certificate: string;
}

/** The secret to store, and the columns that change with it. */
export interface ReadSecret {
  readonly secret: string;
  readonly change: Connected;
}

const dayMs = 86_400_000;
/** As in the body of a credential. */
const usernameForm = /^[^\p{Cc}:]{1,256}$/u;

/** @throws AppError `unprocessable` with the pointers `/secret`, `/config/username`, `/config/certificate`. */
export function readTyped(row: ScopedCredentialRow, typed: TypedSecret, now: number): ReadSecret {
  const { auth_type: authType, rotation } = row;
  const config = toConfig(row, typed);
  const isPassword = authType === 'basic';
  // A copied key may have blanks around it; a password stays as typed.
  const secret = isPassword ? typed.secret : typed.secret.trim();
  const endsAt = checkSecret(secret, { authType, config, now });
  const { previous_version: _, every_days: days, ...kept } = rotation;
  return {
    secret,
    change: {
      config,
      expires_at: endsAt,
      last_refreshed_at: now,
      upstream_account: isPassword ? typed.username : null,
      rotation: {
        ...kept,
        ...(days === undefined ? {} : { every_days: days }),
        next_at: days === undefined ? null : now + days * dayMs,
        overlap_until: null,
      },
    },
  };
}

function toConfig(
  { auth_type, config }: ScopedCredentialRow,
  { username, certificate }: TypedSecret,
): CredentialConfig {
  if (auth_type === 'mtls') return { ...config, certificate: `${certificate.trim()}\n` };
  if (auth_type !== 'basic') return config;
  if (usernameForm.test(username)) return { ...config, username };
  throw unprocessable('secret_malformed', '/config/username', 'a name must be one line without a colon');
}
