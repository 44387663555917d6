/** Asks auditors of a chain for vocabularies that nobody knows yet. */
import type { Vocabulary } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { ChainMember } from '../collect/chain.ts';
import { addressOf } from '../collect/client-pool.ts';

/** Gives the vocabularies of the auditors that answer, by address. Members with a vocabulary are not asked. */
export async function learnVocabularies(
  members: readonly ChainMember[],
  { timeoutMs, log }: { readonly timeoutMs: number; readonly log: Logger },
): Promise<Map<string, Vocabulary>> {
  const unknown = new Map(
    members.filter(({ vocabulary }) => vocabulary === undefined).map((member) => [addressOf(member.item), member]),
  );
  const learned = new Map<string, Vocabulary>();
  await Promise.all(
    [...unknown].map(async ([address, { client, item }]) => {
      try {
        learned.set(address, await client.vocabulary({ timeoutMs }));
      } catch (error) {
        if (!isAppError(error)) throw error;
        log.debug({ auditor: item.name, err: error }, 'an auditor of the bundle still cannot be reached');
      }
    }),
  );
  return learned;
}
