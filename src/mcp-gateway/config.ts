/** Variables of the MCP gateway, read once. */
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../contract/control/gateway-report.ts';
import { type Environment, loadConfig, SecretVariable } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { isLoopback } from '../platform/http/access.ts';
import {
  loopbackBlocks,
  type OutboundAllow,
  parseOutboundAllow,
  touchesLoopback,
} from '../platform/http/outbound-addresses.ts';
import { mcpEndpointVariables, toMcpSettings } from '../platform/mcp/variables.ts';
import { gatewaySecretVariable, sharedVariables, trustBundleVariable } from '../platform/shared-config.ts';
import { parseUrl } from '../platform/url.ts';
import { defaultCallSettings } from './calls/limits.ts';

const url = '^https?://[^\\s]+$';

export const mcpGatewayVariables = Type.Object({
  ...sharedVariables,
  ...trustBundleVariable,
  ...gatewaySecretVariable,
  MCP_GATEWAY_ENABLED: Type.Boolean({ default: true, description: 'false: it is not started' }),
  MCP_GATEWAY_HOST: Type.String({ default: '127.0.0.1', description: 'Address to bind to' }),
  MCP_GATEWAY_PORT: Type.Integer({
    default: 8100,
    minimum: 0,
    maximum: 65535,
    description: 'Port; 0 takes a free one',
  }),
  MCP_GATEWAY_ID: Type.String({
    default: 'mcp',
    pattern: gatewayIdPattern,
    maxLength: 64,
    description: 'Name of this gateway in its SPIFFE id; it must differ from every GATEWAY_ID',
  }),
  MCP_GATEWAY_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: url,
      description:
        "URL that clients know it by, the same as the verifier's VERIFIER_MCP_GATEWAY_URL: tokens have to be meant for " +
        "it. The verifier's value if absent",
    }),
  ),
  MCP_GATEWAY_OAUTH_ISSUER: Type.Optional(
    Type.String({
      pattern: url,
      description:
        "OAuth 2.1 issuer that clients are sent to, as its tokens name it in iss; the verifier's own if absent. Tokens of " +
        'an issuer other than the verifier are valid for people that the verifier knows by its VERIFIER_OIDC_ISSUER. Required in ' +
        'production. If it is set, every call needs a credential',
    }),
  ),
  MCP_GATEWAY_MTLS_ENABLED: Type.Boolean({
    default: true,
    description:
      'Calls services in other processes with mTLS and its own X.509-SVID; a service without a certificate is ' +
      'skipped, except for services on loopback outside of production',
  }),
  MCP_GATEWAY_MTLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Second port for agents with an X.509-SVID and for certificate-bound tokens; 0 takes a free port, ' +
        'none if unset. Needs MCP_GATEWAY_MTLS_ENABLED, and MCP_GATEWAY_VERIFIER_URL of its VERIFIER_MTLS_PORT',
    }),
  ),
  MCP_GATEWAY_DPOP_NONCE: Type.Boolean({
    default: false,
    description:
      'DPoP proofs need a nonce of this process (RFC 9449 section 9), so a restart makes no old proof ' +
      'valid again. Not for several processes behind one address, because each has its own nonces',
  }),
  MCP_GATEWAY_DISCOVERY_INTERVAL: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 86_400,
    description: 'Seconds between two checks of the tools of services and servers',
  }),
  MCP_GATEWAY_ORGANIZATION: Type.String({
    default: 'default',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description: 'Organisation whose agents it serves; the configuration of another organisation is refused',
  }),
  MCP_GATEWAY_BUNDLE_KEYS_FILE: Type.Optional(
    Type.String({
      description:
        'JWKS of the verifier keys that may sign the configuration; if absent the keys of the first contact and the keys ' +
        'that those announce',
    }),
  ),
  MCP_GATEWAY_CONFIG_MAX_LAG_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description:
      'How long newer configuration of the verifier may be known and not in use before /health has ready: false',
  }),
  MCP_GATEWAY_VERIFIER_URL: Type.Optional(
    Type.String({
      pattern: url,
      description: 'Verifier in another process; with mTLS the URL of its VERIFIER_MTLS_PORT',
    }),
  ),
  MCP_GATEWAY_VERIFIER_KEY: SecretVariable({
    description:
      'API key with purpose gateway for the verifier; a token from ASSAY_GATEWAY_SECRET if absent. With mTLS it fetches the ' +
      'certificate and is used for nothing else',
  }),
  MCP_GATEWAY_GATEWAY_URL: Type.Optional(
    Type.String({
      pattern: url,
      description:
        'Gateway in another process that judges and records tool calls; with mTLS the URL of its GATEWAY_MTLS_PORT',
    }),
  ),
  MCP_GATEWAY_GATEWAY_KEY: SecretVariable({
    description:
      'Operator token of that gateway, for calls without a certificate; operator-token in the data folder if absent ' +
      'and the gateway is on loopback',
  }),
  MCP_GATEWAY_SERVICES: Type.Optional(
    Type.String({
      maxLength: 8_192,
      description:
        'Own services in other processes whose tools are offered: name=url, separated by commas, e.g. ' +
        'pii=https://pii.internal:8091',
    }),
  ),
  MCP_GATEWAY_CALLS_PER_MINUTE: Type.Integer({
    default: 600,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Tool calls per minute of one agent, and as many requests for resources and prompts',
  }),
  MCP_GATEWAY_CALL_TIMEOUT_MS: Type.Integer({
    default: defaultCallSettings.callTimeoutMs,
    minimum: 1_000,
    maximum: 3_000_000,
    description: 'Timeout of one tool call; the result is then unknown',
  }),
  MCP_GATEWAY_STATE_KEY: SecretVariable({
    description:
      'Key that seals the request state of clients between two tries of a call: 32 bytes in base64url, then a comma and the one ' +
      'before it during a change; mcp-state.key in the data folder if absent',
  }),
  MCP_GATEWAY_STDIO_FILE: Type.Optional(
    Type.String({
      description: 'JSON file with the commands of local servers that this gateway may run; no local servers if absent',
    }),
  ),
  MCP_GATEWAY_OUTBOUND_ALLOW: Type.Optional(
    Type.String({
      maxLength: 8_192,
      description:
        'Private hosts, addresses or blocks such as 10.0.0.0/8, separated by commas, at which tool servers may be ' +
        'called besides public ones; loopback if unset while it is bound to loopback and not in production',
    }),
  ),
  MCP_GATEWAY_OUTBOUND_PORTS: Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'Ports of tool servers at public addresses besides 443 and 8443, separated by commas',
    }),
  ),
  MCP_GATEWAY_TRUSTED_ORIGINS: Type.Optional(
    Type.String({
      maxLength: 8_192,
      description:
        'Origins of web pages that may use MCP from a browser, e.g. https://chat.example, separated by commas',
    }),
  ),
  ...mcpEndpointVariables,
});

