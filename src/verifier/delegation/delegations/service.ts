/** Delegations: agents act for people, from the consent to its end. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { forbidden } from '../../../platform/refusals.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import { staleRevision } from '../../base/revision.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import type { Members } from '../../identity/members/service.ts';
import type { Approvals } from '../approvals/ports.ts';
import { createRequestConsent } from './consent.ts';
import { createEligibility, type ToCanonical } from './eligibility.ts';
import { createEndings, type Endings } from './ending.ts';
import { createMakeGrant } from './granting.ts';
import type { Delegations } from './ports.ts';
import { isOverseer, maySee, noGrant, toRevokeReason } from './rules.ts';
import type { GrantStore } from './store.ts';
import type { DelegationGrantRow } from './tables.ts';
import { canonical, narrowTo, type Terms } from './terms.ts';
import { isActive, isUsedUp, toGrant } from './views.ts';

export interface DelegationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: GrantStore;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly events: Events;
  readonly approvals: Approvals;
  readonly agents: Pick<AgentStandings, 'findStanding'>;
  readonly members: Pick<Members, 'find' | 'roleOf'>;
  /** Our own issuer, and the outside one if there is one. */
  readonly issuer: string;
  readonly outsideIssuer: string | undefined;
  readonly toCanonical: ToCanonical;
}

/** The longest life of a delegated token. */
export const tokenLifetimeMs = 300_000;
/** The clocks of gateways may be late by this much. */
const skewMs = 60_000;
/** How long gateways are told that a grant ended. */
const toldMs = 600_000;

export function createDelegations(deps: DelegationsDeps): Delegations {
  const { db } = deps;
  const core = { ...deps, endings: createEndings(deps), eligibility: createEligibility(deps) };
  const requestConsentIn = createRequestConsent(core);
  const grantRow = createMakeGrant(core);
  const grantIn: Delegations['grantIn'] = async (tx, author, agentId, request) =>
    toGrant(await grantRow(tx, author, agentId, request), deps.clock.now());
  return {
    requestConsentIn,
    grantIn,
    requestConsent: (author, request) => db.transaction((tx) => requestConsentIn(tx, author, request)),
    grant: (author, agentId, request) => db.transaction((tx) => grantIn(tx, author, agentId, request)),
    ...createReading(core),
    ...createChanging(core),
    ...createUsing(core),
    ...createSweeping(core),
  };
}

interface Core extends DelegationsDeps {
  readonly endings: Endings;
}

function createReading({ db, store, clock, agents }: Core): Pick<Delegations, 'get' | 'list' | 'listOfSubject'> {
  return {
    async get(author, agentId, grantId) {
      const row = await store.find(db, author.orgId, grantId);
      const agent = await agents.findStanding(db, author.orgId, agentId);
      if (row?.agent_id !== agentId || !maySee(author, row, agent?.access)) throw noGrant();
      return toGrant(row, clock.now());
    },
    async list(author, filter, page): Promise<Page<ReturnType<typeof toGrant>>> {
      const now = clock.now();
      // An agent sees only grants about itself, also when it acts for a person.
      const own = author.kind === 'agent' ? author.user : author.actor?.agentId;
      if (own !== undefined && (filter.agentId ?? own) !== own) return toPage([], page.limit, noRow);
      const seesAll = author.kind === 'agent' || isOverseer(author.role);
      const visible = { ...(own && { agentId: own }), ...(seesAll ? {} : { visibleTo: author.user }) };
      const rows = await store.list(db, author.orgId, { ...filter, ...visible }, page, now);
      return toPage(rows, page.limit, (row) => toGrant(row, now));
    },
    async listOfSubject(orgId, subjectId) {
      const now = clock.now();
      const page: PageStart = { limit: maxShown, before: undefined };
      const rows = await store.list(db, orgId, { status: 'active', subjectId }, page, now);
      return rows.slice(0, maxShown).map((row) => toGrant(row, now));
    },
  };
}

/** Most grants of one person on a page. */
const maxShown = 500;

function noRow(): never {
  throw new Error('an empty page has no row');
}

