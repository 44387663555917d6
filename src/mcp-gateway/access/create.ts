/**
 * Authenticates callers of the MCP gateway: an OAuth 2.1 resource server that goes by the verifier's configuration of
 * keys, tokens and agents. It makes no request per call; a revoked key or suspended agent is refused as soon as a
 * bundle says so.
 */
import type { BundleIndex } from '../../configuration/resolve-agent.ts';
import { activeStatus } from '../../contract/control/config-bundle.ts';
import { refuseAgent } from '../../edge/authentication/agent-refusal.ts';
import { createGatewayAuthentication, type Known } from '../../edge/authentication/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type Access,
  type Caller,
  createAccess,
  type IncomingCall,
  isLoopback,
  type Presented,
} from '../../platform/http/access.ts';
import type { ChallengeOf } from '../../platform/http/app.ts';
import { type AssertBound, createBinding } from '../../platform/http/bound-tokens/binding.ts';
import { createChallengesOf } from '../../platform/http/bound-tokens/challenge.ts';
import { proofAlgorithms } from '../../platform/http/bound-tokens/dpop-proof.ts';
import { createProofNonces } from '../../platform/http/bound-tokens/proof-nonces.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Secret } from '../../platform/secret.ts';
import type { SvidSource } from '../../platform/tls/svid-source.ts';
import { isCredentialNeeded, type McpGatewayConfig, trustedOriginsOf } from '../config.ts';
import type { Principal } from '../ports.ts';
import { createMcpCertificateCallers } from './certificates.ts';
import {
  audiencesAt,
  createEndpointPaths,
  type EndpointPaths,
  metadataUrlOf,
  resourceOfMetadataPath,
  wellKnownPath,
} from './endpoint-paths.ts';
import { createMcpOutsideCallers, type OutsideCallers, type OutsideDeps, type OutsideKnown } from './outside.ts';
import { toPrincipal } from './principal.ts';
import { createSeenProofs } from './seen-proofs.ts';
import { allScopes, audienceOf, createTokenUse } from './token-use.ts';

export interface McpAccessDeps {
  readonly config: McpGatewayConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly operatorToken: Secret;
  /** The configuration in use; undefined before the first bundle and while no bundle is usable. */
  readonly index: () => BundleIndex | undefined;
  /** The address that this process listens on; undefined before it listens. */
  readonly listensAt: () => string | undefined;
  /** The trusted certificates; absent where certificates are not accepted. */
  readonly certificates?: Pick<SvidSource, 'bundle'>;
  /** The address that accepts certificate-bound tokens, where that port is open. */
  readonly certificatesAt?: () => string | undefined;
  /** Fetches from another issuer than the verifier, and asks the verifier which person a subject of that issuer is. */
  readonly outside: Pick<OutsideDeps, 'fetch' | 'findSubject'>;
}

export interface Admitted {
  readonly principal: Principal;
  /**
   * True while the call would still be admitted, apart from its one-time proof. Checked for as long as the call is
   * answered.
   */
  holds(): boolean;
}

export interface McpAccess {
  readonly access: Access;
  readonly challengeOf: ChallengeOf;
  readonly endpointPaths: EndpointPaths;
  readonly trustedOrigins: readonly string[];
  /** Address of this gateway for clients; undefined before it listens. */
  ownUrl(): string | undefined;
  /**
   * Gives the principal of a call that `access` admitted. @throws AppError as `toPrincipal`; `agent_suspended` and the
   * like.
   */
  principalOf(caller: Caller, call: Pick<IncomingCall, 'headers'>, agentId: string | undefined): Admitted;
  /**
   * Gives the metadata for a path below the well-known one; undefined for other paths. @throws AppError `unavailable`.
   */
  metadata(path: string): Record<string, unknown> | undefined;
  /** Gives the `WWW-Authenticate` header that asks for more scopes at this path. */
  stepUp(path: string, scopes: readonly string[]): string;
  /** Lists why tokens cannot be used with this configuration; for /health. */
  problems(): readonly string[];
}

