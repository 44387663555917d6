/**
 * A connected chain: one client per item with its declared vocabulary. An auditor that is away at start keeps its last
 * stored vocabulary; without one its item stays unknown until it answers.
 */
import type { Phase, SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { ConnectedAuditor } from './client-pool.ts';
import { type ChainItem, itemUrl } from './manifest.ts';

export interface ChainMember {
  readonly item: ChainItem;
  readonly client: AuditorClient;
  /** `attested`: runs in the process that the key attestation covers. */
  readonly boundary: 'attested' | 'remote';
  /** Absent while the auditor has never been reached. */
  readonly vocabulary: Vocabulary | undefined;
  /** Phases in which the chain asks it; absent: every phase that its vocabulary names. */
  readonly askedIn?: readonly Phase[];
  /** Its id in the configuration, if the configuration placed it. */
  readonly auditorId?: string;
  /** The auditor's own settings, as the configuration registered it. */
  readonly config?: readonly SettingDefinition[];
  /** Their values in the environment of an auditor in this process. */
  readonly effectiveConfig?: Readonly<Record<string, unknown>>;
}

/** Stores vocabularies for starts while an auditor is away. */
export interface VocabularyStore {
  load(itemName: string): Promise<Vocabulary | undefined>;
  save(itemName: string, vocabulary: Vocabulary): Promise<void>;
}

export interface ConnectChainOptions {
  readonly items: readonly ChainItem[];
  readonly connect: (item: ChainItem) => ConnectedAuditor;
  readonly store: VocabularyStore;
  readonly timeoutMs: number;
  readonly log: Logger;
}

/** Connects every item and fetches its vocabulary; never fails because an auditor is away. */
export function connectChain(options: ConnectChainOptions): Promise<ChainMember[]> {
  return Promise.all(
    options.items.map(async (item) => {
      const connected = options.connect(item);
      return { item, ...connected, vocabulary: await learnVocabulary({ ...options, item, client: connected.client }) };
    }),
  );
}

/** Fetches vocabularies that are missing or may have changed. */
export function refreshChain(chain: readonly ChainMember[], options: Omit<ConnectChainOptions, 'items' | 'connect'>) {
  return Promise.all(
    chain.map(async (member) => ({ ...member, vocabulary: await learnVocabulary({ ...options, ...member }) })),
  );
}

interface LearnOptions extends Pick<ConnectChainOptions, 'store' | 'timeoutMs' | 'log'> {
  readonly item: ChainItem;
  readonly client: AuditorClient;
}

async function learnVocabulary({ item, client, store, timeoutMs, log }: LearnOptions): Promise<Vocabulary | undefined> {
  try {
    const vocabulary = await client.vocabulary({ timeoutMs });
    if (client.transport === 'http') await store.save(item.name, vocabulary);
    return vocabulary;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const stored = await store.load(item.name);
    log.warn(
      { auditor: item.name, url: itemUrl(item), stored: stored !== undefined },
      'the auditor cannot be reached, so its vocabulary is unknown',
    );
    return stored;
  }
}
