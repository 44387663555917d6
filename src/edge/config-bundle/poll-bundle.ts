/**
 * Asks the verifier for bundles and standings by long polling, and notes its answers. After an answer it asks again at
 * once, after a failure with growing pauses; no answer of a verifier leads to a tight loop.
 */
import type { BundleAnswer, BundlePoll } from '../../clients/verifier/client.ts';
import { whyRefused } from '../../clients/verifier/refused.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { type FollowedDocument, type Following, noteContact, type SoundDocument } from './config-state.ts';
import type { DocumentHolder } from './hold-document.ts';

export interface BundlePollOptions {
  /** Waits up to `waitS` seconds for another bundle than the one in use. */
  readonly ask: (waitS: number, signal: AbortSignal) => Promise<BundleAnswer>;
  /** Uses a bundle; false when it was refused, or is already in use. */
  readonly take: (answer: Extract<BundleAnswer, { status: 'changed' }>) => Promise<boolean>;
  /** Called at each answer; `onAway` at each failure. */
  readonly onContact: () => void;
  readonly onAway: (error: unknown) => void;
  readonly clock: Clock;
  /** Gives a number from 0 to 1; spreads gateways that lost their verifier at the same moment. */
  readonly random: () => number;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What the polls of a gateway share. */
export interface AskingOptions extends Pick<BundlePollOptions, 'clock' | 'random' | 'sleep'> {
  readonly gatewayId: string;
  readonly log: Logger;
}

const waitS = 30;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
/** A verifier that answers "unchanged" sooner than this does not wait, so it is asked again after a pause. */
const soonMs = 1_000;
/** Pause between two bundles, because of many changes at once only the last counts. */
const betweenMs = 50;
/** Pause before a refused bundle is checked again. */
const refusedForMs = 60_000;

/** Asks once; true when the next poll may follow. Failures go to `onAway`. */
export async function askOnce(
  options: Pick<BundlePollOptions, 'ask' | 'take' | 'onContact' | 'onAway' | 'clock'>,
  seconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const askedMs = options.clock.now();
  try {
    const answer = await options.ask(seconds, signal);
    if (signal.aborted) return true;
    options.onContact();
    if (answer.status === 'changed') return await options.take(answer);
    return seconds > 0 && options.clock.now() - askedMs >= soonMs;
  } catch (error) {
    if (!signal.aborted) options.onAway(error);
    return false;
  }
}

/**
 * Polls until the signal aborts. The first poll after a failure does not wait: its answer shows that the verifier is
 * back.
 */
export async function pollBundles(options: BundlePollOptions, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let isAway = false;
  const onAway = (error: unknown): void => {
    isAway = true;
    options.onAway(error);
  };
  while (!signal.aborted) {
    const wasAway = isAway;
    isAway = false;
    const isAnswered = await askOnce({ ...options, onAway }, wasAway ? 0 : waitS, signal);
    if (signal.aborted) return;
    const isFine = isAnswered || (wasAway && !isAway);
    await options.sleep(isFine ? betweenMs : pauseMs * (0.5 + options.random() / 2), signal);
    pauseMs = isFine ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** Builds the polling of one kind of document, and notes the answers. */
export function toAsking<Sound extends SoundDocument>(
  { gatewayId, clock, log, random, sleep }: AskingOptions,
  asked: {
    readonly following: Following;
    readonly followed: FollowedDocument<Sound>;
    readonly holder: DocumentHolder;
    readonly name: string;
    readonly poll: (poll: BundlePoll) => Promise<BundleAnswer>;
    readonly firstKeys: () => Promise<readonly BundleKey[]>;
  },
): BundlePollOptions {
  const { followed, holder, name } = asked;
  let isSaid = false;
  return {
    clock,
    sleep,
    random,
    async ask(seconds, signal) {
      const { held, refused } = followed;
      const kept = refused !== undefined && clock.now() - refused.atMs < refusedForMs ? refused : undefined;
      const etag = held === undefined ? undefined : `"${held.sound.version}"`;
      const answer = await asked.poll({ gatewayId, waitS: seconds, signal, etag, refusedEtag: kept?.etag });
      // While a newer document is refused, "unchanged" does not confirm the one in use.
      if (answer.status === 'unchanged' && held !== undefined && kept === undefined) {
        held.confirmedMs = clock.now();
        held.source = 'verifier';
        followed.refused = undefined;
      }
      return answer;
    },
    take: (offer) => holder.take(offer, asked.firstKeys),
    onContact() {
      if (!followed.connected) log.info({}, `the verifier gives the ${name}`);
      followed.connected = true;
      followed.rejected = undefined;
      isSaid = false;
      noteContact(asked.following, clock.now());
    },
    onAway(error) {
      const rejected = whyRefused(error);
      // Logged once per outage; the polling goes on until it answers or the gateway stops.
      if (rejected !== undefined && rejected !== followed.rejected) log.error({ problem: rejected }, rejected);
      else if (!isSaid) log.warn({ err: error }, `the verifier gives no ${name}; the active one stays in use`);
      followed.connected = false;
      followed.rejected = rejected;
      isSaid = true;
      noteContact(asked.following, clock.now());
    },
  };
}
