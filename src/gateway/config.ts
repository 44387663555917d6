/** Variables of the gateway, read once. */
import { annotations, defaultSessionId } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../contract/control/gateway-report.ts';
import { limits } from '../contract/limits.ts';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { mcpEndpointVariables } from '../platform/mcp/variables.ts';
import { gatewaySecretVariable, sharedVariables, trustBundleVariable } from '../platform/shared-config.ts';
import { defaultPolicySettings } from '../policy/default-policy.ts';

const hostPattern = '(?:[A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]{1,5})?';
const exceptPattern = `^(?:${hostPattern}(?: *, *${hostPattern})*)?$`;

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
        'Second port, where services of the organisation (the MCP gateway) send tool calls to be judged, authenticated by an ' +
        'X.509-SVID. Needs GATEWAY_MTLS; no second port if unset',
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
      'Workspaces that this gateway serves, separated by commas; they must match the workspaces that its key is ' +
      'limited to; all if empty',
  }),
  GATEWAY_CHAIN_ID: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      description:
        'Receipt chain to continue in an empty data folder before its export is imported; a new chain if absent',
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
      'Names of further client headers, separated by commas, that go to the model server; auditors read ' +
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
  GATEWAY_AUDITORS: Type.String({
    default: '',
    maxLength: 4_096,
    annotation: annotations.auditors,
    description:
      "Auditors of the gateway's own chain that are asked, separated by commas: names of its items, or built-in ones; all " +
      'items if empty. Annotation vendor.io/auditors',
  }),
  GATEWAY_SKIP_AUDIT: Type.Boolean({
    default: false,
    annotation: annotations.skipAudit,
    description:
      "true asks no auditor of the gateway's own chain; calls are recorded, and policies and the chains that the verifier " +
      'configures hold. Annotation vendor.io/skip-audit',
  }),
  GATEWAY_AUDITORS_FILE: Type.Optional(
    Type.String({
      description:
        'JSON file with the commands by which this machine runs auditors that a chain or an app gives as an image',
    }),
  ),
  GATEWAY_POLICY_FILE: Type.Optional(
    Type.String({ description: 'Cedar policies; policy.cedar in the data folder if absent' }),
  ),
  GATEWAY_CONFIG: Type.Union([Type.Literal('auto'), Type.Literal('files')], {
    default: 'auto',
    description:
      'auto uses the configuration of the verifier if one is set, and refuses calls until it has arrived; ' +
      'files uses the files of this gateway only and never asks the verifier',
  }),
  GATEWAY_CONFIG_MAX_LAG_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description:
      'How long newer configuration of the verifier may be known and not in use before /health has ready: false',
  }),
  GATEWAY_ORGANIZATION: Type.String({
    default: 'default',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Organisation whose configuration is used; configuration of another organisation is refused',
  }),
  GATEWAY_BUNDLE_KEYS_FILE: Type.Optional(
    Type.String({
      description:
        'JWKS of the verifier keys that may sign the configuration; if absent the keys of the first contact and the keys ' +
        'that those announce',
    }),
  ),
  GATEWAY_APPROVAL_PREVIEW_CHARS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 4_000,
    description:
      'How many characters of the input approvers see, with the spans that auditors marked replaced; ' +
      '0 shows nothing',
  }),
  GATEWAY_MODE: Type.Union([Type.Literal('enforce'), Type.Literal('observe')], {
    default: 'enforce',
    annotation: annotations.auditMode,
    description:
      'observe never blocks and records the decision that enforce would have made. Annotation vendor.io/audit-mode',
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
    description: 'Deadline of all auditors of a phase; inputs over 32 KiB get one more millisecond per 256 characters',
  }),
  GATEWAY_AUDITOR_HEALTH_MS: Type.Integer({
    default: 5_000,
    minimum: 0,
    maximum: 3_600_000,
    description: 'Interval of health checks of auditors; 0 turns them off',
  }),
  GATEWAY_WORKERS: Type.Integer({
    default: 1,
    minimum: 0,
    maximum: 64,
    description: 'Worker threads for inputs over 32 KiB; 0 uses the main thread',
  }),
  GATEWAY_MAX_BODY_BYTES: Type.Integer({
    default: limits.bodyBytes,
    minimum: 1024,
    description: 'Largest request body',
  }),
  GATEWAY_MAX_CONCURRENT: Type.Integer({
    default: 2_048,
    minimum: 1,
    description: 'Maximum of concurrent exchanges; one more is answered 503 with Retry-After',
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
      'Calls https URLs of verifier, attestor and auditors with mTLS and its own X.509-SVID; GATEWAY_VERIFIER_URL is then ' +
      "that of the verifier's VERIFIER_MTLS_PORT",
  }),
  GATEWAY_MTLS_EXCEPT: Type.String({
    default: '',
    maxLength: 16_384,
    pattern: exceptPattern,
    description:
      'Auditors outside of the organisation: host or host:port of their https URLs, separated by commas. GATEWAY_MTLS does not ' +
      'apply to them: the system checks their certificates, and they see none of this gateway',
  }),
  GATEWAY_VERIFIER_KEY: SecretVariable({
    description:
      'API key with purpose gateway for the verifier; a token from ASSAY_GATEWAY_SECRET if absent. With GATEWAY_MTLS it fetches the ' +
      'certificate and is used for nothing else',
  }),
  GATEWAY_REATTEST_HOURS: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 720,
    description: 'Interval at which the Evidence key answers a new challenge of the verifier; 0 never again',
  }),
  GATEWAY_WITNESS: Type.Union([Type.Literal('off'), Type.Literal('on'), Type.Literal('strict')], {
    default: 'on',
    description:
      'Whether the verifier witnesses checkpoints of the receipt chain; strict refuses calls while the witness lags, and ' +
      'refuses to start without the witness',
  }),
  GATEWAY_WITNESS_MAX_LAG_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description:
      'How long a receipt may wait for the witness before /health names it as a problem and, if GATEWAY_WITNESS is ' +
      'strict, calls are refused',
  }),
  GATEWAY_WITNESS_STOP_LAG_MS: Type.Integer({
    default: 86_400_000,
    minimum: 0,
    description:
      'How long a receipt may wait for the witness before exchanges are answered 503 with Retry-After if GATEWAY_WITNESS ' +
      'is on; 0 never',
  }),
  GATEWAY_BACKLOG_PROBLEM: Type.Integer({
    default: 10_000,
    minimum: 1,
    description: 'Number of receipts that may wait for the verifier before /health names it as a problem',
  }),
  GATEWAY_BACKLOG_MAX: Type.Integer({
    default: 250_000,
    minimum: 0,
    description:
      'Number of receipts that may wait for the verifier before exchanges are answered 503 with Retry-After (about 3 GB of disk at ' +
      'the default); 0 never',
  }),
  GATEWAY_ALLOWED_FEATURES: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'Provider features, separated by commas, that the default policy allows unless settings say otherwise: mcp, ' +
        'code_execution and the like; see docs/policies.md',
    }),
  ),
  INJECTION_THRESHOLD: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Default of the setting threshold of that auditor; the auditor's own default (0.8) if unset",
    }),
  ),
  INJECTION_BLOCK_ON_DETECTION: Type.Optional(
    Type.Boolean({
      description: 'Default of the setting block_on_detection of that auditor; false only notes findings (true)',
    }),
  ),
  TOXICITY_THRESHOLD: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Default of the setting threshold of that auditor; the auditor's own default (0.7) if unset",
    }),
  ),
  TOXICITY_BLOCK_ON_DETECTION: Type.Optional(
    Type.Boolean({
      description: 'Default of the setting block_on_detection of that auditor; false only notes findings (true)',
    }),
  ),
  TOXICITY_REPLACEMENT_MESSAGE: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Default of the setting replacement_message of that auditor: the text of a refusal because of toxicity (${defaultPolicySettings.TOXICITY_REPLACEMENT_MESSAGE})`,
    }),
  ),
  VENDOR_SESSION_ID: Type.String({
    default: defaultSessionId,
    description: 'Session that is recorded if a caller names none',
  }),
  ...mcpEndpointVariables,
});

export type GatewayConfig = Readonly<Static<typeof gatewayVariables>>;

/** @throws AppError `config` that names every invalid variable. */
export function loadGatewayConfig(env: Environment, report?: (message: string) => void): GatewayConfig {
  return loadConfig(gatewayVariables, env, { prefix: 'GATEWAY_', ...(report === undefined ? {} : { report }) });
}