/** @throws AppError `config` when the configured bind address is not allowed. */
export function createMcpAccess(deps: McpAccessDeps): McpAccess {
  const { config, clock, index, operatorToken } = deps;
  const { MCP_GATEWAY_PUBLIC_URL: publicUrl, MCP_TOOLS_PATH: toolsPath, MCP_GATEWAY_ORGANIZATION: orgId } = config;
  const endpointPaths = createEndpointPaths(toolsPath);
  const trustedOrigins = trustedOriginsOf(config);
  const authentication = createGatewayAuthentication({
    index,
    orgId,
    trustDomain: config.ASSAY_TRUST_DOMAIN,
    isFollowing: true,
    clock,
    use: createTokenUse({ publicUrl, toolsPath }),
  });
  const ownUrl = () => publicUrl ?? urlOfAudience(index(), toolsPath) ?? deps.listensAt();
  const assertBound = createOwnBinding(deps, ownUrl);
  const { certificates: source } = deps;
  const byCertificate =
    source === undefined ? undefined : createMcpCertificateCallers({ config, source, index, clock });
  const outside = createOwnOutside(deps, ownUrl, endpointPaths);
  const shown = new WeakMap<Caller, Shown>();
  const access = createAccess({
    host: config.MCP_GATEWAY_HOST,
    accessToken: config.ASSAY_ACCESS_TOKEN,
    operatorToken,
    trustedOrigins,
    isRequired: isCredentialNeeded(config),
    identify: {
      async byCredential(presented, call) {
        const isOutside = outside?.isMeant(presented.credential) === true;
        const known = isOutside ? await outside.find(presented, call) : findKnown(authentication.find, presented);
        if (known === undefined) return undefined;
        await assertBound(known.confirmation, presented, call);
        const caller = { ...known.caller };
        const { assertAlive = () => void authentication.find(presented) } = known;
        shown.set(caller, { credential: presented.credential, assertAlive });
        return caller;
      },
      ...(byCertificate === undefined
        ? {}
        : {
            byConnection(call) {
              const known = byCertificate(call);
              if (known !== undefined)
                shown.set(known.caller, { credential: undefined, assertAlive: known.assertAlive });
              return known?.caller;
            },
          }),
    },
  });
  const metadataOf = (url: string): string | undefined => {
    const path = url.split('?', 1)[0] ?? '';
    const own = ownUrl();
    return own === undefined || endpointPaths.read(path) === undefined ? undefined : metadataUrlOf(own, path);
  };
  const challengeOf = createChallengesOf({ metadataOf, scope: allScopes.join(' ') });

  return {
    access: openMetadata(access),
    challengeOf,
    endpointPaths,
    trustedOrigins,
    ownUrl,
    principalOf(caller, { headers }, agentId) {
      const presented = shown.get(caller);
      const header = headers['x-assay-agent-id'];
      const principal = toPrincipal({
        caller,
        agentId,
        orgId,
        toolsPath,
        token: caller.authentication === 'oauth' ? presented?.credential : undefined,
        headerAgentId: typeof header === 'string' && header !== '' ? header : undefined,
      });
      assertRuns(index(), principal.agentId);
      return {
        principal,
        holds: () =>
          holdsStill(() => {
            presented?.assertAlive();
            assertRuns(index(), principal.agentId);
          }),
      };
    },
    metadata(path) {
      const own = ownUrl();
      const resource = own === undefined ? undefined : resourceOfMetadataPath(own, path, endpointPaths);
      if (resource === undefined) return undefined;
      const issuers = issuersOf(config, index());
      if (issuers.length === 0) throw noIssuer();
      return toMetadata(resource, issuers);
    },
    stepUp(path, scopes) {
      const detail = 'The token lacks a scope.';
      const error = new AppError('forbidden', detail, { detail, extensions: { scope: scopes.join(' ') } });
      return challengeOf(error, {}, path)[0] ?? 'Bearer';
    },
    problems: () => [...findProblems(config, index()), ...(outside?.problems() ?? [])],
  };
}

/** Serves the metadata to everybody, browsers of any origin too: it holds no secret. */
function openMetadata(access: Access): Access {
  return {
    admit(call, level) {
      if (level !== 'open' || call.url?.startsWith(wellKnownPath) !== true) return access.admit(call, level);
      const { origin: _anywhere, ...headers } = call.headers;
      return access.admit({ ...call, headers }, level);
    },
  };
}

/** The credential that admitted a call. */
interface Shown {
  readonly credential: string | undefined;
  /** @throws AppError once the credential is no longer valid. */
  assertAlive(): void;
}

/** Undefined where no other issuer than the verifier is configured. */
function createOwnOutside(
  { config, clock, index, outside }: McpAccessDeps,
  ownUrl: () => string | undefined,
  endpointPaths: EndpointPaths,
): OutsideCallers | undefined {
  const { MCP_GATEWAY_OAUTH_ISSUER: issuer, MCP_GATEWAY_ORGANIZATION: orgId, MCP_TOOLS_PATH: toolsPath } = config;
  if (issuer === undefined) return undefined;
  const signInAt = () => index()?.bundle.access_tokens?.issuer;
  const audiencesOf = ({ url = '' }: IncomingCall): readonly string[] => {
    const own = ownUrl();
    return own === undefined ? [] : audiencesAt(own, url.split('?', 1)[0] ?? '', { toolsPath, endpointPaths });
  };
  const callers = createMcpOutsideCallers({ ...outside, issuer, orgId, clock, signInAt, audiencesOf });
  return {
    ...callers,
    // The configuration names the verifier's own issuer; before it is there, nobody is known.
    isMeant: (credential) => !isVerifiers(issuer, index()) && callers.isMeant(credential),
    async find(presented, call) {
      if (index() === undefined) throw notKnownYet();
      return callers.find(presented, call);
    },
  };
}

