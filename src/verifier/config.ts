/** Settings of the verifier. */
import { type Static, Type } from 'typebox';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { isLoopback } from '../platform/http/access.ts';
import { loopbackBlocks, type OutboundAllow, parseOutboundAllow } from '../platform/http/outbound-addresses.ts';
import { sharedVariables } from '../platform/shared-config.ts';

export const VerifierConfigSchema = Type.Object({
  ...sharedVariables,
  VERIFIER_PORT: Type.Integer({ default: 8200, minimum: 0, maximum: 65535, description: 'Port of the API' }),
  VERIFIER_HOST: Type.String({ default: '127.0.0.1', description: 'Address to bind to' }),
  DATABASE_URL: SecretVariable({ description: 'postgres://…; the embedded database in the data folder if unset' }),
  ASSAY_PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s]+$', description: "The verifier's own URL: issuer of passports" }),
  ),
  VERIFIER_PASSPORT_TTL_S: Type.Integer({
    default: 86_400,
    minimum: 60,
    maximum: 31_536_000,
    description: 'Longest validity of a passport',
  }),
  VERIFIER_PASSPORT_RENEW_MS: Type.Integer({
    default: 1000,
    minimum: 0,
    maximum: 3_600_000,
    description: 'At most one renewal per agent in this time unless the status changes; nothing waits longer',
  }),
  VERIFIER_ROOTS_FILE: Type.Optional(
    Type.String({
      description:
        'PEM file of vendor roots to trust besides the pinned ones, for tests and staging; production refuses it',
    }),
  ),
  VERIFIER_COLLATERAL_DIR: Type.Optional(
    Type.String({
      description: "Folder of revocation lists and Intel's TCB documents; collateral in the data folder if absent",
    }),
  ),
  VERIFIER_OUTBOUND_ALLOW: Type.Optional(
    Type.String({
      maxLength: 8_192,
      description:
        'Private hosts, addresses or blocks such as 10.0.0.0/8, separated by commas, that the verifier may call ' +
        'besides public ones over https; loopback if unset while it is bound to loopback and not in production',
    }),
  ),
  VERIFIER_PUBLIC_RECEIPTS: Type.Boolean({
    default: true,
    description: 'Whoever holds the id of a receipt may check it without an account; it shows hashes, no content',
  }),
});

export type VerifierConfig = Readonly<Static<typeof VerifierConfigSchema>>;

/** Reads the settings of the verifier. @throws AppError `config`. */
export function loadVerifierConfig(env: Environment, report?: (message: string) => void): VerifierConfig {
  return loadConfig(VerifierConfigSchema, env, { prefix: 'VERIFIER_', ...(report === undefined ? {} : { report }) });
}

/** What passports name as their issuer: the verifier's URL, or its SPIFFE id when the port is only known at run time. */
export function issuerOf(config: VerifierConfig): string {
  if (config.ASSAY_PUBLIC_URL !== undefined) return config.ASSAY_PUBLIC_URL;
  if (config.VERIFIER_PORT === 0) return `spiffe://${config.ASSAY_TRUST_DOMAIN}/verifier/default`;
  const host = config.VERIFIER_HOST.includes(':') ? `[${config.VERIFIER_HOST}]` : config.VERIFIER_HOST;
  return `http://${host}:${config.VERIFIER_PORT}`;
}

/** What the verifier may call for whoever names a target. @throws AppError `config`. */
export function outboundAllowOf(config: VerifierConfig): OutboundAllow {
  const named = config.VERIFIER_OUTBOUND_ALLOW;
  if (named !== undefined) return parseOutboundAllow(named);
  const isTriedOut = isLoopback(config.VERIFIER_HOST) && config.ASSAY_ENV !== 'production';
  return parseOutboundAllow(isTriedOut ? loopbackBlocks : '');
}
