/** Makes the conversation for a server's location: HTTP of either kind, a local process, or our own service. */
import { createHash } from 'node:crypto';
import { isRecord } from '@assay/sdk/contract';
import type { AgentServer } from '../../contract/agent-tools.ts';
import type { Clock } from '../../platform/clock.ts';
import { createGuardedFetch, type GuardedFetchDeps } from '../../platform/http/guarded-fetch.ts';
import { createKeptConnections, rememberAddresses } from '../../platform/http/guarded-kept.ts';
import { resolveBySystem } from '../../platform/http/system-resolver.ts';
import type { Logger } from '../../platform/log.ts';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import { type AgentInterface, agentInterfaceOf } from '../../platform/tools/agent-interface.ts';
import { isKeptVariable } from '../../platform/tools/kept-variables.ts';
import type { Callbacks } from '../a2a/callbacks.ts';
import { type InjectedCredential, secretTextOf } from '../credentials/injected-credential.ts';
import { createA2aConversation } from './a2a.ts';
import { type Conversation, failed } from './conversation.ts';
import type { Eras } from './eras.ts';
import { createOldSse } from './old-sse.ts';
import { createStdio, type ProcessLimiter } from './stdio.ts';
import { notRunnable, type StdioCommands } from './stdio-file.ts';
import { createStreamable } from './streamable.ts';

export interface TargetsDeps {
  /** The deployment's outbound rules: allowed private addresses, ports and a trusted authority. */
  readonly outbound: Omit<GuardedFetchDeps, 'kept'>;
  readonly commands: StdioCommands;
  /** `PATH` of local servers. */
  readonly searchPath: string;
  readonly eras: Eras;
  readonly clock: Clock;
  readonly random: () => number;
  readonly processLimiter: ProcessLimiter;
  readonly callbacks?: Pick<Callbacks, 'open'> | undefined;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
}

const connectionsEach = 64;

/** What the approved card of an agent says about speaking with it; undefined for every other server. */
export function spokenBy({ target, tools }: Pick<AgentServer, 'target' | 'tools'>): AgentInterface | undefined {
  if (target.kind !== 'remote' || target.type !== 'a2a') return undefined;
  const card = tools.find(({ name }) => name === agentTools.send)?.definition['agentCard'];
  return isRecord(card) ? agentInterfaceOf(card, target.url) : undefined;
}

/** Makes the conversation of one caller and one credential; `held` is undefined for a server without credentials. */
export function openTarget(
  deps: TargetsDeps,
  target: Exclude<AgentServer['target'], { kind: 'skill' }>,
  held: InjectedCredential | undefined,
  spoken: AgentInterface | undefined,
): Conversation {
  if (target.kind === 'package') return openPackage(deps, target, held);
  const shown = held?.clientCertificate ?? undefined;
  const kept = createKeptConnections({
    connections: connectionsEach,
    ...(shown === undefined
      ? {}
      : { clientCertificate: { certificate: shown.certificate, privateKey: shown.privateKey.reveal() } }),
  });
  const resolve = rememberAddresses(deps.outbound.resolve ?? resolveBySystem, deps.clock);
  const { open } = createGuardedFetch({ ...deps.outbound, resolve, kept });
  const common = { url: target.url, open, clock: deps.clock };
  const conversations = {
    sse: () => createOldSse(common),
    a2a: () => createA2aConversation({ ...common, cardUrl: target.card_url, callbacks: deps.callbacks, spoken }),
    'streamable-http': () => createStreamable({ ...common, eras: deps.eras }),
  };
  const conversation = conversations[target.type]();
  return {
    ...conversation,
    async close() {
      await conversation.close();
      await kept.close();
    },
  };
}

function openPackage(
  deps: TargetsDeps,
  target: Extract<AgentServer['target'], { kind: 'package' }>,
  held: InjectedCredential | undefined,
): Conversation {
  const { identifier, version } = target;
  const command = deps.commands.find(identifier, version);
  if (command === undefined) return notThere(identifier);
  const own = target.environment.map(({ name, value }) => [name, value] as const);
  const secret = (held?.environment ?? []).map(({ name, value }) => [name, value.reveal()] as const);
  return createStdio({
    name: `${identifier}@${version ?? ''}`,
    command,
    secrets: secret.map(([, value]) => value),
    environment: Object.fromEntries([...own, ...secret].filter(([name]) => !isKeptVariable(name))),
    searchPath: deps.searchPath,
    eras: deps.eras,
    clock: deps.clock,
    random: deps.random,
    processLimiter: deps.processLimiter,
    log: deps.log,
  });
}

function notThere(identifier: string): Conversation {
  const refused = failed('not_runnable_here', notRunnable(identifier));
  return { request: async () => refused, listen: async () => refused, close: async () => undefined };
}

/** Headers of a call: the app's configuration, with the credential's headers in place of the same names. */
export function headersOf({ target }: AgentServer, held: InjectedCredential | undefined): Record<string, string> {
  const own = target.kind === 'remote' ? target.headers.map(({ name, value }) => [name, value] as const) : [];
  const shown = (held?.headers ?? []).map(({ name, value }) => [name, value.reveal()] as const);
  const all = [...own, ...shown].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(all.filter(([name]) => !isProtocols(name)));
}

function isProtocols(name: string): boolean {
  return name.startsWith('mcp-') || name === 'content-type' || name === 'accept' || name === 'last-event-id';
}

/** A key that tells credentials apart: equal for the same secret, and it reveals nothing of it. */
export function keyOf(held: InjectedCredential | undefined): string {
  if (held === undefined) return '';
  const found = keys.get(held);
  if (found !== undefined) return found;
  const digest = createHash('sha256').update(secretTextOf(held)).digest('base64url');
  const key = JSON.stringify([held.credentialId, held.version, digest]);
  keys.set(held, key);
  return key;
}

const keys = new WeakMap<InjectedCredential, string>();