/** Lists the issuers. Clients take the first: the issuer that the operator names, then the issuer of agents. */
function issuersOf({ MCP_GATEWAY_OAUTH_ISSUER: named }: McpGatewayConfig, index: BundleIndex | undefined): string[] {
  const own = index?.bundle.access_tokens?.issuer;
  if (named === undefined) return own === undefined ? [] : [own];
  return own === undefined || isVerifiers(named, index) ? [named] : [named, own];
}

function isVerifiers(issuer: string, index: BundleIndex | undefined): boolean {
  return issuer.replace(/\/$/, '') === index?.bundle.access_tokens?.issuer;
}

/** Identifies the caller by credential. An API key is no token, so no proof is bound to it. */
function findKnown(
  find: (presented: Presented) => Known | undefined,
  presented: Presented,
): (Known & Partial<Pick<OutsideKnown, 'assertAlive'>>) | undefined {
  const isToken = presented.credential.startsWith('eyJ');
  return presented.scheme === 'dpop' && !isToken ? undefined : find(presented);
}

function createOwnBinding(deps: McpAccessDeps, ownUrl: () => string | undefined): AssertBound {
  const { config, clock, certificatesAt = () => undefined } = deps;
  const replays = createSeenProofs({ clock });
  const asked = config.MCP_GATEWAY_DPOP_NONCE ? { nonces: createProofNonces(deps) } : {};
  const bindings = new Map<string | undefined, AssertBound>();
  const host = { isLoopback: isLoopback(config.MCP_GATEWAY_HOST) };
  return async (confirmation, presented, call) => {
    const publicUrl = ownUrl();
    const assertBound =
      bindings.get(publicUrl) ?? createBinding({ clock, replays, publicUrl, certificatesAt, ...asked, ...host });
    bindings.clear();
    bindings.set(publicUrl, assertBound);
    await assertBound(confirmation, presented, call);
  };
}

/** Refuses every agent until the verifier has told which agents are suspended. */
function assertRuns(index: BundleIndex | undefined, agentId: string): void {
  if (index === undefined) throw notKnownYet();
  const refused = refuseAgent(index.agent(agentId)?.status ?? activeStatus);
  if (refused !== undefined) throw refused;
}

function notKnownYet(): AppError {
  const detail = 'The verifier has not said yet which agents may call. Try again shortly.';
  return new AppError('unavailable', 'there is no bundle with the agents', { detail, retryAfterS: 5 });
}

function holdsStill(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The URL of this gateway as the verifier tells clients. */
function urlOfAudience(index: BundleIndex | undefined, toolsPath: string): string | undefined {
  const audience = index?.bundle.access_tokens?.mcp_audience;
  return audience?.endsWith(toolsPath) === true ? audience.slice(0, -toolsPath.length) : undefined;
}

function toMetadata(resource: string, issuers: readonly string[]): Record<string, unknown> {
  return {
    resource,
    authorization_servers: issuers,
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Assay MCP gateway',
    dpop_signing_alg_values_supported: proofAlgorithms,
    dpop_bound_access_tokens_required: false,
  };
}

function findProblems(config: McpGatewayConfig, index: BundleIndex | undefined): string[] {
  const { MCP_GATEWAY_PUBLIC_URL: publicUrl, MCP_TOOLS_PATH: toolsPath } = config;
  const { mcp_audience: audience } = index?.bundle.access_tokens ?? {};
  const problems: string[] = [];
  const own = publicUrl === undefined ? audience : audienceOf(publicUrl, toolsPath);
  if (audience !== undefined && (own !== audience || !audience.endsWith(toolsPath))) {
    problems.push(
      `the verifier issues tokens for ${audience}, not for this gateway: VERIFIER_MCP_GATEWAY_URL there and MCP_GATEWAY_PUBLIC_URL here must be equal`,
    );
  }
  return problems;
}

function noIssuer(): AppError {
  const detail = 'The verifier has not named the token issuer yet. Try again shortly, or set MCP_GATEWAY_OAUTH_ISSUER.';
  return new AppError('unavailable', 'no issuer is known', { detail, retryAfterS: 5 });
}
