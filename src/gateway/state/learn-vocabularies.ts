/** Asks auditors of a chain for vocabularies that nobody knows yet. */
import type { Vocabulary } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { ChainMember } from '../collect/chain.ts';
import { addressOf } from '../collect/client-pool.ts';
import { askIdentity, findMistaken } from '../collect/identity.ts';

/**
 * Gives the vocabularies of the auditors that answer, by address. Members with a vocabulary are asked only while another
 * auditor answers for them, so that its end is noticed.
 */
export async function learnVocabularies(
  members: readonly ChainMember[],
  { timeoutMs, log }: { readonly timeoutMs: number; readonly log: Logger },
): Promise<Map<string, Vocabulary>> {
  const unknown = new Map(
    members
      .filter((member) => member.vocabulary === undefined || findMistaken(member) !== undefined)
      .map((member) => [addressOf(member.item), member]),
  );
  const learned = new Map<string, Vocabulary>();
  await Promise.all(
    [...unknown].map(async ([address, member]) => {
      const { client, item } = member;
      try {
        const vocabulary = await client.vocabulary({ timeoutMs });
        if (client.transport === 'http') await askIdentity(client, timeoutMs);
        if (member.vocabulary === undefined && findMistaken(member) === undefined) learned.set(address, vocabulary);
      } catch (error) {
        if (!isAppError(error)) throw error;
        log.debug({ auditor: item.name, err: error }, 'an auditor of the bundle still cannot be reached');
      }
    }),
  );
  return learned;
}
