/** Settings of the verifier. */
import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { type Environment, loadConfig, SecretVariable } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/access.ts';
import {
  loopbackBlocks,
  type OutboundAllow,
  parseOutboundAllow,
  touchesLoopback,
} from '../../platform/http/outbound-addresses.ts';
import { mcpEndpointVariables } from '../../platform/mcp/variables.ts';
import { gatewaySecretVariable, sharedVariables } from '../../platform/shared-config.ts';
import { parseUrl } from '../../platform/url.ts';

export const VerifierConfigSchema = Type.Object({
  ...sharedVariables,
  ...gatewaySecretVariable,
  VERIFIER_PORT: Type.Integer({ default: 8200, minimum: 0, maximum: 65535, description: 'Port of the API' }),
  VERIFIER_MTLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'Second port with the same API for callers with an X.509-SVID (TLS 1.3); 0 takes a free one, none if unset',
    }),
  ),
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
        'besides public ones over https; loopback if unset while it is bound to loopback, asks for no credentials and is ' +
        'not in production',
    }),
  ),
  VERIFIER_OUTBOUND_PORTS: Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'Ports that the verifier may call at public addresses besides 443 and 8443, separated by commas',
    }),
  ),
  VERIFIER_OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'URL of an outside OpenID Connect issuer, exactly as its tokens name it in iss; from then on every call needs a credential. ' +
        'http only for hosts of VERIFIER_OUTBOUND_ALLOW',
    }),
  ),
  VERIFIER_OIDC_AUDIENCE: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'aud of its access tokens for this API; none of them is taken if unset',
    }),
  ),
  VERIFIER_OIDC_CLIENT_ID: Type.Optional(
    Type.String({ maxLength: 255, description: 'Our client there: people may sign in at the login page with it' }),
  ),
  VERIFIER_OIDC_CLIENT_SECRET: SecretVariable({ description: 'Its secret; a public client if unset' }),
  VERIFIER_OIDC_NAME: Type.Optional(
    Type.String({ maxLength: 60, description: 'What the button of the login page calls it; its host if unset' }),
  ),
  VERIFIER_OIDC_ROLES_CLAIM: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Claim with roles: whoever signs in or calls gets the weaker of it and of the membership; without a known value, nothing',
    }),
  ),
  VERIFIER_OIDC_ROLES: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description:
        'What values of that claim mean, e.g. platform-team=operator,staff=viewer; the names of the roles themselves if unset',
    }),
  ),
  VERIFIER_LIFECYCLE_INTERVAL_S: Type.Integer({
    default: 3_600,
    minimum: 0,
    maximum: 86_400,
    description:
      'How often lifecycle policies and access reviews that are due are carried out, and what is over is removed; 0: only when asked',
  }),
  VERIFIER_CONSOLE_STREAMS: Type.Integer({
    default: 5_000,
    minimum: 1,
    maximum: 100_000,
    description: 'Console streams that one process has open at a time; whoever wants another one is told to come back',
  }),
  VERIFIER_CONSOLE_STREAMS_PER_CALLER: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 100_000,
    description: 'The same for one caller: a person, an agent, or whoever shows the same token',
  }),
  VERIFIER_CLIENT_REGISTRATION: Type.Optional(
    Type.Union([Type.Literal('open'), Type.Literal('token'), Type.Literal('off')], {
      description:
        'Who may register OAuth clients (RFC 7591): open: anybody; token: callers with clients:write; off: nobody. ' +
        'open if unset while it is bound to loopback and asks for no credentials, else token',
    }),
  ),
  VERIFIER_EXCHANGE_ON_BEHALF_CLIENTS: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description:
        'Ids of OAuth clients, separated by commas, that may exchange tokens (RFC 8693) for every agent of their ' +
        'organisation, such as a gateway in front of them; each still shows a token of the agent. None if unset',
    }),
  ),
  VERIFIER_TRUSTED_PROXIES: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description:
        'Addresses or blocks of proxies in front, separated by commas: X-Forwarded-For of these says where a call ' +
        'comes from, which bounds guesses at passwords and stands in the audit log',
    }),
  ),
  VERIFIER_KEK: SecretVariable({
    description:
      'Key that stored secrets are sealed with: 32 random bytes as base64, the same for all processes of a database; ' +
      'secrets-kek.json in the data folder if neither it nor VERIFIER_KEK_TRANSIT_URL is set',
  }),
  VERIFIER_KEK_VERSION: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Which version VERIFIER_KEK is; a new key has a higher one',
  }),
  VERIFIER_KEK_PREVIOUS: SecretVariable({
    description: 'Versions before it that still open secrets, as <version>:<base64>, separated by commas',
  }),
  VERIFIER_KEK_LOST: Type.Optional(
    Type.String({
      maxLength: 4_096,
      pattern: '^[^\\s]+:\\d{1,9}(?:,[^\\s]+:\\d{1,9})*$',
      description: 'Keys such as file:1 that are lost for good: it starts without them, what they sealed stays closed',
    }),
  ),
  VERIFIER_KEK_TRANSIT_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'Vault or OpenBao server whose transit engine seals the keys of secrets, e.g. https://vault.internal:8200; ' +
        'http only for loopback, or a private host outside of production',
    }),
  ),
  VERIFIER_KEK_TRANSIT_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$',
      description: 'Name of its key, of type aes256-gcm96',
    }),
  ),
  VERIFIER_KEK_TRANSIT_MOUNT: Type.String({
    default: 'transit',
    pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*(?:/[A-Za-z0-9_][A-Za-z0-9._-]*)*$',
    maxLength: 200,
    description: 'Where the transit engine is mounted',
  }),
  VERIFIER_KEK_TRANSIT_NAMESPACE: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._/-]{1,200}$', description: 'Namespace of the server, if it has such' }),
  ),
  VERIFIER_KEK_TRANSIT_TOKEN: SecretVariable({
    description: 'Token whose policy allows encrypt, decrypt, read, rotate',
  }),
  VERIFIER_KEK_TRANSIT_TOKEN_FILE: Type.Optional(
    Type.String({ maxLength: 4_096, description: 'File with that token, read at each call: something else renews it' }),
  ),
  VERIFIER_GATEWAY_URL: Type.Optional(
    Type.String({
      pattern: '^(?:https?://[^\\s]+|none)$',
      description:
        'Gateway through which steps of workflows go, e.g. https://gateway.internal:8300; none: there is none. If unset, ' +
        'the one that is started beside it, or http://127.0.0.1:8300 while the verifier is bound to loopback',
    }),
  ),
  VERIFIER_MCP_GATEWAY_URL: Type.Optional(
    Type.String({
      pattern: '^(?:https?://[^\\s?#]+|none)$',
      description:
        'Public URL of the MCP gateway, which access tokens for tools are made for, e.g. https://tools.example.com; none: ' +
        'there is none. If unset, the one that is started beside it, or http://127.0.0.1:8100 while the verifier has a ' +
        'URL on loopback',
    }),
  ),
  VERIFIER_MODEL_MAX_BYTES: Type.Integer({
    default: 8_589_934_592,
    minimum: 1_048_576,
    maximum: 1_099_511_627_776,
    description: 'Largest file of a model; while it is looked through, it lies in the data folder',
  }),
  VERIFIER_PUBLIC_RECEIPTS: Type.Boolean({
    default: true,
    description: 'Whoever holds the id of a receipt may check it without an account; it shows hashes, no content',
  }),
  ...mcpEndpointVariables,
});

