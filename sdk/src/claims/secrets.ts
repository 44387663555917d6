/** Standard claim about leaked secrets (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper } from './standard-claim.ts';

export interface SecretFinding {
  type: string;
  /** 1 for the first line. */
  line: number;
  /** Whether it was redacted, or its redacted form; never the secret. */
  redacted: boolean | string;
}

export interface SecretsParameters extends CommonParameters {
  secrets_found: readonly SecretFinding[];
  redacted?: boolean | undefined;
}

const FindingSchema = Type.Object({
  type: Type.String({ minLength: 1 }),
  line: Type.Integer({ minimum: 0 }),
  redacted: Type.Union([Type.Boolean(), Type.String()]),
});

/** `secret_leaked`: true when there is at least one finding. */
export const secretsClaim = createHelper<SecretsParameters>({
  helper: 'secretsClaim',
  claim: 'secret_leaked',
  type: 'boolean',
  parameters: Type.Object(
    {
      secrets_found: Type.Array(FindingSchema),
      redacted: Type.Optional(Type.Boolean()),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { redacted: false },
  contradiction: ({ redacted, secrets_found: secrets }) =>
    redacted === true && secrets.some((secret) => secret.redacted === false)
      ? 'redacted is true, but a secret of secrets_found is not redacted'
      : undefined,
  value: ({ secrets_found: secrets }) => secrets.length > 0,
});
