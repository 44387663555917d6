/**
 * Connects to the servers: installed apps with the caller's credential, local servers, and our own services.
 * Connections are reused, each by one caller with one credential only.
 */
import { isRecord } from '@assay/sdk/contract';
import type { Clock } from '../../platform/clock.ts';
import { type AppError, isAppError } from '../../platform/errors.ts';
import type { GuardedFetchDeps } from '../../platform/http/guarded-fetch.ts';
import type { Logger } from '../../platform/log.ts';
import type { Callbacks } from '../a2a/callbacks.ts';
import type { InjectedCredential } from '../credentials/injected-credential.ts';
import type { CredentialRequest, ForeignAnswer, Injector, NotReady } from '../credentials/injector.ts';
import type { CatalogServer, JsonObject, OwnService, Principal, UpstreamOutcome, Upstreams } from '../ports.ts';
import { createSkillConversation } from '../skills/skill-conversation.ts';
import type { Ask, Conversation, Reply } from './conversation.ts';
import { createEras, type Eras } from './eras.ts';
import { createGate, type Gate } from './gate.ts';
import { hideSecrets, hideSecretsIn } from './hide-secrets.ts';
import { createIdlePool } from './idle-pool.ts';
import { keepListening } from './listening.ts';
import { toOutcome } from './outcome.ts';
import { paramHeaders } from './param-headers.ts';
import type { Open } from './post-message.ts';
import { createProcessLimiter } from './process-limiter.ts';
import { noStdioCommands, type StdioCommands } from './stdio-file.ts';
import { createStreamable } from './streamable.ts';
import { headersOf, keyOf, openTarget, spokenBy } from './targets.ts';

/** How one of our services is reached: mutual TLS, a token, or a call within the process. */
export interface ServiceConnection {
  readonly open: Open;
  readonly headers: Readonly<Record<string, string>>;
}

export interface UpstreamsDeps {
  readonly injector: Injector;
  /** Called for each request, because certificates and tokens change. */
  readonly connect: (service: OwnService) => ServiceConnection;
  readonly outbound: Omit<GuardedFetchDeps, 'kept'>;
  readonly clock: Clock;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  /** Addresses for what A2A agents push. Absent: none is asked to push. */
  readonly callbacks?: Pick<Callbacks, 'open'>;
  /** Absent: no local servers. */
  readonly stdio?: StdioCommands;
  /** `PATH` of local servers. */
  readonly searchPath?: string;
  readonly idleMs?: number;
  readonly maxProcesses?: number;
  /** The time for which a stream of changes stays open before it is reopened with the current credential. */
  readonly listenMs?: number;
  readonly listenPauseMs?: number;
}

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const fiveMinutesMs = 5 * 60_000;
const sweepMs = 30_000;
const maxConversations = 2_000;
const maxGates = 10_000;
const defaultMostProcesses = 64;

type App = Extract<CatalogServer, { kind: 'app' }>['app'];
/** An operation on a conversation, with the headers for it. */
type Run<T> = (
  conversation: Conversation,
  headers: Readonly<Record<string, string>>,
  held?: InjectedCredential,
) => Promise<T | Reply>;
type Got<T> = { readonly got: T | Reply; readonly credentialId: string | null };

