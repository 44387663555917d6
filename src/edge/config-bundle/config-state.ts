/** The state of a gateway's configuration for /health and the verifier. */

import type { RefusalReason } from '../../configuration/bundle/open-signed.ts';
import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { SoundStanding } from '../../configuration/bundle/read-standing.ts';
import type { GatewayProblem, GatewayReport } from '../../contract/control/gateway-report.ts';
import { toTimestamp } from '../../platform/clock.ts';
import type { BundleUser, UseProblem } from './bundle-user.ts';

/** A document as it was received, with its version and hash. */
export interface SoundDocument {
  readonly jws: string;
  /** `<lineage>.<revision>`. */
  readonly version: string;
  readonly hash: string;
}

/** The progress of following one kind of document. */
export interface FollowedDocument<Sound extends SoundDocument> {
  held:
    | {
        readonly sound: Sound;
        source: 'disk' | 'verifier';
        readonly takenMs: number;
        /** The time when the verifier last confirmed it as the newest. */
        confirmedMs: number;
      }
    | undefined;
  /** The last refused document, until another one is taken. */
  refused:
    | {
        readonly reason: RefusalReason;
        readonly detail: string;
        readonly etag: string | undefined;
        readonly atMs: number;
        /** The time when the first document since the last taken one was refused. */
        readonly sinceMs: number;
      }
    | undefined;
  connected: boolean;
  /** The reason why a reachable verifier gives this gateway nothing. */
  rejected?: string | undefined;
  /** True if the copy in the data folder is older than the document in use. */
  notKept: boolean;
  /** The reason why the copy in the data folder could not be used. */
  unusable?: string | undefined;
}

/** The progress of the bundle, with that of the standing. */
export interface Following extends FollowedDocument<SoundBundle> {
  /** False: no verifier is asked. */
  readonly isAsking: boolean;
  /** The time for which newer configuration may be known and not be in use. */
  readonly maxLagMs: number;
  readonly standing: FollowedDocument<SoundStanding>;
  /** The time since which the standing names a newer revision than the bundle in use. */
  behindSinceMs?: number | undefined;
  /** The time since which the verifier gives the bundle and not the standing. */
  standingMissingSinceMs?: number | undefined;
}

/** The initial state: no document, no contact. */
export function startFollowing(isAsking: boolean, maxLagMs: number): Following {
  const nothing = { held: undefined, refused: undefined, connected: false, notKept: false };
  return { ...nothing, isAsking, maxLagMs, standing: { ...nothing } };
}

/** Notes whether the standing is ahead of the bundle, after one of them was taken. */
export function noteProgress(following: Following, taken: 'bundle' | 'standing', nowMs: number): void {
  const [bundle, standing] = [following.held?.sound.bundle, following.standing.held?.sound.standing];
  const isBehind =
    bundle !== undefined &&
    standing !== undefined &&
    bundle.lineage === standing.lineage &&
    standing.revision > bundle.revision;
  // A taken bundle counts as progress, even if changes come faster than bundles.
  const since = taken === 'bundle' ? undefined : following.behindSinceMs;
  following.behindSinceMs = isBehind ? (since ?? nowMs) : undefined;
}

/**
 * Notes after each contact whether the verifier gives only the bundle. While it gives neither it is away, and nothing
 * newer can be known: the time restarts when it is back.
 */
export function noteContact(following: Following, nowMs: number): void {
  const isMissing = following.connected && !following.standing.connected;
  following.standingMissingSinceMs = isMissing ? (following.standingMissingSinceMs ?? nowMs) : undefined;
}

/** The start of the time in which newer configuration is known and not in use, or the standing is missing. */
export function lagSince(following: Following): number | undefined {
  const { refused, standing, behindSinceMs, standingMissingSinceMs } = following;
  const all = [refused?.sinceMs, standing.refused?.sinceMs, behindSinceMs, standingMissingSinceMs];
  const since = all.filter((ms) => ms !== undefined);
  return since.length === 0 ? undefined : Math.min(...since);
}

/** Lists the problems that take this gateway out of service: configuration that has not been applied for too long. */
export function findStuck(following: Following, nowMs: number): UseProblem[] {
  const sinceMs = lagSince(following);
  if (sinceMs === undefined || nowMs - sinceMs < following.maxLagMs) return [];
  const message = `since ${toTimestamp(sinceMs)} ${describeLag(following)}`;
  return [{ reason: 'configuration_unusable', message: toText(message) }];
}

function describeLag(following: Following): string {
  const { refused, standing, behindSinceMs } = following;
  const why = refused?.detail ?? standing.refused?.detail;
  if (why === undefined && behindSinceMs === undefined) return describeMissing(following);
  return (
    `newer configuration is known but not in use: ${why ?? 'the verifier gives no newer bundle'}. ` +
    'The previous configuration stays in use; correct the configuration at the verifier'
  );
}