export type VerifierConfig = Readonly<Static<typeof VerifierConfigSchema>>;

/** Reads the settings of the verifier. @throws AppError `config`. */
export function loadVerifierConfig(env: Environment, report?: (message: string) => void): VerifierConfig {
  return loadConfig(VerifierConfigSchema, env, { prefix: 'VERIFIER_', ...(report === undefined ? {} : { report }) });
}

/** Gives the issuer of passports: the verifier's URL, or its SPIFFE id while the port is only known at run time. */
export function issuerOf(config: VerifierConfig): string {
  if (config.ASSAY_PUBLIC_URL !== undefined) return config.ASSAY_PUBLIC_URL;
  if (config.VERIFIER_PORT === 0) return `spiffe://${config.ASSAY_TRUST_DOMAIN}/verifier/default`;
  const host = config.VERIFIER_HOST.includes(':') ? `[${config.VERIFIER_HOST}]` : config.VERIFIER_HOST;
  return `http://${host}:${config.VERIFIER_PORT}`;
}

/** True if every call needs a credential, on loopback too. */
export function isAuthenticationRequired(config: VerifierConfig): boolean {
  return config.ASSAY_AUTHENTICATION === 'required' || config.VERIFIER_OIDC_ISSUER !== undefined;
}

/**
 * Gives the internal addresses that the verifier may call for targets named by callers. Loopback is for trials: in production on
 * a network it is never called, and naming it there is an error at start. @throws AppError `config`.
 */
