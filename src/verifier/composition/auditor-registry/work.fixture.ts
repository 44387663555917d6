/** The verification work over a real database, with checks given by a test. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import { createLogger } from '../../../platform/log.ts';
import { createAudit } from '../../base/audit-log/append.ts';
import { createControlChanges } from '../../base/control/changes.ts';
import { createEvents } from '../../base/events/append.ts';
import type { RunChecks } from './checks.ts';
import { createEndRun } from './end-run.ts';
import { createVerificationRunStore, type WhichRun } from './run-store.ts';
import { createReleaseStore } from './store.ts';
import { createVerificationWork, type VerificationWork } from './verification.ts';

export interface WorkFixture {
  readonly work: VerificationWork;
  readonly store: ReturnType<typeof createReleaseStore>;
  readonly runs: ReturnType<typeof createVerificationRunStore>;
  /** Creates a release in verification, with its run. */
  begin(): Promise<WhichRun & { readonly releaseId: string }>;
}

const digest = (byte: string) => `sha256:${byte.repeat(64)}`;

export function createWorkFixture(
  db: Db,
  clock: { now(): number },
  runChecks: RunChecks,
  processId = 'prc_1',
): WorkFixture {
  const [store, runs] = [createReleaseStore(), createVerificationRunStore(clock)];
  const changes = createControlChanges({
    db,
    clock,
    randomBytes,
    audit: createAudit({ clock }),
    checkConfiguration: async () => {},
  });
  const endRun = createEndRun({ db, store, runs, changes, events: createEvents({ clock }), clock });
  const log = createLogger({ service: 'verifier', level: 'silent' });
  return {
    store,
    runs,
    work: createVerificationWork({ db, store, runs, runChecks, endRun, clock, log, processId }),
    async begin() {
      const [releaseId, runId] = [createId('arg', clock, randomBytes), createId('avr', clock, randomBytes)];
      const image = `registry.example/tone@sha256:${randomBytes(32).toString('hex')}`;
      await store.insert(db, {
        org_id: 'default',
        id: releaseId,
        name: releaseId,
        version: '1.0.0',
        description: '',
        image,
        image_digest: image.split('@')[1] ?? '',
        vocabulary_digest: digest('a'),
        category: 'security',
        labels: { auditor: 'true', schema_version: '2.0', phase: 'request', interfaces: 'health,claims,vocabulary' },
        publisher_id: null,
        signature: null,
        signature_kid: null,
        status: 'verifying',
        status_reason: null,
        auditor_id: null,
        verified_at: null,
        last_verification: runId,
        revision: 2,
        created_at: clock.now(),
        created_by: 'somebody',
        updated_at: clock.now(),
      });
      await runs.insert(db, {
        org_id: 'default',
        id: runId,
        release_id: releaseId,
        status: 'running',
        url: 'https://tone.example',
        labels: null,
        labels_source: null,
        auditor_id: null,
        checks: [],
        attempts: 0,
        next_at: clock.now(),
        lease_by: null,
        lease_until: null,
        started_at: clock.now(),
        started_by: 'somebody',
        ended_at: null,
      });
      return { org_id: 'default', id: runId, releaseId };
    },
  };
}