function createChanging(core: Core): Pick<Delegations, 'narrow' | 'revoke' | 'endOne' | 'revokeAll'> {
  const { db, store, clock, changes, agents, endings } = core;

  /** Locks the row, for an author who may see it. */
  const begin = async (tx: Db, author: Author, agentId: string, grantId: string) => {
    await changes.hold(tx, author.orgId);
    const agent = await agents.findStanding(tx, author.orgId, agentId);
    const row = await store.lock(tx, author.orgId, grantId);
    if (row?.agent_id !== agentId || !maySee(author, row, agent?.access)) throw noGrant();
    return { row, access: agent?.access };
  };

  return {
    narrow: (author, agentId, grantId, revision, change) =>
      db.transaction(async (tx) => {
        const { row } = await begin(tx, author, agentId, grantId);
        const isSubject = author.kind === 'person' && author.user === row.subject_id && author.actor === undefined;
        if (!isSubject) throw forbidden('only the person it acts for can narrow a delegation; others can revoke it');
        const now = clock.now();
        if (!isActive(row, now)) throw ended(row, now);
        if (row.revision !== revision) throw staleRevision();
        const { consent_request_id: _id, ...wanted } = canonical(change, core.toCanonical);
        const terms = narrowTo(toTerms(row), wanted, now);
        return toGrant(isSame(row, terms) ? row : await endings.narrow(tx, author, row, terms), now);
      }),
    revoke: (author, agentId, grantId, note) =>
      db.transaction(async (tx) => {
        const { row, access } = await begin(tx, author, agentId, grantId);
        const reason = toRevokeReason(author, row, access);
        if (reason === undefined) {
          throw forbidden('only its person, an owner of the agent, the agent or an operator can revoke a delegation');
        }
        if (row.status !== 'active') return;
        if (!isActive(row, clock.now())) return endings.settle(tx, author.orgId, [row]);
        await endings.end(tx, author, [row], { reason, note });
      }),
    async endOne(tx, author, grantId, ending) {
      await changes.hold(tx, author.orgId);
      const row = await store.lock(tx, author.orgId, grantId);
      if (row === undefined) throw noGrant();
      if (!isActive(row, clock.now())) return false;
      await endings.end(tx, author, [row], ending);
      return true;
    },
    async revokeAll(tx, author, whose, reason) {
      await changes.hold(tx, author.orgId);
      const rows = await store.lockActive(tx, author.orgId, whose);
      const now = clock.now();
      const over = rows.filter((row) => !isActive(row, now));
      await endings.settle(tx, author.orgId, over);
      await endings.end(
        tx,
        author,
        rows.filter((row) => isActive(row, now)),
        { reason },
      );
    },
  };
}

function createUsing({
  store,
  clock,
  db,
  changes,
  endings,
}: Core): Pick<Delegations, 'takeActive' | 'noteUse' | 'endSpent' | 'listEnded'> {
  return {
    async takeActive(tx, orgId, pair) {
      const now = clock.now();
      const rows = await store.lockActive(tx, orgId, pair);
      return rows.filter((row) => isActive(row, now) && !isUsedUp(row));
    },
    async noteUse(tx, row) {
      if (await store.countUse(tx, row, clock.now())) return;
      const detail = 'the delegation has ended or is used up';
      throw new AppError('conflict', detail, { detail, extensions: { reason: 'grant_ended' } });
    },
    endSpent: (orgId, pair) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        const now = clock.now();
        const rows = await store.lockActive(tx, orgId, pair);
        // Ending a grant ends its tokens, so a used up grant stays until its last token has expired.
        const isOver = (row: DelegationGrantRow) => isUsedUp(row) && (row.last_used_at ?? 0) + tokenLifetimeMs <= now;
        await endings.settle(
          tx,
          orgId,
          rows.filter((row) => !isActive(row, now) || isOver(row)),
        );
      }),
    async listEnded(from, orgId, atMs = clock.now()) {
      const rows = await store.listEndedSince(from, orgId, atMs - toldMs);
      return rows.map(({ id, revoked_at: at }) => ({ id, until: (at ?? 0) + tokenLifetimeMs + skewMs }));
    },
  };
}

/** Most rows in one transaction. */
const maxConcurrent = 200;

function createSweeping({ db, store, clock, changes, endings }: Core): Pick<Delegations, 'sweep'> {
  const sweepSome = (orgId: string): Promise<number> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      const rows = await store.lockDue(tx, orgId, clock.now(), tokenLifetimeMs, maxConcurrent);
      await endings.settle(tx, orgId, rows);
      return rows.length;
    });
  return {
    async sweep() {
      let total = 0;
      const failed: unknown[] = [];
      for (const orgId of await store.listDueOrganisations(db, clock.now(), tokenLifetimeMs)) {
        try {
          for (let swept = maxConcurrent; swept === maxConcurrent; total += swept) swept = await sweepSome(orgId);
        } catch (error) {
          // A failure in one organisation must not keep the others waiting.
          failed.push(error);
        }
      }
      if (failed.length > 0) throw new AggregateError(failed, 'delegations of some organisations were not swept');
      return total;
    },
  };
}

function toTerms({ scopes, resources, constraints, expires_at: expiresAt }: DelegationGrantRow): Terms {
  return { scopes, resources, constraints, expiresAt };
}

function isSame(row: DelegationGrantRow, terms: Terms): boolean {
  return isDeepStrictEqual(toTerms(row), terms);
}

function ended(row: DelegationGrantRow, now: number): AppError {
  const { revoke_reason } = toGrant(row, now);
  const detail = `the delegation has ended: ${revoke_reason}`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'grant_ended', revoke_reason } });
}
