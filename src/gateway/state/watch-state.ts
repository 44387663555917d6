/**
 * Keeps the gateway's own parts up to date with the chain manifest, the policy file and the auditors: built at start,
 * rebuilt when a file changes or an auditor comes back. An invalid change leaves the running parts unchanged.
 */
import { readFile, stat } from 'node:fs/promises';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import { isUntouched } from '../../policy/default-policy.ts';
import { syncDefaultPolicy } from '../../policy/default-policy-file.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import { createAgentEntities } from '../../policy/policy-question.ts';
import { loadPolicySet } from '../../policy/policy-set.ts';
import { type ChainMember, connectChain, refreshChain } from '../collect/chain.ts';
import { chooseItems } from '../collect/chosen-items.ts';
import type { ClientPool } from '../collect/client-pool.ts';
import { describeMistaken, describeUnreached, findMistaken } from '../collect/identity.ts';
import { type ChainItem, parseChainItems } from '../collect/manifest.ts';
import { createVocabularyStore } from '../collect/vocabulary-store.ts';
import type { GatewayConfig } from '../config.ts';
import {
  type ActiveState,
  assertGeneratedForAll,
  createActiveState,
  createDenyingState,
  toChainVocabulary,
} from './active-state.ts';
import type { LocalParts } from './local-parts.ts';
import { ownSettingsOf, policySettingsOf } from './own-settings.ts';
import { type PolicyText, readPolicyFile } from './policy-file.ts';

export interface WatchStateOptions {
  readonly config: GatewayConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cedar: CedarHost;
  readonly builtInChain: readonly ChainItem[];
  readonly clients: ClientPool;
  /** True for an auditor with another version than its vocabulary; absent: always false. */
  readonly isStale?: (client: AuditorClient) => boolean;
  /** Interval of the checks of files and missing auditors; default 1 s. */
  readonly pollMs?: number;
}

export interface WatchedState {
  current(): LocalParts;
  /** Calls the listeners from now on, one after the other: `changed` at each change, `looked` at every check. */
  follow(listeners: { changed(parts: LocalParts): Promise<void>; looked(): Promise<void> }): void;
  /** Checks files and auditors now. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

const defaultPolicyName = 'policy.cedar';

/** @throws AppError `config` when the manifest or the policy file is not usable at start. */
export async function watchState(options: WatchStateOptions): Promise<WatchedState> {
  const { config, dataDir, log, clients } = options;
  const learn = { store: createVocabularyStore(dataDir), timeoutMs: config.GATEWAY_AUDITOR_TIMEOUT_MS, log };
  const policyPath = config.GATEWAY_POLICY_FILE ?? dataDir.file(defaultPolicyName);
  const watched = [policyPath, ...(config.GATEWAY_CHAIN_FILE === undefined ? [] : [config.GATEWAY_CHAIN_FILE])];
  const policySettings = policySettingsOf(config);
  const ownSettings = ownSettingsOf(config);
  const toPolicy = ({ id, text }: PolicyText): LocalParts['policy'] => {
    return { id, text, isGenerated: config.GATEWAY_POLICY_FILE === undefined && isUntouched(text) };
  };

  const ownItem = (item: ChainItem) => clients.connect(item, 'files');
  let chain = await connectChain({ items: await loadItems(options), connect: ownItem, ...learn });
  if (config.GATEWAY_POLICY_FILE === undefined) await writeDefaultPolicy(options, chain);
  const first = await readPolicyFile(policyPath);
  let parts: LocalParts = {
    serial: 0,
    chain,
    policySettings,
    ownSettings,
    policy: toPolicy(first),
    state: buildFirst(options, chain, toPolicy(first)),
  };
  let seen = await fingerprint(watched);
  let listeners: Parameters<WatchedState['follow']>[0] | undefined;

  const rebuild = async (next: ChainMember[]): Promise<void> => {
    try {
      // An auditor that is reached for the first time brings claims without rules in the generated policy.
      if (config.GATEWAY_POLICY_FILE === undefined) await writeDefaultPolicy(options, next);
      seen = await fingerprint(watched);
      const policy = toPolicy(await readPolicyFile(policyPath));
      const state = createState(options, next, policy);
      parts = { ...parts, serial: parts.serial + 1, chain: next, policy, state };
      chain = next;
      log.info({ policy: state.policySet?.id, version: state.policySet?.version }, 'policy and chain are active');
    } catch (error) {
      if (!(error instanceof PolicyError) && !isAppError(error, 'config')) throw error;
      log.error({ problem: error.message }, 'the change is not active: the present policy and chain stay in force');
      return;
    }
    await listeners?.changed(parts);
  };

  const poll = async (): Promise<void> => {
    const now = await fingerprint(watched);
    const changed = now !== seen;
    seen = now;
    const unknown = chain.some(
      ({ vocabulary, client }) => vocabulary === undefined || options.isStale?.(client) === true,
    );
    if (changed) {
      const before = chain;
      const items = await loadItems(options).catch((error: unknown) => keepItems(error, before, log));
      await rebuild(await connectChain({ items, connect: ownItem, ...learn }));
    } else if (unknown) {
      const next = await refreshChain(chain, learn);
      const learned = next.some((member, index) => member.vocabulary !== chain[index]?.vocabulary);
      if (learned) await rebuild(next);
    }
    await listeners?.looked();
  };

  let polling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    polling = polling.then(poll).catch((error: unknown) => log.error({ err: error }, 'looking for changes failed'));
  }, options.pollMs ?? 1_000);
  timer.unref();
  return {
    current: () => parts,
    follow(next) {
      listeners = next;
    },
    poll,
    async close() {
      clearInterval(timer);
      await polling;
    },
  };
}