function describeMissing({ standing }: Following): string {
  return (
    `the verifier gives the configuration without the standing of callers${standing.rejected === undefined ? '' : ` (${standing.rejected})`}: ` +
    'a suspension waits here for the next bundle. The log of the gateway has the answer of the verifier'
  );
}

export interface ConfigState {
  readonly source: 'verifier' | 'disk' | 'files';
  readonly version: string | null;
  readonly revision: number | null;
  /** Revision of the standing, which says who may still call. */
  readonly standing_revision: number | null;
  readonly hash: string | null;
  readonly taken_at: string | null;
  /** Seconds since the verifier confirmed it as the newest. */
  readonly age_s: number | null;
  /** `refusing`: the verifier answers and accepts no credential of this gateway. */
  readonly verifier: 'connected' | 'away' | 'refusing' | 'off';
  readonly problems: readonly GatewayProblem[];
}

/** The part of the user that is reported. */
type Shown = Pick<BundleUser, 'problems'>;

const maxProblems = 64;
const maxMessageLength = 1_000;

export function describeConfig(following: Following, user: Shown, nowMs: number): ConfigState {
  const { held } = following;
  return {
    source: held?.source ?? 'files',
    version: held?.sound.version ?? null,
    revision: held?.sound.bundle.revision ?? null,
    standing_revision: following.standing.held?.sound.standing.revision ?? null,
    hash: held?.sound.hash ?? null,
    taken_at: held === undefined ? null : toTimestamp(held.takenMs),
    age_s: held === undefined ? null : Math.max(0, Math.round((nowMs - held.confirmedMs) / 1000)),
    verifier: wordOf(following),
    problems: listProblems(following, user, nowMs),
  };
}

function wordOf({ isAsking, connected, rejected }: Following): ConfigState['verifier'] {
  if (!isAsking) return 'off';
  if (connected) return 'connected';
  return rejected === undefined ? 'away' : 'refusing';
}

/** What a gateway tells of itself. */
interface Own {
  readonly build: string;
  readonly ownChain: readonly string[] | undefined;
  readonly ownServices?: GatewayReport['own_services'];
}

export function toReport(following: Following, user: Shown, own: Own, nowMs: number): GatewayReport {
  const { held, refused } = following;
  const { build, ownChain, ownServices } = own;
  return {
    running: held?.sound.version ?? null,
    source: held?.source ?? 'files',
    ...(refused === undefined
      ? {}
      : { refused: { version: versionOf(refused.etag), reason: toText(`${refused.reason}: ${refused.detail}`) } }),
    problems: listProblems(following, user, nowMs),
    ...(ownChain === undefined ? {} : { own_chain: [...ownChain] }),
    ...(ownServices === undefined ? {} : { own_services: ownServices }),
    build,
  };
}

function listProblems(following: Following, user: Shown, nowMs: number): GatewayProblem[] {
  const { isAsking, held, refused, connected, notKept, unusable, rejected, standing } = following;
  const problems: GatewayProblem[] = [];
  const add = (reason: string, message: string): void => {
    problems.push({ reason, message: toText(message) });
  };
  for (const { reason, message } of findStuck(following, nowMs)) add(reason, message);
  if (unusable !== undefined) add('bundle_unusable', unusable);
  if (refused !== undefined)
    add('bundle_refused', `a configuration was refused (${refused.reason}): ${refused.detail}`);
  if (notKept) add('bundle_not_kept', 'the configuration cannot be stored in the data folder');
  if (following.standingMissingSinceMs !== undefined) add('standing_missing', describeMissing(following));
  if (standing.unusable !== undefined) add('standing_unusable', standing.unusable);
  if (standing.refused !== undefined) {
    const { reason, detail } = standing.refused;
    add('standing_refused', `the standing of callers was refused (${reason}): ${detail}`);
  }
  if (standing.notKept) add('standing_not_kept', 'the standing of callers cannot be stored in the data folder');
  if (rejected !== undefined) add('verifier_refuses', rejected);
  if (isAsking && held === undefined && rejected === undefined && unusable === undefined && !connected) {
    add('verifier_never_reached', 'the verifier has not given its configuration yet: calls are refused until it does');
  }
  for (const { reason, message, agentId } of user.problems()) {
    problems.push({ reason, message: toText(message), ...(agentId === undefined ? {} : { agent_id: agentId }) });
  }
  return problems.slice(0, maxProblems);
}

/** An ETag without its quotes, if it has the form of a bundle's. */
function versionOf(etag: string | undefined): string | null {
  return /^"([A-Za-z0-9_-]{1,80}\.\d{1,15})"$/.exec(etag ?? '')?.[1] ?? null;
}

function toText(message: string): string {
  return message
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maxMessageLength)
    .toWellFormed();
}
