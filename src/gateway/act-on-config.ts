/**
 * Builds what a gateway decides by: its own files, the verifier's configuration over them, and the state of each agent.
 */
import type { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { VerifierClient } from '../clients/verifier/client.ts';
import { type BundleFollower, followBundle } from '../edge/config-bundle/follow-bundle.ts';
import { readPinnedKeys } from '../edge/config-bundle/pinned-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { createCedarHost } from '../policy/cedar-host.ts';
import { type AuditorHealth, createAuditorHealth } from './collect/auditor-health.ts';
import type { ChainMember } from './collect/chain.ts';
import { type ConnectAuditor, createClientPool } from './collect/client-pool.ts';
import { describeMistaken, findMistaken, trackIdentity } from './collect/identity.ts';
import { builtInId, type ChainItem } from './collect/manifest.ts';
import type { GatewayConfig } from './config.ts';
import { type AgentStates, createAgentStates } from './state/agent-states.ts';
import { describeGaps } from './state/gaps.ts';
import type { HealthProblem, HealthProblems } from './state/health-problems.ts';
import { problemsOf } from './state/problems.ts';
import { watchState } from './state/watch-state.ts';

export interface ActOnConfigOptions {
  readonly config: GatewayConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly verifier: VerifierClient | undefined;
  readonly builtInChain: readonly ChainItem[];
  readonly connectAuditor: ConnectAuditor;
  readonly registry: Registry;
  readonly problems: HealthProblems;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ConfiguredGateway {
  readonly states: AgentStates;
  readonly follower: BundleFollower;
  /** Policy id of the gateway's own files. */
  policyId(): string | undefined;
  close(): Promise<void>;
}

/** Policy sets that the engine keeps ready: one for each cached state, and some for shadow policies. */
const maxPolicySets = 640;

/** Resolves when it is ready to decide. @throws AppError `config` when the gateway's own files are not usable. */
export async function actOnConfig(options: ActOnConfigOptions): Promise<ConfiguredGateway> {
  const { config, dataDir, clock, log, registry, randomBytes } = options;
  const keysFile = config.GATEWAY_BUNDLE_KEYS_FILE;
  const pinnedKeys = keysFile === undefined ? undefined : await readPinnedKeys(keysFile, 'GATEWAY_BUNDLE_KEYS_FILE');
  const cedar = createCedarHost({ maxSets: maxPolicySets });
  const random = () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
  const health = createAuditorHealth({ registry, random, after, everyMs: config.GATEWAY_AUDITOR_HEALTH_MS });
  options.problems.add(health.problems);
  const clients = createClientPool((item, placedBy, ids) => {
    const connected = options.connectAuditor(item, placedBy, ids);
    const { client, boundary } = connected;
    if (client.transport === 'local') return { ...connected, client: health.watch(item.name, client) };
    const tracked = trackIdentity(client);
    return { client: health.watch(item.name, tracked.client), boundary, told: tracked.told, failure: tracked.failure };
  });
  const { builtInChain } = options;
  const watched = await watchState({
    config,
    dataDir,
    clock,
    log,
    cedar,
    clients,
    builtInChain,
    isStale: health.isStale,
  });
  const verifier = config.GATEWAY_CONFIG === 'files' ? undefined : options.verifier;
  const states = createAgentStates({
    isFollowing: verifier !== undefined,
    clients,
    cedar,
    clock,
    log,
    local: watched.current(),
    trustDomain: config.ASSAY_TRUST_DOMAIN,
    orgId: config.GATEWAY_ORGANIZATION,
    timeoutMs: config.GATEWAY_AUDITOR_TIMEOUT_MS,
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const follower = await followBundle({
    dataDir,
    keptFile: 'gateway-config.json',
    clock,
    log,
    registry,
    user: { ...states, problems: () => problemsOf(states) },
    pinnedKeys,
    build: manifest.version,
    ownChain: () => (config.GATEWAY_CHAIN_FILE === undefined ? undefined : watched.current().chain.map(idOfMember)),
    gatewayId: config.GATEWAY_ID,
    orgId: config.GATEWAY_ORGANIZATION,
    maxLagMs: config.GATEWAY_CONFIG_MAX_LAG_MS,
    verifier,
    random,
    sleep: options.sleep,
  });
  options.problems.add(follower.unready);
  options.problems.add(() => findMistakenMembers(states, health));
  options.problems.add(() => describeGaps(states.gaps()));
  options.problems.add(() => (config.GATEWAY_SKIP_AUDIT ? [auditSkipped] : []));
  watched.follow({
    changed: states.replaceLocal,
    async looked() {
      follower.report();
      await states.learnUnknown();
    },
  });
  return {
    states,
    follower,
    policyId: () => watched.current().state.policySet?.id,
    async close() {
      await follower.close();
      await watched.close();
      await clients.close();
    },
  };
}

const auditSkipped: HealthProblem = {
  reason: 'audit_skipped',
  message:
    "GATEWAY_SKIP_AUDIT (annotation vendor.io/skip-audit) is true: no auditor of this gateway's own chain is asked. Set it " +
    'to false to judge again.',
  isWarning: true,
};
/** The id by which the configuration knows the auditor. */
function idOfMember({ item, vocabulary }: ChainMember): string {
  return builtInId(item) ?? vocabulary?.auditor_id ?? item.auditor_id ?? item.name;
}

/** Members for which another auditor answers, unless their health check already names them. */
function findMistakenMembers(states: AgentStates, health: AuditorHealth): HealthProblem[] {
  const messages = states.members().flatMap((member) => {
    const mistaken = health.isRefused(member.client) ? undefined : findMistaken(member);
    return mistaken === undefined ? [] : [describeMistaken(member, mistaken)];
  });
  return [...new Set(messages)].map((message) => ({ reason: 'auditor_mistaken', message }));
}

function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}
