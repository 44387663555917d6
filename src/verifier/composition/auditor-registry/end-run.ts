/** Records the end of a verification: run, release, event, history and audit log, in one transaction. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { RunFindings } from './checks.ts';
import type { VerificationRunStore } from './run-store.ts';
import { factsOf, messageOf, recordRelease } from './service.ts';
import type { ReleaseStore } from './store.ts';
import type { ReleaseRow } from './tables.ts';
import { nextStatus } from './transitions.ts';
import type { EndRun } from './verification.ts';

export interface EndRunDeps {
  readonly db: Db;
  readonly store: ReleaseStore;
  readonly runs: VerificationRunStore;
  readonly changes: ControlChanges;
  readonly events: Events;
  readonly clock: Clock;
}

const maxReason = 500;

export function createEndRun({ db, store, runs, changes, events, clock }: EndRunDeps): EndRun {
  const moveOn = async (tx: Db, release: ReleaseRow, findings: RunFindings, failure: string | undefined) => {
    const now = clock.now();
    const hasPassed = failure === undefined;
    const next = nextStatus(release.status, hasPassed ? 'passed' : 'failed');
    if (next === 'gone') throw new Error('a verification cannot remove a release');
    const moved = await store.update(tx, release, {
      status: next,
      status_reason: failure ?? null,
      updated_at: now,
      ...(hasPassed ? { auditor_id: findings.auditor_id, verified_at: now } : {}),
    });
    const { code, level, message, ...more } = hasPassed ? toldOfPass(moved, findings) : toldOfFailure(moved, failure);
    const fields = { ...factsOf(moved), verification: moved.last_verification, ...more };
    await events.append(tx, release.org_id, { type: 'agent.log', code, data: { level, message, fields } });
    // Author is the program: it ends a run that `started_by` names the starter of.
    const author = createAuthor(release.org_id, 'system');
    await recordRelease(changes, tx, author, moved, hasPassed ? 'verified' : 'verification_failed', failure);
  };

  return (run, findings) =>
    db.transaction(async (tx) => {
      const { org_id: orgId } = run;
      await changes.hold(tx, orgId);
      const failure = firstFailure(findings);
      const ended = await runs.end(tx, run, {
        status: failure === undefined ? 'passed' : 'failed',
        checks: findings.checks,
        ended_at: clock.now(),
        labels_source: findings.labels_source,
        auditor_id: findings.auditor_id,
      });
      const release = await store.find(tx, orgId, run.release_id);
      // Overtaken: the release was revoked meanwhile, or another process took the run.
      if (ended === undefined || release?.status !== 'verifying' || release.last_verification !== run.id) return;
      await moveOn(tx, release, findings, failure);
    });
}

function toldOfPass(release: ReleaseRow, { labels_source }: RunFindings) {
  return { code: 'auditor.verified', level: 'info', message: messageOf(release, 'is verified'), labels_source };
}

function toldOfFailure(release: ReleaseRow, reason: string) {
  const message = messageOf(release, 'is not verified');
  return { code: 'auditor.verification_failed', level: 'warn', message, reason };
}

function firstFailure({ checks }: RunFindings): string | undefined {
  const failed = checks.filter(({ status }) => status === 'failed');
  const [first] = failed;
  if (first === undefined) return undefined;
  const more = failed.length === 1 ? '' : ` (and ${failed.length - 1} more)`;
  return `${first.name}: ${first.detail}`.slice(0, maxReason - more.length) + more;
}
