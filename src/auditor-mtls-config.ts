/** Variables of the mTLS port of an auditor, read once. */
import { type Static, Type } from 'typebox';
import { type Environment, loadConfig, SecretVariable } from './platform/config.ts';
import { sharedVariables, trustBundleVariable } from './platform/shared-config.ts';

/** Variable of the port. With several auditors in one process it would name none of them. */
export const auditorMtlsPortVariable = 'AUDITOR_MTLS_PORT';

export const auditorMtlsVariables = Type.Object({
  ...trustBundleVariable,
  ASSAY_TRUST_DOMAIN: sharedVariables.ASSAY_TRUST_DOMAIN,
  ASSAY_LOG_LEVEL: sharedVariables.ASSAY_LOG_LEVEL,
  ASSAY_LOG_FORMAT: sharedVariables.ASSAY_LOG_FORMAT,
  AUDITOR_MTLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Second port of an auditor that runs alone: gateways are authenticated by an X.509-SVID instead of AUDITOR_TOKEN. 0 takes a ' +
        'free port; no second port if unset',
    }),
  ),
  AUDITOR_MTLS_HOST: Type.String({ default: '127.0.0.1', description: 'Address that the second port is bound to' }),
  AUDITOR_VERIFIER_URL: Type.Optional(
    Type.String({
      pattern: '^https://',
      description: "URL of the verifier's VERIFIER_MTLS_PORT, where the auditor fetches its certificate",
    }),
  ),
  AUDITOR_VERIFIER_KEY: SecretVariable({
    description: "API key with purpose gateway, for the auditor's id, to fetch the certificate with",
  }),
  GATEWAY_ORGANIZATION: Type.String({
    default: 'default',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Organisation of the gateways that may call; it gives the trust domain',
  }),
});

export type AuditorMtlsConfig = Readonly<Static<typeof auditorMtlsVariables>>;

/** @throws AppError `config` that names every invalid variable. */
export function loadAuditorMtlsConfig(env: Environment): AuditorMtlsConfig {
  return loadConfig(auditorMtlsVariables, env, { prefix: 'AUDITOR_MTLS_' });
}
