/** Wires the browser console: its sessions, and its pages from a folder. */
import { createHttpGatewayClient } from '../../../clients/gateway/http.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createRateBound } from '../../../platform/http/rate-bound.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import { createRefusalLog } from '../../base/access/refusals.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { isAuthenticationRequired, mcpGatewayUrlOf, type VerifierConfig } from '../../base/config.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { OwnUse } from '../../identity/issuer/own-use.ts';
import type { Issuer } from '../../identity/issuer/ports.ts';
import type { MemberServices } from '../../identity/members/create.ts';
import { createPageCookies } from '../../identity/people/cookies.ts';
import type { PeopleServices } from '../../identity/people/create.ts';
import { createBrowserSessions } from './browser-session.ts';
import { createConsoleFiles } from './files.ts';
import { consolePageRoutes } from './page-routes.ts';
import { createPlayground } from './playground.ts';
import type { ConsoleAccess } from './routes.ts';
import { createReadSession } from './session-view.ts';
import { createUnlocking } from './unlocked.ts';

export interface ConsoleAccessDeps
  extends Pick<PeopleServices, 'people' | 'sessions'>,
    Pick<MemberServices, 'members'> {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly audit: Audit;
  readonly workspaces: Workspaces;
  readonly issuer: Pick<Issuer, 'grants' | 'isConfigured'>;
  readonly ownUse: OwnUse;
  readonly agents: Pick<Agents, 'find'>;
  readonly operatorToken: Secret;
  /** URL of the verifier; undefined while its port is only known at run time. */
  readonly publicUrl: string | undefined;
  /** Gives the address of the gateway, if one is known. */
  readonly gatewayAddress: { current(): string | undefined };
  /** Folder of the built console. It need not exist. */
  readonly consoleFolder: string;
}

/** Calls of `unlock` that one address may make in a minute. */
const unlocksPerMinute = 30;

export function createConsoleAccess(deps: ConsoleAccessDeps): ConsoleAccess {
  const { config, clock, randomBytes, publicUrl, gatewayAddress, issuer } = deps;
  const named = config.ASSAY_PUBLIC_URL;
  const publicOrigin = named === undefined ? undefined : new URL(named).origin;
  const isRequired = isAuthenticationRequired(config) || config.ASSAY_ACCESS_TOKEN !== undefined;
  const unlocking = createUnlocking(deps);
  const gateway = createHttpGatewayClient({ url: gatewayAddress.current });
  return {
    unlocking,
    publicOrigin,
    browserSessions: createBrowserSessions({ ...deps, unlocking, publicOrigin, takesPeople: isRequired }),
    readSession: createReadSession({
      ...deps,
      isRequired,
      addresses: () => ({
        verifier: publicUrl ?? null,
        gateway: gatewayAddress.current() ?? null,
        mcp_gateway: mcpGatewayUrlOf(config) ?? null,
      }),
    }),
    sessions: deps.sessions,
    pageCookies: createPageCookies({ isSecure: publicOrigin?.startsWith('https:') ?? false, randomBytes }),
    signOutOfIssuer: issuer.grants.signOut,
    rate: createRateBound({ clock, perMinute: unlocksPerMinute }),
    refusals: createRefusalLog(deps),
    pages: consolePageRoutes({ files: createConsoleFiles(deps.consoleFolder), randomBytes }),
    askPlayground: createPlayground({ ...deps, gateway }),
    closeGateway: gateway.close,
  };
}