function createState(
  { cedar, clock, config }: WatchStateOptions,
  chain: readonly ChainMember[],
  policy: LocalParts['policy'],
): ActiveState {
  assertGeneratedForAll(policy, chain);
  return createActiveState({
    chain,
    cedar,
    clock,
    ownSettings: ownSettingsOf(config),
    load: (schema) => loadPolicySet({ ...policy, schema, cedar }),
    entities: createAgentEntities(config.ASSAY_TRUST_DOMAIN, config.GATEWAY_ORGANIZATION),
  });
}

async function loadItems({ config, builtInChain }: WatchStateOptions): Promise<readonly ChainItem[]> {
  return chooseItems(await readItems(config, builtInChain), config);
}

async function readItems(
  { GATEWAY_CHAIN_FILE: path }: GatewayConfig,
  builtInChain: readonly ChainItem[],
): Promise<readonly ChainItem[]> {
  if (path === undefined) return builtInChain;
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const detail = `the chain manifest ${path} cannot be read`;
    throw new AppError('config', detail, { cause, detail });
  });
  return parseChainItems(text, path, builtInChain);
}

function keepItems(error: unknown, chain: readonly ChainMember[], log: Logger): readonly ChainItem[] {
  if (!isAppError(error, 'config')) throw error;
  log.error({ problem: error.message }, 'the changed chain manifest is invalid: the present chain stays in force');
  return chain.map((member) => member.item);
}

async function writeDefaultPolicy(options: WatchStateOptions, chain: readonly ChainMember[]): Promise<void> {
  const { config, dataDir, log } = options;
  const result = await syncDefaultPolicy({
    file: {
      read: async () => (await dataDir.read(defaultPolicyName))?.toString('utf8'),
      write: (text) => dataDir.write(defaultPolicyName, text),
    },
    settings: policySettingsOf(config),
    chain: chain.flatMap(toChainVocabulary),
  });
  if (result.action === 'kept_changed_settings') {
    log.warn({ changed: result.changed }, 'policy.cedar was edited, so these variables no longer change it');
  }
}

/**
 * Builds the first parts. While an auditor that was never reached may declare what the policy reads, everything is
 * denied with its name, and the gateway runs on. Any other fault of the policy ends the start.
 */
function buildFirst(
  options: WatchStateOptions,
  chain: readonly ChainMember[],
  policy: LocalParts['policy'],
): ActiveState {
  try {
    return createState(options, chain, policy);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const unasked = chain.filter((member) => member.vocabulary === undefined);
    const unknown = unasked.map((member) => member.item.name);
    const detail = `policy ${policy.id} cannot become active:\n${error.message}`;
    if (unknown.length === 0) throw new AppError('config', detail, { cause: error, detail });
    options.log.error(
      { auditors: unknown },
      'auditors cannot be reached, or others answer for them, so their vocabulary is unknown: every call is denied',
    );
    return createDenyingState({
      chain,
      policyId: policy.id,
      reasons: unknown.map((name) => `missing:*:${name}`),
      problems: [...unasked.map(describeUnasked), ...error.issues.map((issue) => issue.message)],
      engineVersion: options.cedar.version(),
    });
  }
}

function describeUnasked(member: ChainMember): string {
  const mistaken = findMistaken(member);
  if (mistaken !== undefined) return describeMistaken(member, mistaken);
  return describeUnreached(member);
}

async function fingerprint(paths: readonly string[]): Promise<string> {
  const marks = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return found === undefined ? 'none' : `${found.mtimeMs}:${found.size}:${found.ino}`;
    }),
  );
  return marks.join('|');
}