export function createUpstreams(deps: UpstreamsDeps): Upstreams {
  const { injector, clock, random } = deps;
  const { idleMs = fiveMinutesMs, listenMs = fiveMinutesMs, listenPauseMs = 1_000 } = deps;
  const eras = createEras(clock);
  const { maxProcesses = defaultMostProcesses } = deps;
  const processLimiter = createProcessLimiter(maxProcesses);
  const targets = {
    outbound: deps.outbound,
    commands: deps.stdio ?? noStdioCommands,
    log: deps.log,
    searchPath: deps.searchPath ?? defaultPath,
    eras,
    clock,
    random,
    processLimiter,
    callbacks: deps.callbacks,
  };
  const keptOnes = createIdlePool<Conversation>({ clock, idleMs, most: maxConversations, close: (one) => one.close() });
  // Processes have a limit of their own; the longest unused one makes room for a new one.
  const processes = createIdlePool<Conversation>({ clock, idleMs, most: maxProcesses, close: (one) => one.close() });
  const gates = new Map<string, Gate>();
  const closing = new AbortController();

  const sweeping = setInterval(() => {
    keptOnes.sweep();
    processes.sweep();
    for (const [name, gate] of gates) if (gate.isIdle()) gates.delete(name);
  }, sweepMs);
  sweeping.unref();

  const gateOf = (name: string): Gate => {
    const gate = gates.get(name) ?? createGate({ clock, random });
    // Gates of unused servers are removed; the bound is above the number in use at the same time.
    if (gates.size < maxGates) gates.set(name, gate);
    return gate;
  };

  /** Runs with the right credential, or with none where the server asks for none. */
  const withApp = async <T>(app: App, principal: Principal, run: Run<T>): Promise<Got<T> | NotReady> => {
    const { target } = app;
    if (target.kind === 'skill') {
      return { got: await run(createSkillConversation(app, target), {}), credentialId: null };
    }
    const spoken = spokenBy(app);
    const send = (held: InjectedCredential | undefined): Promise<T | Reply> => {
      const key = JSON.stringify([app.installation_id, app.server, app.target, spoken, principal.key, keyOf(held)]);
      const among = target.kind === 'package' ? processes : keptOnes;
      return among.use(
        key,
        () => openTarget(targets, target, held, spoken),
        (conversation) => run(conversation, headersOf(app, held), held),
      );
    };
    if (!app.auth.required) return { got: await send(undefined), credentialId: null };
    const answered = await injector.callWithCredential(toRequest(app, principal), async (held) => {
      const got = await send(held);
      return { got, ...foreignOf(got) };
    });
    if (answered.kind === 'not_ready') return answered;
    const { held } = answered;
    return { got: hideSecrets(answered.answer.got, held), credentialId: held.credentialId };
  };

  const withService = async <T>(service: OwnService, principal: Principal, run: Run<T>): Promise<Got<T>> => {
    const way = deps.connect(service);
    const url = new URL(service.toolsPath, service.url).href;
    const conversation = createStreamable({ url, open: way.open, eras: ownEras, clock, isOurs: true });
    const headers = { ...way.headers, 'x-assay-agent-id': principal.agentId };
    return { got: await run(conversation, headers), credentialId: null };
  };

  const converse = <T>(server: CatalogServer, principal: Principal, run: Run<T>): Promise<Got<T> | NotReady> =>
    server.kind === 'app' ? withApp(server.app, principal, run) : withService(server.service, principal, run);

  return {
    async request(server, principal, { method, params, signal, timeoutMs, ...request }) {
      const gate = gateOf(nameOf(server));
      const startedAt = clock.now();
      const ask: Omit<Ask, 'headers' | 'timeoutMs'> = {
        method,
        params,
        signal,
        paramHeaders: mirrored(server, method, params),
        traceparent: request.traceparent,
        onProgress: request.onProgress,
        clientCapabilities: request.clientCapabilities,
      };
      const { onPart } = request;
      const run: Run<Reply> = (conversation, headers, held) => {
        const left = () => Math.max(1, timeoutMs - (clock.now() - startedAt));
        return gate.through({ signal, timeoutMs: left() }, () =>
          conversation.request({ ...ask, ...hidden(onPart, held), headers, timeoutMs: left() }),
        );
      };
      try {
        const answered = await converse(server, principal, run);
        if (!('got' in answered)) return ofNotReady(answered);
        return toOutcome(method, answered.got, answered.credentialId);
      } catch (error) {
        // The verifier refused or is unavailable: the server was not called.
        if (!isAppError(error)) throw error;
        return ofVerifier(error);
      }
    },
    async listen(server, principal, { uris }, onEvent, signal) {
      const gone = AbortSignal.any([signal, closing.signal]);
      await keepListening({
        signal: gone,
        clock,
        random,
        firstPauseMs: listenPauseMs,
        onEvent,
        async once(onNotification) {
          try {
            const answered = await converse(server, principal, (conversation, headers) =>
              conversation.listen({ uris, headers, signal: gone, timeoutMs: listenMs, onNotification }),
            );
            return 'got' in answered ? answered.got : { kind: 'not_ready' };
          } catch (error) {
            if (!isAppError(error)) throw error;
            return { kind: 'not_ready' };
          }
        },
      });
    },
    async close() {
      clearInterval(sweeping);
      closing.abort(new Error('the gateway is stopping'));
      await Promise.all([keptOnes.close(), processes.close()]);
    },
  };
}

/** Parts of an answer are without the secret, as its whole is. */
function hidden(onPart: Ask['onPart'], held: InjectedCredential | undefined): Pick<Ask, 'onPart'> {
  if (onPart === undefined) return {};
  return {
    onPart({ texts, event }) {
      const { all, inside } = hideSecretsIn({ all: texts, inside: event }, held);
      const shown = Array.isArray(all) ? all.filter((text) => typeof text === 'string') : [];
      return onPart({ texts: shown, event: isRecord(inside) ? inside : {} });
    },
  };
}

/** Our own services speak the newest revision only. */
const ownEras: Eras = { find: () => 'modern', remember: () => undefined, forget: () => undefined };

function nameOf(server: CatalogServer): string {
  return server.kind === 'app'
    ? JSON.stringify([server.app.installation_id, server.app.server])
    : JSON.stringify([server.service.name, server.service.url]);
}

function toRequest({ service, resource }: App, { agentId, onBehalfOf: person }: Principal): CredentialRequest {
  return {
    agentId,
    service,
    resource: resource ?? undefined,
    onBehalfOf:
      person === undefined
        ? undefined
        : {
            subjectId: person.user,
            grantId: person.grantId,
            ...(person.token === undefined ? {} : { token: person.token }),
          },
  };
}

/** The part of the reply that the injector checks. */
function foreignOf(got: unknown): ForeignAnswer {
  return isStatus(got) ? { status: got.status, headers: got.headers } : { status: 200 };
}

function isStatus(got: unknown): got is Extract<Reply, { kind: 'status' }> {
  return Reflect.get(Object(got), 'kind') === 'status';
}

function mirrored(server: CatalogServer, method: string, params: JsonObject) {
  if (server.kind !== 'app' || method !== 'tools/call') return {};
  const tool = server.app.tools.find(({ name }) => name === params['name']);
  return tool === undefined ? {} : paramHeaders(tool.definition, params['arguments']);
}

function ofNotReady({ status, connectUrl, scopesMissing }: NotReady): UpstreamOutcome {
  return { kind: 'not_ready', status, connectUrl, scopesMissing };
}

function ofVerifier(error: AppError): UpstreamOutcome {
  const isRetryable = error.status >= 500 || error.status === 429;
  return { kind: 'refused', code: error.code, message: error.publicText, isRetryable };
}
