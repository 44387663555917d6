/** Variables that every service reads. A service spreads them into its own schema. */
import { Type } from 'typebox';
import { SecretVariable } from './config.ts';
import { logFormats, logLevels } from './log.ts';

/** For callers of the verifier by mTLS. */
export const trustBundleVariable = {
  ASSAY_TRUST_BUNDLE_FILE: Type.Optional(
    Type.String({
      description:
        'PEM file of the authorities that identify the verifier at the first contact with mTLS: trust-bundle.pem of ' +
        'its data folder, or the output of assay spiffe bundle',
    }),
  ),
};

/** For the verifier and its gateways. */
export const gatewaySecretVariable = {
  ASSAY_GATEWAY_SECRET: SecretVariable({
    minLength: 32,
    description:
      'Secret that gateways share with the verifier and derive their tokens from, each for its own id; the secret of the ' +
      'data folder if absent. Anyone with it can act as any gateway, so across machines use API keys with purpose gateway, or mTLS',
  }),
};

export const sharedVariables = {
  ASSAY_DATA_DIR: Type.String({ default: '.assay', description: 'Folder of all persistent data' }),
  ASSAY_ENV: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'development',
    description: 'production refuses settings that are only for trials',
  }),
  ASSAY_LOG_LEVEL: Type.Union(
    logLevels.map((level) => Type.Literal(level)),
    { default: 'info', description: 'Lowest level of log lines' },
  ),
  ASSAY_LOG_FORMAT: Type.Union(
    logFormats.map((format) => Type.Literal(format)),
    {
      default: 'json',
      description:
        'Form of log lines. text has one line for people; it is the default on a terminal, where the lowest level is then warn',
    },
  ),
  ASSAY_ANNOTATIONS_FILE: Type.Optional(
    Type.String({
      description:
        'File of the Kubernetes downward API with the annotations of the pod: a variable that the environment does not ' +
        'set is taken from vendor.io/<its name in lower case, with hyphens>. It is read once, at start; secrets are refused in it',
    }),
  ),
  ASSAY_TRUST_DOMAIN: Type.String({
    default: 'assay.local',
    pattern: '^[a-z0-9._-]{1,255}$',
    description: 'SPIFFE trust domain of all identities',
  }),
  ASSAY_AUTHENTICATION: Type.Union([Type.Literal('local'), Type.Literal('required')], {
    default: 'local',
    description:
      'local: calls on loopback need no credential; required: every call needs an API key, an access token or a ' +
      'certificate. This or ASSAY_ACCESS_TOKEN is needed when bound to anything but loopback',
  }),
  ASSAY_ACCESS_TOKEN: SecretVariable({
    minLength: 32,
    description: 'One token with role operator for all callers; every caller then needs a credential',
  }),
};
