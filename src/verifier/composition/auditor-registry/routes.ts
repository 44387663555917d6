/** HTTP routes of the auditor registry. */
import { registeredAuditors as operations } from '../../../contract/api/auditor-registry/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { ReleaseService } from './service.ts';
import type { VerificationWork } from './verification.ts';

export interface AuditorRegistryRouteDeps {
  readonly auditorReleases: ReleaseService;
  readonly auditorVerifications: Pick<VerificationWork, 'wake'>;
  readonly changes: Pick<ControlChanges, 'history'>;
  readonly mount: Mount;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

/** Serves `/v1/registry/auditors`. */
export function auditorRegistryRoutes(deps: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await writingRoutes(deps)(app);
    mountRaw(app, operations.verify, verify(deps));
  };
}

function readingRoutes({ auditorReleases, changes, mount, db }: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) =>
      auditorReleases.list(db, caller.organisation, query, page),
    );
    mount.read(app, operations.get, ({ author, params }) => auditorReleases.get(db, author, params.id));
    mount.read(app, operations.history, ({ caller, params, page }) =>
      changes.history(caller.organisation, 'registered_auditor', params.id, page),
    );
    mount.read(app, operations.listVerifications, ({ caller, params, page }) =>
      auditorReleases.listRuns(db, caller.organisation, params.id, page),
    );
    mount.read(app, operations.getVerification, ({ caller, params: { id, run_id: runId } }) =>
      auditorReleases.getRun(db, caller.organisation, id, runId),
    );
  };
}

function writingRoutes({ auditorReleases, mount }: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.create, ({ tx, author, body }) => auditorReleases.register(tx, author, body));
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      auditorReleases.remove(tx, author, params.id, revision),
    );
    mount.write(app, operations.deprecate, ({ tx, author, params, body }) =>
      auditorReleases.deprecate(tx, author, params.id, body.reason),
    );
    mount.write(app, operations.revoke, ({ tx, author, params, body }) =>
      auditorReleases.revoke(tx, author, params.id, body.reason),
    );
  };
}

/** Raw: it starts the run after the commit, for repeated calls too. */
function verify(deps: AuditorRegistryRouteDeps): RawHandler<typeof operations.verify> {
  const { auditorReleases, auditorVerifications, idempotency } = deps;
  return async ({ params: { id }, headers, body, request, reply }) => {
    assertStorable(body);
    const author = toAuthor(request.caller);
    const path = `${operations.create.path}/${id}`;
    const write = {
      orgId: author.orgId,
      operation: `POST ${path}/verify`,
      key: headers['idempotency-key'],
      request: body,
    };
    const { body: view } = await idempotency.once(write, async (tx) => {
      const begun = await auditorReleases.verify(tx, author, id, body);
      return { status: 202, body: begun.view };
    });
    const runId = view.last_verification;
    // A repeated call whose run has ended finds nothing due.
    if (runId !== null) auditorVerifications.wake({ org_id: author.orgId, id: runId });
    return reply
      .code(202)
      .header('location', `${path}/verifications/${runId ?? ''}`)
      .header('etag', toEtag(view.revision))
      .send(view);
  };
}
