/** Gateways: each polls for the bundle of its organisation and names the bundle that it runs. */

import { type Gateway, type GatewayState, gatewayStates, type Rollout } from '../../../contract/api/gateways/shapes.ts';
import type { GatewayReport } from '../../../contract/control/gateway-report.ts';
import { type OwnTool, toOwnToolText } from '../../../contract/own-tools.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import type { ConfigurationCheck } from '../../base/control/changes.ts';
import type { GatewayMetrics } from './metrics.ts';
import { type NamedVersion, parseVersion } from './prefer.ts';
import type { Readable } from './readable.ts';
import type { ProblemReporter } from './report-problems.ts';
import { answerPoll, type Poll, type PollAnswer, type RevisionWatch } from './revision-watch.ts';
import { type Asked, awayAfterMs, toGateway, toRollout, toState } from './rollout.ts';
import type { SignedDocuments } from './signed-documents.ts';
import type { GatewayContact, GatewayStore } from './store.ts';
import type { GatewayRow } from './tables.ts';

/** A gateway whose chain file lacks auditors. */
export interface LackingGateway {
  readonly id: string;
  readonly lacks: readonly string[];
}

export interface Gateways {
  /** Answers when the bundle is not among the known ones, or when the wait ends. */
  poll(poll: Poll): Promise<PollAnswer>;
  /** Does the same for the standing; stores nothing. */
  pollStanding(poll: Poll): Promise<PollAnswer>;
  report(orgId: string, id: string, report: GatewayReport): Promise<void>;
  list(orgId: string, page: PageStart): Promise<Page<Gateway>>;
  /** @throws AppError `not_found`. */
  get(orgId: string, id: string): Promise<Gateway>;
  /** Removes one permanently. @throws AppError `not_found`. */
  remove(author: Author, id: string): Promise<void>;
  /** @throws AppError `not_found` for a revision that this organisation never had. */
  rollout(orgId: string, revision: number | undefined): Promise<Rollout>;
  /** Finds a gateway in use whose chain file lacks one of these auditors: agents without a chain here have that one. */
  findLacking(db: Db, orgId: string, auditors: readonly string[]): Promise<LackingGateway | undefined>;
  /** Lists the tools of our own services that MCP gateways in use offer agents, each once. */
  listOwnTools(db: Db, orgId: string): Promise<readonly OwnTool[]>;
  /** Lists problems for `/health`: configuration that gateways could not read. */
  problems(): string[];
  /** Counts the polls that wait at this process. */
  countWaiting(): number;
  /** Refuses a configuration that gateways could not read. */
  readonly checkConfiguration: ConfigurationCheck;
  /** Ends all waiting polls now. */
  close(): void;
}

export interface GatewaysDeps {
  readonly store: GatewayStore;
  readonly bundles: SignedDocuments;
  readonly standings: SignedDocuments;
  readonly watch: RevisionWatch;
  readonly metrics: GatewayMetrics;
  readonly clock: Clock;
  /** Announces the troubles of a gateway. */
  readonly tell: ProblemReporter;
  readonly readable: Pick<Readable, 'check' | 'faultOf' | 'countFaults'>;
  /** Removes one with its entry in the audit log. @throws AppError `not_found`. */
  readonly removeLogged: (author: Author, id: string) => Promise<void>;
}

const writeEveryMs = 15_000;
const maxCached = 20_000;
const maxGateways = 10_000;
const forgetAfterMs = 30 * 24 * 60 * 60 * 1000;
const maxBehind = 1_000;