export type McpGatewayConfig = Readonly<Static<typeof mcpGatewayVariables>>;

/** @throws AppError `config` that names every invalid variable, or a setting that production requires. */
export function loadMcpGatewayConfig(env: Environment, report?: (message: string) => void): McpGatewayConfig {
  const reported = report === undefined ? {} : { report };
  const config = loadConfig(mcpGatewayVariables, env, { prefix: 'MCP_GATEWAY_', ...reported });
  if (config.MCP_GATEWAY_ENABLED) assertFitting(config);
  return config;
}

interface NamedService {
  readonly name: string;
  readonly url: string;
}

/** Reads `MCP_GATEWAY_SERVICES`. @throws AppError `config`. */
export function servicesOf({ MCP_GATEWAY_SERVICES: text = '' }: McpGatewayConfig): readonly NamedService[] {
  const services = listOf(text).map(readService);
  if (new Set(services.map(({ name }) => name)).size === services.length) return services;
  throw wrong('MCP_GATEWAY_SERVICES names a service twice');
}

/** Reads `MCP_GATEWAY_TRUSTED_ORIGINS`. @throws AppError `config`. */
export function trustedOriginsOf({ MCP_GATEWAY_TRUSTED_ORIGINS: text = '' }: McpGatewayConfig): readonly string[] {
  return listOf(text).map((origin) => {
    if (isOrigin(origin)) return origin;
    throw wrong(`MCP_GATEWAY_TRUSTED_ORIGINS takes origins such as https://chat.example, not ${origin.slice(0, 80)}`);
  });
}

/** The private addresses at which tool servers may be called. @throws AppError `config`. */
export function mcpOutboundAllowOf(config: McpGatewayConfig): OutboundAllow {
  const isOnLoopback = isLoopback(config.MCP_GATEWAY_HOST);
  const isProduction = config.ASSAY_ENV === 'production';
  const usual = isOnLoopback && !isProduction ? loopbackBlocks : '';
  const allow = parseOutboundAllow(config.MCP_GATEWAY_OUTBOUND_ALLOW ?? usual);
  const barsLoopback = isProduction && !isOnLoopback;
  if (barsLoopback && touchesLoopback(allow)) {
    throw wrong(
      'MCP_GATEWAY_OUTBOUND_ALLOW names loopback, which is for trials only: a production gateway that is bound to a network does not call it',
    );
  }
  return { ...allow, barsLoopback };
}

/** Ports of servers at public addresses besides 443 and 8443. @throws AppError `config`. */
export function mcpOutboundPortsOf({ MCP_GATEWAY_OUTBOUND_PORTS: text = '' }: McpGatewayConfig): ReadonlySet<number> {
  const ports = listOf(text).map(Number);
  if (ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535)) return new Set(ports);
  throw wrong('MCP_GATEWAY_OUTBOUND_PORTS must be a list of ports from 1 to 65535, separated by commas');
}

/** True when every call needs a credential, also on loopback. */
export function isCredentialNeeded(config: McpGatewayConfig): boolean {
  return config.ASSAY_AUTHENTICATION === 'required' || config.MCP_GATEWAY_OAUTH_ISSUER !== undefined;
}

const serviceForm = /^([a-z][a-z0-9-]{0,31})=(https?:\/\/[^\s]+)$/;

function assertFitting(config: McpGatewayConfig): void {
  if (config.ASSAY_ENV === 'production' && config.MCP_GATEWAY_OAUTH_ISSUER === undefined) {
    throw wrong(
      "production needs MCP_GATEWAY_OAUTH_ISSUER: the issuer of clients' tokens, e.g. the verifier's ASSAY_PUBLIC_URL",
    );
  }
  toMcpSettings(config);
  servicesOf(config);
  trustedOriginsOf(config);
  mcpOutboundAllowOf(config);
  mcpOutboundPortsOf(config);
}

function readService(item: string): NamedService {
  const [, name, serviceUrl] = serviceForm.exec(item) ?? [];
  if (name !== undefined && serviceUrl !== undefined && parseUrl(serviceUrl) !== undefined) {
    return { name, url: serviceUrl.replace(/\/+$/, '') };
  }
  throw wrong(`MCP_GATEWAY_SERVICES takes pairs such as pii=https://pii.internal:8091, not ${item.slice(0, 80)}`);
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && parseUrl(text)?.origin === text;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function wrong(detail: string): AppError {
  return new AppError('config', detail, { detail });
}
