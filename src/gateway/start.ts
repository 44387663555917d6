/** Starts a gateway: data folder, key, log, chain and policy; then it listens. */

import type { FileSystem, ReceiptChain } from '@assay/sdk/receipts';
import { Registry } from 'prom-client';
import type { AttestorClient } from '../clients/attestor/client.ts';
import type { ToolCallsHandle } from '../clients/tool-judge/local.ts';
import type { VerifierClient } from '../clients/verifier/client.ts';
import { limits } from '../contract/limits.ts';
import { createGatewayAuthentication } from '../edge/authentication/authenticate.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { AppError } from '../platform/errors.ts';
import { createAccess } from '../platform/http/access.ts';
import type { Closing } from '../platform/http/app.ts';
import { loadOperatorToken } from '../platform/http/operator-token.ts';
import { createId, type RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { toMcpSettings } from '../platform/mcp/variables.ts';
import { createRandomPool } from '../platform/random-pool.ts';
import { isSameSecret } from '../platform/secret.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import { actOnConfig } from './act-on-config.ts';
import { createGatewayApp } from './app.ts';
import type { ConnectAuditor } from './collect/client-pool.ts';
import type { ChainItem } from './collect/manifest.ts';
import type { GatewayConfig } from './config.ts';
import { countEscalations } from './escalation/escalation-metrics.ts';
import { createEscalator } from './escalation/escalator.ts';
import { createKeptAnswers } from './escalation/kept-answers.ts';
import { addForwardingMetrics } from './evidence/forwarding-metrics.ts';
import { type Forwarding, type ForwardingOptions, startForwarding } from './evidence/forwarding-start.ts';
import { watchKey } from './evidence/live-key.ts';
import { openLog } from './evidence/open-log.ts';
import { createRecorder } from './evidence/recorder.ts';
import { startWitnessing, type Witnessing, type WitnessingOptions } from './evidence/witness.ts';
import { addWitnessMetrics } from './evidence/witness-metrics.ts';
import { askWitness } from './evidence/witness-start.ts';
import { createJudge } from './exchange/judge.ts';
import { createAdmission } from './http/admission.ts';
import { createBodyQueue } from './http/body-queue.ts';
import { parseForwardedNames } from './http/forwarded-headers.ts';
import { readServedWorkspaces } from './http/identity.ts';
import { startLiveEvents } from './live-events/create.ts';
import { createModelUse } from './registry/model-use.ts';
import { openMadeFile } from './responses/made-disk.ts';
import { createMadeResponses, type MadeResponses } from './responses/made-responses.ts';
import { assertServicePort, identifyServices, listenToServices } from './services.ts';
import { createHealthProblems, type HealthProblem } from './state/health-problems.ts';
import { later, repeat, sleepUnlessAborted } from './timers.ts';
import { createCallsInProgress } from './tool-calls/calls-in-progress.ts';
import { createToolCalls } from './tool-calls/create.ts';
import { openCallJournal } from './tool-calls/journal.ts';
import { createEchoUpstream } from './upstream/echo.ts';
import { createHttpUpstream } from './upstream/http-upstream.ts';
import { watchUpstream } from './upstream/upstream-health.ts';

export interface StartGatewayOptions {
  readonly config: GatewayConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly attestor: AttestorClient;
  /** Absent: Evidence stays in the log until a verifier is configured. */
  readonly verifier: VerifierClient | undefined;
  /** Items of the chain when no manifest is configured. */
  readonly builtInChain: readonly ChainItem[];
  /** The time for which a buffered stream holds its headers, and the pause between keep-alive comments; default 5 s. */
  readonly streamHoldMs?: number;
  /** File system of the receipt log; by default that of the machine. */
  readonly fileSystem?: FileSystem;
  readonly connectAuditor: ConnectAuditor;
  /** Counts the tokens of a text, for the usage that the built-in model reports. */
  readonly countTokens: (text: string) => Promise<number>;
  /** The gateway's certificate for mTLS connections and ports. */
  readonly identity?: SvidSource;
  /** URL of the verifier for browsers, if one is known. */
  readonly verifierUrl?: string | undefined;
}

export interface RunningGateway {
  readonly url: string;
  /** The address for services with a certificate; undefined without such a port. */
  readonly mtlsUrl: string | undefined;
  /** For code in this process that makes tool calls: it may name any agent. */
  readonly toolCalls: ToolCallsHandle;
  /** Resolves when everything recorded so far has reached the verifier. */
  flush(signal: AbortSignal): Promise<void>;
  readonly closing: Closing;
  close(): Promise<void>;
}

const defaultHoldMs = 5_000;
const maxAnswerBytes = limits.streamBytes;
const hourMs = 3_600_000;
const lookEveryMs = 1_000;

/** @throws AppError `config` when it may not start. */
export async function startGateway(options: StartGatewayOptions): Promise<RunningGateway> {
  const { config, dataDir, clock, monotonicMs, randomBytes, log, attestor } = options;
  assertServicePort(config, options.identity);
  const operatorToken = await loadOperatorToken(dataDir, randomBytes);
  const access = createAccess({
    host: config.GATEWAY_HOST,
    accessToken: config.ASSAY_ACCESS_TOKEN,
    operatorToken,
    foreignCredentials: 'ignore',
    isRequired: config.ASSAY_AUTHENTICATION === 'required',
    identify: {
      byCredential: (presented) => authentication.byCredential(presented),
      ...(options.identity === undefined ? {} : { byConnection: identifyServices(config, options.identity, clock) }),
    },
  });
  const admission = createAdmission(config.GATEWAY_MAX_CONCURRENT);
  const { chain, chainId, keys, attestorIdentity } = await openLog(options, admission);
  const witnessed = await askBeforeStart(options, chain, chainId).catch(async (error: unknown) => {
    await chain.close();
    throw error;
  });
  const registry = new Registry();
  const problems = createHealthProblems({ registry, log });
  const configured = await actOnConfig({ ...options, registry, problems, sleep: sleepUnlessAborted }).catch(
    async (error: unknown) => {
      await chain.close();
      throw error;
    },
  );
  const { states, follower } = configured;
  problems.add(() => states.denying().map((message) => ({ reason: 'denying', message, endsReadiness: true })));
  problems.add(() => describeRefusing(admission.refusing));
  const authentication = createGatewayAuthentication({
    index: states.index,
    orgId: config.GATEWAY_ORGANIZATION,
    trustDomain: config.ASSAY_TRUST_DOMAIN,
    clock,
    isFollowing: config.GATEWAY_CONFIG !== 'files' && options.verifier !== undefined,
  });
  const suspectKey = () => keyWatch.suspect({ isRefused: true });
  const forwarding = await maybeForward(options, { chain, keys, identity: attestorIdentity, onKeyRevoked: suspectKey });
  const forwarder = forwarding?.forwarder;
  const witnessing = witness(options, {
    chain,
    forwarder,
    knownSize: witnessed?.size ?? 0,
    holdKey: (run) => keyWatch.hold(run),
    onRefused: suspectKey,
  });
  admission.guard(witnessing.refusing);
  addWitnessMetrics(registry, witnessing.state);
  if (forwarding !== undefined) {
    admission.guard(forwarding.refusing);
    addForwardingMetrics(registry, forwarding.forwarder.state);
    problems.add(() => forwarding.problems(witnessing.state()));
  }
  const keyWatch = watchKey({
    attestor,
    identity: attestorIdentity,
    onChange: admission.pause,
    log,
    clock,
    sleep: sleepUnlessAborted,
    async adopt(identity) {
      await keys.add(identity.keyAttestation);
      await chain.changeKey({ attestationHash: identity.keyAttestationHash, publicKey: identity.jwk });
      forwarding?.adopted(identity);
    },
  });
  const { upstream, problems: upstreamProblems } = connectUpstream(options);
  problems.add(upstreamProblems);
  const pooled = createRandomPool(randomBytes);
  const recorder = createRecorder({
    keys: keyWatch,
    chain,
    issuer: gatewaySpiffeId(config),
    clock,
    randomBytes: pooled,
    onRecorded: (entry) => {
      forwarder?.wake(entry);
      witnessing.grown();
    },
  });
  const judge = createJudge({ auditorTimeoutMs: config.GATEWAY_AUDITOR_TIMEOUT_MS, monotonicMs });
  const identity = {
    mode: config.GATEWAY_MODE,
    defaultSessionId: config.VENDOR_SESSION_ID,
    actingOf: states.actingOf,
    standingOf: states.standingOf,
    now: clock.now,
    servedWorkspaces: readServedWorkspaces(config.GATEWAY_WORKSPACES),
  };
  const models = createModelUse(() => states.index()?.bundle);
  const createEvidenceId = () => createId('ev', clock, pooled);
  const tokens = [operatorToken, ...(config.ASSAY_ACCESS_TOKEN === undefined ? [] : [config.ASSAY_ACCESS_TOKEN])];
  const isOurs = (credential: string) =>
    authentication.isOurs(credential) || tokens.some((token) => isSameSecret(credential, token.reveal()));
  const upstreamKey = config.GATEWAY_UPSTREAM_KEY?.reveal();
  const forwardedHeaders = parseForwardedNames(config.GATEWAY_FORWARDED_HEADERS);
  const liveEvents = startLiveEvents({
    verifier: options.verifier,
    registry,
    gatewayId: config.GATEWAY_ID,
    provider: upstream.name,
    clock,
    monotonicMs,
    randomBytes: pooled,
    log,
    sleep: sleepUnlessAborted,
  });
  const shared = { judge, recorder, createEvidenceId, monotonicMs, stepQueue: createBodyQueue(monotonicMs) };
  const kept = createKeptAnswers({ now: clock.now, after: later });
  const asking = createEscalator({
    verifier: options.verifier,
    keys: follower.keys,
    clock,
    log,
    sleep: sleepUnlessAborted,
    gatewayId: config.GATEWAY_ID,
    orgId: config.GATEWAY_ORGANIZATION,
    previewChars: config.GATEWAY_APPROVAL_PREVIEW_CHARS,
  });
  const escalate = countEscalations(asking, registry);

  const toolCalls = createToolCalls({
    ...shared,
    admission,
    identity,
    registry,
    after: later,
    log,
    approvals: { escalate, kept },
    randomBytes: pooled,
    inProgress: createCallsInProgress({
      journal: openCallJournal(dataDir.file('tool-calls-under-way.jsonl'), log),
      recorder,
      chain,
      clock,
      after: later,
      observer: liveEvents.toolObserver,
      log,
    }),
    observer: liveEvents.toolObserver,
    maxBytes: config.GATEWAY_MAX_BODY_BYTES,
  });

  const responses = openMadeResponses(options);

  const app = createGatewayApp({
    access,
    log,
    bodyLimit: config.GATEWAY_MAX_BODY_BYTES,
    verifierUrl: options.verifierUrl,
    health: () => ({
      ...problems.toHealth(),
      mode: config.GATEWAY_MODE,
      stream_mode: config.GATEWAY_STREAM_MODE,
      upstream: upstream.name,
      policy: configured.policyId() ?? null,
      config: follower.state(),
      receipts: chain.size(),
      ...(options.identity === undefined ? {} : { identity: options.identity.state() }),
      ...(forwarder === undefined ? {} : { forwarding: forwarder.state() }),
      witness: { mode: config.GATEWAY_WITNESS, ...witnessing.state() },
    }),
    proxy: {
      flow: {
        ...shared,
        upstream,
        maxAnswerBytes,
        observer: liveEvents.observer,
        approvals: { escalate, kept },
        responses,
        hold: { holdMs: options.streamHoldMs ?? defaultHoldMs, every: repeat },
      },
      admission,
      identity,
      models,
      streamMode: config.GATEWAY_STREAM_MODE,
      upstreamKey,
      isOurs,
      forwardedHeaders,
    },
    evaluate: { ...shared, admission, identity, models, escalate },
    models: { judge, upstream, identity, models, upstreamKey, isOurs, forwardedHeaders },
    receipts: { chain, chainId, findWitnessed: options.verifier?.witnessedChain },
    refusedEvidence: forwarding,
    toolCalls,
    mcp: toMcpSettings(config),
    registry,
  });
  problems.look();
  const stopLooking = repeat(lookEveryMs, problems.look);
  const url = await app.listen({ host: config.GATEWAY_HOST, port: config.GATEWAY_PORT });
  const mtls = await listenToServices(app, config, options);
  return {
    url,
    mtlsUrl: mtls?.url,
    closing: app,
    toolCalls: toolCalls.local,
    flush: (signal) => forwarder?.flush(signal) ?? Promise.resolve(),
    async close() {
      stopLooking();
      await mtls?.close();
      await app.close();
      await toolCalls.close();
      kept.close();
      await liveEvents.close();
      await configured.close();
      await keyWatch.close();
      await forwarding?.stop();
      await witnessing.stop();
      await chain.close();
      await upstream.close();
      responses.close();
    },
  };
}

/** What the provider keeps belongs to its address, and agents to their organisation. */
function openMadeResponses({ config, dataDir, clock, log }: StartGatewayOptions): MadeResponses {
  const { GATEWAY_UPSTREAM_URL: url, ASSAY_TRUST_DOMAIN: trustDomain, GATEWAY_ORGANIZATION: org } = config;
  const provider = JSON.stringify([url ?? null, trustDomain, org]);
  const file = openMadeFile(dataDir.file('made-responses.jsonl'), log);
  return createMadeResponses({ now: clock.now, provider, file, log });
}

function describeRefusing(refusing: AppError | undefined): HealthProblem[] {
  if (refusing === undefined) return [];
  return [{ reason: refusing.code, message: refusing.publicText, endsReadiness: true }];
}

function connectUpstream({ config, clock, countTokens, randomBytes }: StartGatewayOptions) {
  const { GATEWAY_UPSTREAM_URL: url, GATEWAY_UPSTREAM_TIMEOUT_MS: timeoutMs } = config;
  const upstream =
    url === undefined
      ? createEchoUpstream({ now: () => Math.floor(clock.now() / 1000), countTokens, series: seriesOf(randomBytes(6)) })
      : createHttpUpstream({ url, timeoutMs });
  return watchUpstream({ upstream, clock, hasOwnKey: config.GATEWAY_UPSTREAM_KEY !== undefined });
}

const seriesOf = (bytes: Uint8Array): string => `${Buffer.from(bytes).toString('hex')}_`;

export function gatewaySpiffeId(config: GatewayConfig): string {
  return `spiffe://${config.ASSAY_TRUST_DOMAIN}/gateway/${config.GATEWAY_ID}`;
}

async function maybeForward(
  { verifier, attestor, dataDir, log, clock, config }: StartGatewayOptions,
  parts: Pick<ForwardingOptions, 'chain' | 'keys' | 'identity' | 'onKeyRevoked'>,
): Promise<Forwarding | undefined> {
  if (verifier === undefined) return undefined;
  return startForwarding({
    ...parts,
    verifier,
    attestor,
    dataDir,
    log,
    clock,
    sleep: sleepUnlessAborted,
    reattestEveryMs: config.GATEWAY_REATTEST_HOURS * hourMs,
    bounds: {
      backlogProblem: config.GATEWAY_BACKLOG_PROBLEM,
      backlogMax: config.GATEWAY_BACKLOG_MAX,
      witnessLagMs: config.GATEWAY_WITNESS_MAX_LAG_MS,
    },
  });
}

/** Asks the witness before the start; does nothing without one. */
async function askBeforeStart(options: StartGatewayOptions, chain: ReceiptChain, chainId: string) {
  const { config, verifier, log, dataDir } = options;
  if (verifier === undefined || config.GATEWAY_WITNESS === 'off') return undefined;
  const isStrict = config.GATEWAY_WITNESS === 'strict';
  const directory = dataDir.file('receipts');
  return askWitness({ chain, chainId, directory, verifier, isStrict, log, sleep: sleepUnlessAborted });
}

function witness(
  { config, verifier, attestor, clock, log }: StartGatewayOptions,
  parts: Pick<WitnessingOptions, 'holdKey' | 'onRefused' | 'knownSize'> & {
    chain: ReceiptChain;
    forwarder: Forwarding['forwarder'] | undefined;
  },
): Witnessing {
  const { forwarder, ...rest } = parts;
  return startWitnessing({
    ...rest,
    attestor,
    verifier: config.GATEWAY_WITNESS === 'off' ? undefined : verifier,
    forwardedTo: () => forwarder?.state().nextSeq ?? 0,
    forwardAgain: () => forwarder?.forwardAgain(),
    stopLagMs:
      config.GATEWAY_WITNESS === 'strict' ? config.GATEWAY_WITNESS_MAX_LAG_MS : config.GATEWAY_WITNESS_STOP_LAG_MS,
    clock,
    log,
    sleep: sleepUnlessAborted,
  });
}
