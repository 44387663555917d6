/** Variables of the gateway, read once. */
import { defaultSessionId } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../contract/control/gateway-report.ts';
import { limits } from '../contract/limits.ts';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { mcpEndpointVariables } from '../platform/mcp/variables.ts';
import { gatewaySecretVariable, sharedVariables, trustBundleVariable } from '../platform/shared-config.ts';
import { defaultPolicySettings } from '../policy/default-policy.ts';

export const gatewayVariables = Type.Object({
  ...sharedVariables,
  ...trustBundleVariable,
  ...gatewaySecretVariable,
  GATEWAY_HOST: Type.String({ default: '127.0.0.1', description: 'Address to bind to' }),
  GATEWAY_PORT: Type.Integer({ default: 8300, minimum: 0, maximum: 65535, description: 'Port; 0 takes a free one' }),
  GATEWAY_MTLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Second port, where services of the organisation (the MCP gateway) have calls of tools judged, known by an ' +
        'X.509-SVID; needs GATEWAY_MTLS; none if unset',
    }),
  ),
  GATEWAY_ID: Type.String({
    default: 'local',
    pattern: gatewayIdPattern,
    maxLength: 64,
    description: 'Name of this gateway in its SPIFFE id',
  }),
  GATEWAY_WORKSPACES: Type.String({
    default: '',
    maxLength: 16_384,
    description:
      'Workspaces whose agents alone are served here, separated by commas: those that the key of this gateway is ' +
      'limited to; all if empty',
  }),
  GATEWAY_CHAIN_ID: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      description: 'Receipt chain to go on with in an empty data folder, before its export is imported; new if absent',
    }),
  ),
  GATEWAY_UPSTREAM_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Model server; the built-in echo model if absent' }),
  ),
  GATEWAY_UPSTREAM_KEY: SecretVariable({ description: "Credential for the model server; replaces the client's own" }),
  GATEWAY_FORWARDED_HEADERS: Type.String({
    default: '',
    maxLength: 1024,
    description:
      'Names of client headers, separated by commas, that go to the model server besides the usual ones; auditors read ' +
      'their values',
  }),
  GATEWAY_UPSTREAM_TIMEOUT_MS: Type.Integer({
    default: 120_000,
    minimum: 100,
    description: 'Time to the first byte of the model, and between two chunks',
  }),
  GATEWAY_CHAIN_FILE: Type.Optional(
    Type.String({ description: 'Chain manifest, YAML or JSON; built-in chain if absent' }),
  ),
  GATEWAY_POLICY_FILE: Type.Optional(
    Type.String({ description: 'Cedar policies; policy.cedar in the data folder if absent' }),
  ),
  GATEWAY_CONFIG: Type.Union([Type.Literal('auto'), Type.Literal('files')], {
    default: 'auto',
    description:
      'auto acts on the configuration of the verifier where one is named, and answers nothing before it has given one; ' +
      'files acts on the files of this gateway alone and never asks',
  }),
  GATEWAY_CONFIG_MAX_LAG_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description:
      'How long newer configuration of the verifier may be known and not acted on before /health has ready: false',
  }),
  GATEWAY_ORGANIZATION: Type.String({
    default: 'default',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Organisation whose configuration is acted on; that of another one is refused',
  }),
  GATEWAY_BUNDLE_KEYS_FILE: Type.Optional(
    Type.String({
      description:
        'JWKS of the verifier keys that may sign the configuration; if absent those of the first contact, and those ' +
        'that they announce',
    }),
  ),
  GATEWAY_APPROVAL_PREVIEW_CHARS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 4_000,
    description:
      'How much of the input people are shown who are asked for an approval, with what auditors marked in it replaced; ' +
      '0 shows nothing of it',
  }),
  GATEWAY_MODE: Type.Union([Type.Literal('enforce'), Type.Literal('observe')], {
    default: 'enforce',
    description: 'observe never blocks and records what it would have done',
  }),
  GATEWAY_STREAM_MODE: Type.Union([Type.Literal('buffer'), Type.Literal('window'), Type.Literal('pass')], {
    default: 'buffer',
    description:
      'buffer holds a streamed answer until it is decided; window releases it sentence by sentence, each after its ' +
      'audit; pass works in observe mode only',
  }),
  GATEWAY_AUDITOR_TIMEOUT_MS: Type.Integer({
    default: 2_000,
    minimum: 10,
    maximum: 120_000,
    description:
      'Deadline of all auditors of a phase; inputs over 32 KiB get a millisecond more for each 256 characters',
  }),
  GATEWAY_AUDITOR_HEALTH_MS: Type.Integer({
    default: 5_000,
    minimum: 0,
    maximum: 3_600_000,
    description: 'Time between two questions for the health of an auditor; 0 never asks',
  }),
  GATEWAY_WORKERS: Type.Integer({
    default: 1,
    minimum: 0,
    maximum: 64,
    description: 'Worker threads for inputs over 32 KiB; 0 judges them in the main thread',
  }),
  GATEWAY_MAX_BODY_BYTES: Type.Integer({
    default: limits.bodyBytes,
    minimum: 1024,
    description: 'Largest request body',
  }),
  GATEWAY_MAX_CONCURRENT: Type.Integer({
    default: 2_048,
    minimum: 1,
    description: 'Exchanges under way; one more is answered 503 with Retry-After',
  }),
  GATEWAY_ATTESTOR_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Attestor in another process' }),
  ),
  GATEWAY_VERIFIER_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Verifier in another process' }),
  ),
  GATEWAY_MTLS: Type.Boolean({
    default: false,
    description:
      'Calls https URLs of verifier and attestor by mTLS with an X.509-SVID of its own; GATEWAY_VERIFIER_URL is then ' +
      "that of the verifier's VERIFIER_MTLS_PORT",
  }),
  GATEWAY_VERIFIER_KEY: SecretVariable({
    description:
      'API key of purpose gateway to show the verifier; a token by ASSAY_GATEWAY_SECRET if absent. With GATEWAY_MTLS it fetches the ' +
      'certificate and is shown for nothing else',
  }),
  GATEWAY_REATTEST_HOURS: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 720,
    description: 'Time after which the Evidence key answers another challenge of the verifier; 0 never again',
  }),
  GATEWAY_WITNESS: Type.Union([Type.Literal('off'), Type.Literal('on'), Type.Literal('strict')], {
    default: 'on',
    description:
      'Whether the verifier witnesses checkpoints of the receipt chain; strict refuses to answer while it lags, and ' +
      'to start without its word',
  }),
  GATEWAY_WITNESS_MAX_LAG_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description:
      'How long a receipt may wait to be witnessed before /health names it as a problem and, where GATEWAY_WITNESS is ' +
      'strict, nothing more is answered',
  }),
  GATEWAY_WITNESS_STOP_LAG_MS: Type.Integer({
    default: 86_400_000,
    minimum: 0,
    description:
      'How long a receipt may wait to be witnessed before exchanges are answered 503 with Retry-After where GATEWAY_WITNESS ' +
      'is on; 0 never',
  }),
  GATEWAY_BACKLOG_PROBLEM: Type.Integer({
    default: 10_000,
    minimum: 1,
    description: 'Receipts that may wait for the verifier before /health names it as a problem',
  }),
  GATEWAY_BACKLOG_MAX: Type.Integer({
    default: 250_000,
    minimum: 0,
    description:
      'Receipts that may wait for the verifier before exchanges are answered 503 with Retry-After (about 3 GB of disk at ' +
      'the default); 0 never',
  }),
  GATEWAY_ALLOWED_FEATURES: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'Features of providers, separated by commas, that the default policy allows wherever nobody sets them: mcp, ' +
        'code_execution and the like; see docs/policies.md',
    }),
  ),
  INJECTION_THRESHOLD: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Setting threshold of that auditor wherever nobody sets it; unset, what the auditor itself goes by (0.8)',
    }),
  ),
  INJECTION_BLOCK_ON_DETECTION: Type.Optional(
    Type.Boolean({
      description:
        'Setting block_on_detection of that auditor wherever nobody sets it; false: findings are only noted (true)',
    }),
  ),
  TOXICITY_THRESHOLD: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Setting threshold of that auditor wherever nobody sets it; unset, what the auditor itself goes by (0.7)',
    }),
  ),
  TOXICITY_BLOCK_ON_DETECTION: Type.Optional(
    Type.Boolean({
      description:
        'Setting block_on_detection of that auditor wherever nobody sets it; false: findings are only noted (true)',
    }),
  ),
  TOXICITY_REPLACEMENT_MESSAGE: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Setting replacement_message of that auditor wherever nobody sets it: the text of a refusal that toxicity caused (${defaultPolicySettings.TOXICITY_REPLACEMENT_MESSAGE})`,
    }),
  ),
  VENDOR_SESSION_ID: Type.String({
    default: defaultSessionId,
    description: 'Session recorded when a caller names none',
  }),
  ...mcpEndpointVariables,
});

export type GatewayConfig = Readonly<Static<typeof gatewayVariables>>;

/** @throws AppError `config` that names every invalid variable. */
export function loadGatewayConfig(env: Environment, report?: (message: string) => void): GatewayConfig {
  return loadConfig(gatewayVariables, env, { prefix: 'GATEWAY_', ...(report === undefined ? {} : { report }) });
}
