/** Variables that every service reads. A service spreads them into its own schema. */
import { Type } from 'typebox';
import { SecretVariable } from './config.ts';
import { logLevels } from './log.ts';

/** For callers of the verifier by mTLS. */
export const trustBundleVariable = {
  ASSAY_TRUST_BUNDLE_FILE: Type.Optional(
    Type.String({
      description:
        'PEM file of the authorities that the verifier is known by at the first contact by mTLS: trust-bundle.pem of ' +
        'its data folder, or the output of assay spiffe bundle',
    }),
  ),
};

/** For the verifier and its gateways. */
export const gatewaySecretVariable = {
  ASSAY_GATEWAY_SECRET: SecretVariable({
    minLength: 32,
    description:
      'Secret from which gateways that share it with the verifier make their tokens, each for its own id; that of the ' +
      'data folder if absent. Whoever holds it can be any gateway: elsewhere use API keys of purpose gateway, or mTLS',
  }),
};

export const sharedVariables = {
  ASSAY_DATA_DIR: Type.String({ default: '.assay', description: 'Folder of everything that persists' }),
  ASSAY_ENV: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'development',
    description: 'production refuses what is only fit for trying out',
  }),
  ASSAY_LOG_LEVEL: Type.Union(
    logLevels.map((level) => Type.Literal(level)),
    { default: 'info', description: 'Least level of a log line' },
  ),
  ASSAY_TRUST_DOMAIN: Type.String({
    default: 'assay.local',
    pattern: '^[a-z0-9._-]{1,255}$',
    description: 'SPIFFE trust domain of every identity made here',
  }),
  ASSAY_AUTHENTICATION: Type.Union([Type.Literal('local'), Type.Literal('required')], {
    default: 'local',
    description:
      'local: calls on loopback need no credential; required: every call shows an API key, an access token or a ' +
      'certificate. Needed, or ASSAY_ACCESS_TOKEN, when bound to anything but loopback',
  }),
  ASSAY_ACCESS_TOKEN: SecretVariable({
    minLength: 32,
    description: 'One token for everybody, of role operator; then every caller must show a credential',
  }),
};
