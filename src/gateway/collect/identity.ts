/**
 * Checks that the auditor of a chain item is the one that answers at its address: the ids in its `/health` and
 * `/vocabulary` must be the item's. Nothing of another auditor counts, because its claims would be taken for those of
 * the item.
 */

import type { AuditorClient } from '../../clients/auditor/client.ts';
import { builtInIdOfImage } from '../../configuration/chain/resolve-chain.ts';
import { toRecordable } from '../../contract/ids.ts';
import { isAppError } from '../../platform/errors.ts';
import type { ChainMember } from './chain.ts';
import { type ChainItem, itemUrl } from './manifest.ts';

export interface TrackedAuditor {
  readonly client: AuditorClient;
  /** The ids that its last health and vocabulary had; empty before the first answer. */
  readonly told: () => readonly string[];
  /** Why its last health or vocabulary failed; undefined after an answer. */
  readonly failure: () => string | undefined;
}

/** Remembers the ids with which an auditor answers, and why it does not. */
export function trackIdentity(client: AuditorClient): TrackedAuditor {
  let health: string | undefined;
  let vocabulary: string | undefined;
  const ids = () => [...new Set([health, vocabulary])].filter((id) => id !== undefined);
  let told: readonly string[] = [];
  let failure: string | undefined;
  const note = async <Answer>(asking: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await asking;
      failure = undefined;
      return answer;
    } catch (error) {
      failure = isAppError(error) ? error.message : 'the call failed';
      throw error;
    }
  };
  return {
    told: () => told,
    failure: () => failure,
    client: {
      transport: client.transport,
      claims: (request, call) => client.claims(request, call),
      close: () => client.close(),
      async health(call) {
        const answer = await note(client.health(call));
        // Another program answers now, so what the former one declared says nothing about it.
        if (health !== undefined && answer.auditor_id !== health) vocabulary = undefined;
        health = answer.auditor_id;
        told = ids();
        return answer;
      },
      async vocabulary(call) {
        const answer = await note(client.vocabulary(call));
        vocabulary = answer.auditor_id;
        told = ids();
        return answer;
      },
    },
  };
}

/** Says that an auditor was never reached, and why, where that is known. */
export function describeUnreached({ item, failure }: Pick<ChainMember, 'item' | 'failure'>): string {
  const why = failure?.();
  return `auditor ${item.name} was never reached${why === undefined ? '' : ` (${why})`}`;
}

type Identified = Pick<ChainMember, 'item' | 'client' | 'told' | 'alsoAccepted'>;

/** Gives the ids with which the auditor of an item may answer, the most likely first. */
export function acceptedIds(
  { name, image, auditor_id: named }: ChainItem,
  also: readonly string[] = [],
): readonly string[] {
  if (named !== undefined) return [named];
  const builtIn = builtInIdOfImage(image);
  return [...(builtIn === undefined ? [] : [builtIn]), name, ...also];
}

/** Gives the id of another auditor that answers for this item; undefined if there is none, or nobody has answered yet. */
export function findMistaken({ item, told, alsoAccepted }: Identified): string | undefined {
  const ids = told?.() ?? [];
  if (ids.length === 0) return undefined;
  const accepted = acceptedIds(item, alsoAccepted);
  return ids.find((id) => !accepted.includes(id));
}

/**
 * Gives the reason why a member may not be asked for claims. An auditor that has not said its id yet is asked for it
 * first.
 */
export async function refuseMember(member: Identified, timeoutMs: number): Promise<string | undefined> {
  const failure = member.told?.().length === 0 ? await askIdentity(member.client, timeoutMs) : undefined;
  if (member.told?.().length === 0) {
    const { name } = member.item;
    const why = failure ?? 'neither names an id';
    return `auditor ${name} answers neither /health nor /vocabulary, so nobody knows which auditor it is: ${why}`;
  }
  const mistaken = findMistaken(member);
  return mistaken === undefined ? undefined : describeMistaken(member, mistaken);
}

/** Asks for health, and for the vocabulary only where that fails. @returns why neither answers, if so */
export async function askIdentity(client: AuditorClient, timeoutMs: number): Promise<string | undefined> {
  let failure: string | undefined;
  for (const ask of [client.health, client.vocabulary]) {
    try {
      await ask({ timeoutMs });
      return undefined;
    } catch (error) {
      if (!isAppError(error)) throw error;
      failure = error.message;
    }
  }
  return failure;
}

/** Says which auditor answers, and what to change. */
export function describeMistaken({ item, alsoAccepted }: Identified, id: string): string {
  const told = toRecordable(id.slice(0, 128));
  const [wanted = item.name] = acceptedIds(item, alsoAccepted);
  return (
    `Auditor ${item.name}: ${told} answers at ${itemUrl(item)}, not ${wanted}. It is not asked, and calls that need ` +
    `the claims of ${item.name} are denied. Start ${wanted} there, correct port or url of the item, or give the item ` +
    `auditor_id: ${told} if that is the right one.`
  );
}
