/**
 * Scheduled work on credentials, every half minute: refreshes what is due, announces what expires, and ends rotations. Each
 * credential is handled separately: a failing one or a silent server does not hold up the others.
 */
import type { Db } from '../../../../platform/db/db.ts';
import { inLanes } from '../../../../platform/in-lanes.ts';
import { createAuthor } from '../../../base/control/author.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { CredentialLifecycle } from '../ports.ts';
import { placeOf, secretsTable } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { previousVersion } from './ask.ts';
import { createRefreshFinish, type FinishDeps, publishOutcome } from './finish.ts';
import { isDue, isFresh, isPausing } from './times.ts';

export interface SweepDeps extends Omit<FinishDeps, 'vault'> {
  readonly vault: Pick<Vault, 'has' | 'seal' | 'put' | 'read' | 'destroy'>;
  readonly refresh: CredentialLifecycle['refresh'];
  /** Aborted when the process ends: nothing more is begun then. */
  readonly signal?: AbortSignal | undefined;
}

const pageSize = 200;
/** Requests to authorization servers in parallel. */
const atOnce = 8;

/** Gives the number of changed ones. @throws AggregateError of the failures, after all others were handled. */
export function createCredentialSweep(deps: SweepDeps): CredentialLifecycle['sweep'] {
  const { db, clock, store, signal } = deps;
  return async () => {
    const sweep: Sweep = { changed: 0, failed: [], away: new Set(), signal };
    await eachPage(
      (after) => store.listDue(db, clock, after, pageSize),
      sweep,
      (row) => seeToDue(deps, row, sweep.away),
    );
    const rotations = (after: string) => store.listRotations(db, clock.now(), after, pageSize);
    await eachPage(rotations, sweep, (row) => seeToRotation(deps, row));
    if (sweep.failed.length > 0) throw new AggregateError(sweep.failed, 'some credentials could not be checked');
    return sweep.changed;
  };
}

interface Sweep {
  changed: number;
  readonly failed: unknown[];
  /** Authorization servers that did not answer in this round, by organisation. */
  readonly away: Set<string>;
  readonly signal: AbortSignal | undefined;
}

async function eachPage(
  list: (after: string) => Promise<ScopedCredentialRow[]>,
  sweep: Sweep,
  seeTo: (row: ScopedCredentialRow) => Promise<boolean>,
): Promise<void> {
  const one = async (row: ScopedCredentialRow): Promise<void> => {
    try {
      if (await seeTo(row)) sweep.changed += 1;
    } catch (error) {
      sweep.failed.push(error);
    }
  };
  for (let after = ''; sweep.signal?.aborted !== true; ) {
    const page = await list(after);
    await inLanes(page, atOnce, one, sweep.signal);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}

/** Handles a credential that ends soon or was left unfinished. */
async function seeToDue(deps: SweepDeps, row: ScopedCredentialRow, away: Set<string>): Promise<boolean> {
  const { db, clock, vault } = deps;
  const now = clock.now();
  // The next call fetches the token of a client; all others that were left unfinished are due.
  if (row.status === 'refreshing') return refreshOne(deps, row, away);
  if (!isDue(row, now)) return false;
  const isRefreshable = row.auth_type === 'oauth2_code' && (await vault.has(db, placeOf(row, 'refresh_token')));
  if (isRefreshable) return isPausing(row, now) ? false : refreshOne(deps, row, away);
  const status = isFresh(row, now) ? 'expiring' : 'expired';
  if (row.status === status) return false;
  await createRefreshFinish(deps).end(row, status, 'not_refreshable');
  return true;
}

/** A silent server causes a long wait: after the first timeout its other credentials wait for the next round. */
async function refreshOne({ refresh }: SweepDeps, row: ScopedCredentialRow, away: Set<string>): Promise<boolean> {
  const server = `${row.org_id} ${row.issuer}`;
  if (away.has(server)) return false;
  const after = await refresh(row.org_id, row.id);
  if (after.refresh_failures > row.refresh_failures) away.add(server);
  return hasMoved(row, after);
}

function hasMoved(before: ScopedCredentialRow, after: ScopedCredentialRow): boolean {
  return before.version !== after.version || before.status !== after.status;
}

/** Ends the previous secret's validity, and announces rotations that are due. */
async function seeToRotation(deps: SweepDeps, seen: ScopedCredentialRow): Promise<boolean> {
  const { db, clock, store, changes } = deps;
  return db.transaction(async (tx) => {
    await changes.hold(tx, seen.org_id);
    const row = await store.lock(tx, seen.org_id, seen.id);
    const now = clock.now();
    if (row === undefined || row.status === 'revoked') return false;
    const isOver = row.rotation.overlap_until !== null && row.rotation.overlap_until <= now;
    if (isOver) return endOverlap(deps, tx, row, now);
    return publishDue(deps, tx, row, now);
  });
}

async function endOverlap(deps: SweepDeps, tx: Db, row: ScopedCredentialRow, now: number): Promise<boolean> {
  const { store, vault } = deps;
  const version = previousVersion(row);
  if (version !== undefined && version !== row.version)
    await vault.destroy(tx, { orgId: row.org_id, table: secretsTable, recordId: row.id, version });
  const { previous_version: _gone, ...rotation } = { ...row.rotation, overlap_until: null };
  const isResting = row.status === 'rotating';
  const status = isResting ? { status: isDue(row, now) ? ('expiring' as const) : ('active' as const) } : {};
  const ended = await store.update(tx, row, { rotation, ...status, updated_at: now });
  await publishOutcome(deps, tx, createAuthor(row.org_id, 'system'), ended, {
    code: 'credential.rotation_ended',
    level: 'info',
    message: 'the secret before the last rotation is no longer valid',
  });
  return true;
}

/** A new secret comes from people: they are told, and told again after the same time. */
async function publishDue(deps: SweepDeps, tx: Db, row: ScopedCredentialRow, now: number): Promise<boolean> {
  const { every_days: days, next_at: next } = row.rotation;
  if (next === null || next > now) return false;
  const rotation = { ...row.rotation, next_at: days === undefined ? null : now + days * 86_400_000 };
  const told = await deps.store.update(tx, row, { rotation });
  await publishOutcome(deps, tx, createAuthor(row.org_id, 'system'), told, {
    code: 'credential.rotation_due',
    level: 'warn',
    message: 'a credential is due for rotation: it needs a new secret',
  });
  return true;
}