export function createGateways(deps: GatewaysDeps): Gateways {
  const { store, bundles, standings, watch, metrics, clock, tell, readable, removeLogged } = deps;
  /** Last write of each gateway, so that not every poll is a write. Bounded, oldest out first. */
  const written = new Map<string, { readonly text: string; readonly at: number }>();

  const isWritten = (key: string, text: string, at: number): boolean => {
    const last = written.get(key);
    return last !== undefined && last.text === text && at - last.at < writeEveryMs && at >= last.at;
  };

  const remember = (key: string, text: string, at: number): void => {
    written.delete(key);
    const oldest = written.size >= maxCached ? written.keys().next().value : undefined;
    if (oldest !== undefined) written.delete(oldest);
    written.set(key, { text, at });
  };

  /** Pods come and go under new names: those unseen for long are removed, and the number of others is bounded. */
  const assertRoom = async ({ orgId, id, at }: GatewayContact): Promise<void> => {
    if (written.has(`${orgId}/${id}`) || (await store.find(orgId, id)) !== undefined) return;
    await store.removeUnseen(orgId, at - forgetAfterMs);
    if ((await store.count(orgId)) < maxGateways) return;
    const detail = `this organisation has ${maxGateways} gateways: remove those that are no longer used`;
    throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'too_many_gateways' } });
  };

  const saw = async (contact: GatewayContact): Promise<void> => {
    const key = `${contact.orgId}/${contact.id}`;
    const text = toText(contact.running);
    if (isWritten(key, text, contact.at)) return;
    await assertRoom(contact);
    await store.saw(contact);
    remember(key, text, contact.at);
  };

  const askedOf = async (orgId: string): Promise<Asked> => {
    const { lineage, revision } = await bundles.head(orgId);
    return { version: { lineage, revision }, now: clock.now() };
  };

  const countBehind = async (row: GatewayRow, { version }: Asked): Promise<number | null> => {
    if (row.revision === null || row.lineage !== version.lineage) return null;
    return row.revision >= version.revision ? 0 : store.countChanges(row.org_id, row.revision, maxBehind);
  };

  const view = async (row: GatewayRow, asked: Asked): Promise<Gateway> =>
    toGateway(row, asked, await countBehind(row, asked));

  metrics.observe({
    waiting: watch.count,
    async countStates() {
      const rows = await store.listForRollout(undefined);
      const asked = new Map<string, Asked>();
      for (const orgId of new Set(rows.map((row) => row.org_id))) asked.set(orgId, await askedOf(orgId));
      const counts = Object.fromEntries(gatewayStates.map((state) => [state, 0])) as Record<GatewayState, number>;
      for (const row of rows) {
        const own = asked.get(row.org_id);
        if (own !== undefined) counts[toState(row, own)] += 1;
      }
      return counts;
    },
  });

  return {
    checkConfiguration: readable.check,
    async poll(poll) {
      await saw({ orgId: poll.orgId, id: poll.id, running: poll.known.running, at: clock.now() });
      const answered = await answerPoll(watch, bundles, poll);
      metrics.answered(poll.signal.aborted ? 'gone' : answered.status);
      return answered;
    },
    pollStanding: (poll) => answerPoll(watch, standings, poll),
    async report(orgId, id, report) {
      const { running, source, refused = null, problems, build = null } = report;
      const { own_chain = null, own_services = null } = report;
      const version = running === null ? undefined : parseVersion(running);
      const contact = { orgId, id, running: version, at: clock.now() };
      await assertRoom(contact);
      await store.reported(contact, { source, refused, problems, build, own_chain, own_services });
      await tell.reported(orgId, { id, running, refused, problems, at: contact.at });
      remember(`${orgId}/${id}`, toText(version), contact.at);
    },
    async list(orgId, start) {
      const [rows, asked] = [await store.list(orgId, start), await askedOf(orgId)];
      const { items, ...page } = toPage(rows, start.limit, (row) => row);
      const views: Gateway[] = [];
      for (const row of items) views.push(await view(row, asked));
      return { ...page, items: views };
    },
    async get(orgId, id) {
      const row = await store.find(orgId, id);
      if (row === undefined) throw notFound('there is no such gateway');
      return view(row, await askedOf(orgId));
    },
    async remove(author, id) {
      await removeLogged(author, id);
      written.delete(`${author.orgId}/${id}`);
    },
    async rollout(orgId, revision) {
      const head = await askedOf(orgId);
      const version = { ...head.version, revision: revision ?? head.version.revision };
      const changedAt = version.revision === 0 ? undefined : await store.findChange(orgId, version.revision);
      if (changedAt === undefined && version.revision !== 0) throw notFound('there is no such revision');
      const rollout = toRollout(await store.listForRollout(orgId), { ...head, version }, changedAt);
      return { ...rollout, withheld: (await readable.faultOf(orgId)) ?? null };
    },
    async findLacking(from, orgId, auditors) {
      const rows = await store.listOwnChains(from, orgId, clock.now() - awayAfterMs);
      const lacking = rows.map(({ id, own_chain: own }) => ({
        id,
        lacks: auditors.filter((auditor) => own?.includes(auditor) !== true),
      }));
      return lacking.find(({ lacks }) => lacks.length > 0);
    },
    async listOwnTools(from, orgId) {
      const services = (await store.listOwnServices(from, orgId, clock.now() - awayAfterMs)).flat();
      const tools = services.flatMap(({ name: service, tools }) => tools.map((name) => ({ service, name })));
      return [...new Map(tools.map((tool) => [toOwnToolText(tool), tool])).values()];
    },
    problems() {
      const count = readable.countFaults();
      if (count === 0) return [];
      const what = `the newest configuration of ${count} organisation(s) is held back because no gateway could read it`;
      return [`${what}: \`assay gateway rollout\` shows the reason`];
    },
    countWaiting: watch.count,
    close: watch.close,
  };
}

function toText(version: NamedVersion | undefined): string {
  return version === undefined ? '' : `${version.lineage}.${version.revision}`;
}

function notFound(detail: string): AppError {
  return new AppError('not_found', detail, { detail });
}
