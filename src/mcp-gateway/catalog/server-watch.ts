/**
 * Compares what the servers in use offer with what was approved, reports differences to the verifier, and acts on them
 * before it answers. A server is listed at a call, at most once per interval, with the caller's credential; at its
 * change notices; and at once while a tool of it is withheld, so that a correction is seen. A server that cannot be
 * listed keeps its approved tools and is reported.
 */
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { CatalogServer, Principal } from '../ports.ts';
import type { ChangeCounters } from './change-counters.ts';
import { type Listing, type ListingDeps, listServerTools } from './list-tools.ts';
import { createLruMap } from './lru-map.ts';
import { createReports } from './tool-reports.ts';
import type { Verdicts } from './verdicts.ts';

export type AppServer = CatalogServer & { readonly kind: 'app' };

export interface ServerWatch {
  /** Approved hashes, by name, of tools that the server last showed with another definition; undefined: none. */
  othersOf(server: AppServer, principal: Principal): ReadonlyMap<string, string> | undefined;
  /** True where no tool of it may be called: the verifier said so, or its listing is unusable. */
  isBlocked(server: AppServer, principal: Principal): boolean;
  /** Call before a tool call: lists the server where that is due, and waits for it. */
  beforeCall(
    server: AppServer,
    principal: Principal,
    tool: { readonly name: string; readonly hash: string },
  ): Promise<void>;
  /** Lists a server with withheld tools, or one that was never listed, where that is due. Nobody waits. */
  look(server: AppServer, principal: Principal): void;
  /**
   * Handles a change notice; a server that sends them all the time is listed at a limited rate. Resolves after the
   * listing, if there was one, and never rejects.
   */
  onChanged(server: AppServer, principal: Principal): Promise<void>;
  problems(): readonly { readonly name: string; readonly reason: string }[];
  /** Settles when nothing is running. */
  settled(): Promise<void>;
}

export interface ServerWatchDeps extends ListingDeps {
  readonly verifier: Pick<VerifierClient, 'reportTools'>;
  readonly gatewayId: string;
  readonly bundleVersion: () => string | undefined;
  readonly verdicts: Verdicts;
  readonly changeCounters: Pick<ChangeCounters, 'bump'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs: number;
  /** The time for which a call waits for a listing. */
  readonly patienceMs: number;
  readonly within: (work: Promise<unknown>, ms: number) => Promise<void>;
}

/** The view of one server by one principal's credential. */
interface Seen {
  askedAt: number;
  /** Tools that were approved at the last listing, by name. */
  approved: ReadonlyMap<string, string>;
  /** Approved hashes of the tools that the server shows with another definition. */
  others: ReadonlyMap<string, string>;
  isInvalid: boolean;
  /** The listing only; the follow-up runs longer. */
  listing: Promise<void> | undefined;
}

const most = 10_000;
const maxProblems = 100;
/** Pause between two listings after a change. */
const againMs = 2_000;

export function createServerWatch(deps: ServerWatchDeps): ServerWatch {
  const { clock, changeCounters, log, intervalMs } = deps;
  const seen = createLruMap<Seen>({ most });
  const problems = new Map<string, string>();
  const underWay = new Set<Promise<void>>();
  const reports = createReports(deps);

  const toKey = ({ app }: AppServer, { onBehalfOf }: Principal) =>
    JSON.stringify([app.installation_id, app.server, onBehalfOf?.user ?? null]);

  const tell = (alias: string, problem: string | undefined): void => {
    if (problem === undefined) {
      problems.delete(alias);
      return;
    }
    if (problems.get(alias) !== problem) log.warn({ server: alias, problem }, 'the tools of a server cannot be listed');
    if (problems.size < maxProblems || problems.has(alias)) problems.set(alias, problem);
  };

  const note = (server: AppServer, principal: Principal, entry: Seen, listing: Listing): void => {
    tell(server.alias, listing.kind === 'failed' || listing.kind === 'invalid' ? listing.problem : undefined);
    const before = entry.others.size > 0 || entry.isInvalid;
    if (listing.kind === 'invalid') entry.isInvalid = true;
    if (listing.kind === 'listed') {
      const shown = new Map(listing.tools.map(({ name, hash }) => [name, hash]));
      entry.approved = toHashes(server);
      entry.others = new Map([...entry.approved].filter(([name, hash]) => (shown.get(name) ?? hash) !== hash));
      entry.isInvalid = false;
    }
    if (before || entry.others.size > 0 || entry.isInvalid) changeCounters.bump(principal.agentId);
  };

  const follow = async (server: AppServer, principal: Principal, listing: Listing): Promise<void> => {
    if (listing.kind === 'listed') await deps.verdicts.judge(principal, server.alias, listing.tools);
    await reports.tell(server, principal, listing);
  };

  const look = (server: AppServer, principal: Principal): Promise<void> => {
    const key = toKey(server, principal);
    const known = seen.get(key);
    if (known?.listing !== undefined) return known.listing;
    const entry = known ?? { askedAt: 0, approved: new Map(), others: new Map(), isInvalid: false, listing: undefined };
    seen.set(key, entry);
    entry.askedAt = clock.now();
    const listed = listServerTools(deps, server, principal);
    const noted = listed
      .then((listing) => note(server, principal, entry, listing))
      .finally(() => {
        entry.listing = undefined;
      });
    entry.listing = noted;
    const all = noted
      .then(async () => follow(server, principal, await listed))
      .catch((error: unknown) => {
        if (!deps.closing.aborted)
          log.error({ err: error, server: server.alias }, 'the tools of a server were not checked');
      })
      .finally(() => underWay.delete(all));
    underWay.add(all);
    return noted;
  };

  const isDue = (entry: Seen | undefined, ms: number): boolean =>
    entry === undefined || clock.now() - entry.askedAt >= ms;

  return {
    othersOf: (server, principal) => seen.get(toKey(server, principal))?.others,
    isBlocked: (server, principal) =>
      reports.isBlocked(server) || seen.get(toKey(server, principal))?.isInvalid === true,
    async beforeCall(server, principal, { name, hash }) {
      const entry = seen.get(toKey(server, principal));
      // A tool that was approved after the last listing has not been compared yet.
      const isCompared = entry?.approved.get(name) === hash;
      if (entry?.listing === undefined && !isDue(entry, isCompared ? intervalMs : againMs)) return;
      // Failures are reported there; the call goes on with the approved definition.
      await deps.within(look(server, principal), deps.patienceMs);
    },
    look(server, principal) {
      if (isDue(seen.get(toKey(server, principal)), intervalMs)) void look(server, principal).catch(() => {});
    },
    async onChanged(server, principal) {
      // Failures are reported by `look`.
      if (isDue(seen.get(toKey(server, principal)), againMs)) await look(server, principal).catch(() => {});
    },
    problems: () => [...problems].map(([name, reason]) => ({ name, reason })),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function toHashes({ app }: AppServer): ReadonlyMap<string, string> {
  return new Map(app.tools.map(({ name, hash }) => [name, hash]));
}
