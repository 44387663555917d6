/** Variables of the attestor, read once. */
import { type Static, Type } from 'typebox';
import { formatSpiffeId, trustDomainOf } from '../contract/spiffe.ts';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { sharedVariables, trustBundleVariable } from '../platform/shared-config.ts';

const spiffeName = '^[A-Za-z0-9._-]{1,64}$';

const kinds = [
  Type.Literal('auto'),
  Type.Literal('software'),
  Type.Literal('sev-snp'),
  Type.Literal('tdx'),
  Type.Literal('nitro'),
];

export const attestorVariables = Type.Object({
  ...sharedVariables,
  ...trustBundleVariable,
  ATTESTOR_HOST: Type.String({ default: '127.0.0.1', description: 'Address to bind to' }),
  ATTESTOR_PORT: Type.Integer({ default: 8400, minimum: 0, maximum: 65535, description: 'Port; 0 takes a free one' }),
  ATTESTOR_MTLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Second port that authenticates its gateway by an X.509-SVID instead of the secret; no second port if unset',
    }),
  ),
  ATTESTOR_VERIFIER_URL: Type.Optional(
    Type.String({
      pattern: '^https://',
      description: "URL of the verifier's VERIFIER_MTLS_PORT, where the attestor fetches its certificate",
    }),
  ),
  ATTESTOR_VERIFIER_KEY: SecretVariable({ description: 'API key with purpose gateway to fetch the certificate with' }),
  GATEWAY_ORGANIZATION: Type.String({
    default: 'default',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Organisation of that gateway; it gives the trust domain for mTLS',
  }),
  ATTESTOR_ID: Type.String({
    default: 'local',
    pattern: spiffeName,
    description: 'Name of this attestor in its SPIFFE id',
  }),
  ATTESTOR_TEE: Type.Union(kinds, {
    default: 'auto',
    description:
      'Kind of environment that attests the key; auto uses the hardware that it finds, else software, which production refuses',
  }),
  ATTESTOR_TSM_PATH: Type.String({
    default: '/sys/kernel/config/tsm/report',
    description: "Folder of the kernel's report interface (configfs-tsm: SEV-SNP and TDX)",
  }),
  ATTESTOR_CERTIFICATES: Type.Optional(
    Type.String({
      description: 'PEM file of the chip certificate, for an SNP host that does not give it to its guests',
    }),
  ),
  ATTESTOR_NITRO_HELPER: Type.Optional(
    Type.String({ description: 'Program that calls the Nitro security module (docs/attestation/helpers.md)' }),
  ),
  ATTESTOR_NVIDIA_HELPER: Type.Optional(
    Type.String({ description: 'Program that gets the report of the GPU; it accompanies the report of the CPU' }),
  ),
  ATTESTOR_REGION: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      description: 'Where it runs, as a policy may ask: declared in every key attestation, not proven',
    }),
  ),
  ATTESTOR_KEY_HOURS: Type.Number({
    default: 24,
    minimum: 0,
    maximum: 8_760,
    description: 'Age at which the Evidence key is replaced without a pause; 0 never replaces it',
  }),
  ATTESTOR_TOKEN: SecretVariable({
    minLength: 32,
    description: 'Secret that its gateway presents; if absent, each start writes a new one to attestor-token',
  }),
  GATEWAY_ID: Type.String({
    default: 'local',
    pattern: spiffeName,
    description: 'Name of the one gateway whose Evidence is signed',
  }),
});

export type AttestorConfig = Readonly<Static<typeof attestorVariables>>;

/** @throws AppError `config` that names every wrong variable. */
export function loadAttestorConfig(env: Environment, report?: (message: string) => void): AttestorConfig {
  return loadConfig(attestorVariables, env, { prefix: 'ATTESTOR_', ...(report === undefined ? {} : { report }) });
}

export function attestorSpiffeId(config: AttestorConfig): string {
  return `spiffe://${config.ASSAY_TRUST_DOMAIN}/attestor/${config.ATTESTOR_ID}`;
}

/** SPIFFE id of the certificate that the mTLS port accepts: that gateway, in the trust domain of its organisation. */
export function gatewayCertificateId(config: AttestorConfig): string {
  const trustDomain = trustDomainOf(config.ASSAY_TRUST_DOMAIN, config.GATEWAY_ORGANIZATION);
  return formatSpiffeId({ trustDomain, path: ['gateway', config.GATEWAY_ID] });
}

/** SPIFFE id of the gateway that it signs for. */
export function gatewaySpiffeId(config: AttestorConfig): string {
  return `spiffe://${config.ASSAY_TRUST_DOMAIN}/gateway/${config.GATEWAY_ID}`;
}
