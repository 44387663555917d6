/**
 * A connected chain: one client per item with its declared vocabulary. An auditor that is away at start keeps its last
 * stored vocabulary; without one its item stays unknown until it answers.
 */
import type { Phase, SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { ConnectedAuditor } from './client-pool.ts';
import { acceptedIds, askIdentity, findMistaken } from './identity.ts';
import { type ChainItem, itemUrl } from './manifest.ts';

export interface ChainMember {
  readonly item: ChainItem;
  readonly client: AuditorClient;
  /** `attested`: runs in the process that the key attestation covers. */
  readonly boundary: 'attested' | 'remote';
  /** The ids that it answered with so far; absent for an auditor in this process. */
  readonly told?: () => readonly string[];
  /** Why its last health or vocabulary failed; absent for an auditor in this process. */
  readonly failure?: () => string | undefined;
  /** Ids that the configuration knows it by, besides those of its item. */
  readonly alsoAccepted?: readonly string[];
  /** Absent while the right auditor has never been reached. */
  readonly vocabulary: Vocabulary | undefined;
  /** Phases in which the chain asks it; absent: every phase that its vocabulary names. */
  readonly askedIn?: readonly Phase[];
  /** Why it must not be asked, by the configuration. */
  readonly withheld?: string;
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
      const member = { item, ...options.connect(item), vocabulary: undefined };
      return { ...member, vocabulary: await learnVocabulary(member, options) };
    }),
  );
}

/** Fetches vocabularies that are missing or may have changed. */
export function refreshChain(chain: readonly ChainMember[], options: Omit<ConnectChainOptions, 'items' | 'connect'>) {
  return Promise.all(chain.map(async (member) => ({ ...member, vocabulary: await learnVocabulary(member, options) })));
}

type LearnOptions = Pick<ConnectChainOptions, 'store' | 'timeoutMs' | 'log'>;

/** What another auditor declares at the address of this one is not used. */
async function learnVocabulary(
  member: ChainMember,
  { store, timeoutMs, log }: LearnOptions,
): Promise<Vocabulary | undefined> {
  const { item, client } = member;
  try {
    const vocabulary = await client.vocabulary({ timeoutMs });
    if (client.transport === 'local') return vocabulary;
    await askIdentity(client, timeoutMs);
    const mistaken = findMistaken(member);
    if (mistaken !== undefined) {
      log.debug({ auditor: item.name, answered: mistaken, url: itemUrl(item) }, 'another auditor answers');
      return member.vocabulary;
    }
    await store.save(item.name, vocabulary);
    return vocabulary;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const stored = await store.load(item.name);
    const known = stored === undefined || !isIts(member, stored) ? undefined : stored;
    log.warn(
      { auditor: item.name, url: itemUrl(item), stored: known !== undefined, why: error.message },
      'the auditor cannot be reached, so its vocabulary is unknown',
    );
    return known;
  }
}

function isIts(member: ChainMember, { auditor_id: id }: Vocabulary): boolean {
  return acceptedIds(member.item, member.alsoAccepted).includes(id);
}
