/** Variables of the attestor, read once. */
import { type Static, Type } from 'typebox';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { sharedVariables } from '../platform/shared-config.ts';

const spiffeName = '^[A-Za-z0-9._-]{1,64}$';

export const attestorVariables = Type.Object({
  ...sharedVariables,
  ATTESTOR_HOST: Type.String({ default: '127.0.0.1', description: 'Address to bind to' }),
  ATTESTOR_PORT: Type.Integer({ default: 8400, minimum: 0, maximum: 65535, description: 'Port; 0 takes a free one' }),
  ATTESTOR_ID: Type.String({
    default: 'local',
    pattern: spiffeName,
    description: 'Name of this attestor in its SPIFFE id',
  }),
  ATTESTOR_TEE: Type.Union([Type.Literal('software')], {
    default: 'software',
    description: 'Kind of environment that attests the key; software is refused in production',
  }),
  ATTESTOR_TOKEN: SecretVariable({
    minLength: 32,
    description: 'Secret that its gateway presents; a new one at each start, in attestor-token, if absent',
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

/** SPIFFE id of this attestor. */
export function attestorSpiffeId(config: AttestorConfig): string {
  return `spiffe://${config.ASSAY_TRUST_DOMAIN}/attestor/${config.ATTESTOR_ID}`;
}

/** SPIFFE id of the gateway that it signs for. */
export function gatewaySpiffeId(config: AttestorConfig): string {
  return `spiffe://${config.ASSAY_TRUST_DOMAIN}/gateway/${config.GATEWAY_ID}`;
}