export function outboundAllowOf(config: VerifierConfig): OutboundAllow {
  const isOnLoopback = isLoopback(config.VERIFIER_HOST);
  // If callers are authenticated, a caller who can name an address need not own this host.
  const isOwnHost = !isAuthenticationRequired(config) && config.ASSAY_ACCESS_TOKEN === undefined;
  const isProduction = config.ASSAY_ENV === 'production';
  const allow = parseOutboundAllow(
    config.VERIFIER_OUTBOUND_ALLOW ?? (isOnLoopback && isOwnHost && !isProduction ? loopbackBlocks : ''),
  );
  const barsLoopback = isProduction && !isOnLoopback;
  if (barsLoopback && touchesLoopback(allow)) {
    const detail =
      'VERIFIER_OUTBOUND_ALLOW names loopback, which is for trying it out: in production, bound to a network, it is not called';
    throw new AppError('config', detail, { detail });
  }
  return { ...allow, barsLoopback };
}

/** Gives the ports that it may call at public addresses besides 443 and 8443. @throws AppError `config`. */
export function outboundPortsOf({ VERIFIER_OUTBOUND_PORTS: named = '' }: VerifierConfig): ReadonlySet<number> {
  const items = named.split(',').map((item) => item.trim());
  const ports = items.filter((item) => item !== '').map(Number);
  const wrong = ports.findIndex((port) => !Number.isInteger(port) || port < 1 || port > 65_535);
  if (wrong < 0) return new Set(ports);
  const detail = 'VERIFIER_OUTBOUND_PORTS is a list of ports from 1 to 65535, separated by commas';
  throw new AppError('config', detail, { detail });
}

/** Says who may register OAuth clients. */
export function clientRegistrationOf(config: VerifierConfig): 'open' | 'token' | 'off' {
  const isTriedOut =
    isLoopback(config.VERIFIER_HOST) &&
    config.ASSAY_ENV !== 'production' &&
    config.ASSAY_ACCESS_TOKEN === undefined &&
    !isAuthenticationRequired(config);
  return config.VERIFIER_CLIENT_REGISTRATION ?? (isTriedOut ? 'open' : 'token');
}

/** Gives the gateway that workflow steps call. Without one, workflows cannot be deployed. */
export function gatewayUrlOf({ VERIFIER_GATEWAY_URL: named, VERIFIER_HOST: host }: VerifierConfig): string | undefined {
  if (named === 'none') return undefined;
  return named ?? (isLoopback(host) ? 'http://127.0.0.1:8300' : undefined);
}

/** Gives the URL of the MCP gateway as its clients write it, without a trailing slash; undefined if there is none. */
export function mcpGatewayUrlOf(config: VerifierConfig): string | undefined {
  const { VERIFIER_MCP_GATEWAY_URL: named } = config;
  if (named === 'none') return undefined;
  if (named !== undefined) return named.replace(/\/+$/, '');
  return isLoopback(parseUrl(issuerOf(config))?.hostname ?? '') ? 'http://127.0.0.1:8100' : undefined;
}

/** Lists the clients that may exchange tokens for agents other than their own. */
export function exchangeClientsOf({
  VERIFIER_EXCHANGE_ON_BEHALF_CLIENTS: named = '',
}: VerifierConfig): ReadonlySet<string> {
  const ids = named.split(',').map((id) => id.trim());
  return new Set(ids.filter((id) => id !== ''));
}

/** Lists the proxies whose statement of the caller's address is trusted. @throws AppError `config`. */
export function trustedProxiesOf(config: VerifierConfig): readonly string[] {
  const entries = (config.VERIFIER_TRUSTED_PROXIES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    if (isAddressBlock(entry)) continue;
    const detail = `VERIFIER_TRUSTED_PROXIES takes addresses and blocks such as 10.0.0.0/8, not ${entry}`;
    throw new AppError('config', detail, { detail });
  }
  return entries;
}

function isAddressBlock(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
