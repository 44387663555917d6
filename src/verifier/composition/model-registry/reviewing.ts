/** Reviews of versions: approved, deprecated, revoked. A revocation is final. */

import type { ApproveVersion, ModelVersion } from '../../../contract/api/models/shapes.ts';
import type { Review } from '../../../contract/api/models/states.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertAdmin } from '../../base/control/author.ts';
import { loadVersion, type ModelCore, recordChange, refuseModel, viewVersion } from './core.ts';
import type { ModelRow, VersionRow } from './tables.ts';
import type { VersionChange } from './version-store.ts';
import { toNote } from './versions.ts';

type At = readonly [modelId: string, version: number];

export interface ModelReviewing {
  /**
   * Repeating it by the same person gives the same answer. @throws AppError `forbidden` for the person who registered the
   * version,
   * `conflict` for one that is not ready.
   */
  approve(tx: Db, author: Author, at: At, request: ApproveVersion): Promise<ModelVersion>;
  deprecate(tx: Db, author: Author, at: At, reason: string): Promise<ModelVersion>;
  revoke(tx: Db, author: Author, at: At, reason: string): Promise<ModelVersion>;
}

/** The reviews that can precede each review. */
const reviewTransitions: Readonly<Record<Exclude<Review, 'unreviewed'>, readonly Review[]>> = {
  approved: ['unreviewed', 'approved', 'deprecated'],
  // An unapproved version cannot be deprecated: where only approved models pass, that would let it through.
  deprecated: ['approved', 'deprecated'],
  revoked: ['unreviewed', 'approved', 'deprecated', 'revoked'],
};

export function createModelReviewing(core: ModelCore): ModelReviewing {
  const { clock, changes, versions } = core;

  const begin = async (tx: Db, author: Author, at: At, to: Exclude<Review, 'unreviewed'>) => {
    await changes.hold(tx, author.orgId);
    const found = await loadVersion(core, tx, author.orgId, at);
    const { review, status } = found.row;
    if (status === 'pending_registration') {
      throw refuseModel('version_not_ready', 'some of its files were not scanned: upload them, or have them fetched');
    }
    if (!reviewTransitions[to].includes(review)) throw refuseMove(review, to);
    return found;
  };

  const save = async (
    tx: Db,
    author: Author,
    [model, row]: readonly [ModelRow, VersionRow],
    change: VersionChange & { readonly review: Exclude<Review, 'unreviewed'> },
  ): Promise<ModelVersion> => {
    const updated = await versions.update(tx, row, { ...change, updated_at: clock.now() });
    const view = await viewVersion(core, tx, model, updated);
    const { version, model_hash, review_reason: reason } = updated;
    await recordChange(core, tx, author, [
      model,
      {
        action: `version_${change.review}`,
        ...(reason === null ? {} : { reason }),
        document: toNote(view),
        event: { code: `model.${change.review}`, data: { version, model_hash, reason, by: author.user } },
      },
    ]);
    return view;
  };

  return {
    async approve(tx, author, at, { comment, accept_unchecked: isAccepted = false }) {
      const { model, row } = await begin(tx, author, at, 'approved');
      assertNotOwn(author, row);
      const accepted = row.status === 'failed' ? acceptUnchecked(author, row, isAccepted) : {};
      const { user: by } = author;
      const isSaid = row.review === 'approved' && row.approvals.some((each) => each.by === by);
      if (isSaid) return viewVersion(core, tx, model, row);
      const approvals = [...row.approvals, { by, at: toTimestamp(clock.now()), comment: comment ?? null }];
      return save(tx, author, [model, row], { ...accepted, review: 'approved', review_reason: null, approvals });
    },
    async deprecate(tx, author, at, reason) {
      const { model, row } = await begin(tx, author, at, 'deprecated');
      if (row.review === 'deprecated') return viewVersion(core, tx, model, row);
      return save(tx, author, [model, row], { review: 'deprecated', review_reason: reason });
    },
    async revoke(tx, author, at, reason) {
      const { model, row } = await begin(tx, author, at, 'revoked');
      if (row.review === 'revoked') return viewVersion(core, tx, model, row);
      return save(tx, author, [model, row], { review: 'revoked', review_reason: reason });
    },
  };
}

/** Requires a second person, except for the operator of the deployment, who may be the only one. @throws AppError `forbidden`. */
function assertNotOwn({ user, isDeployment }: Author, { created_by: by }: VersionRow): void {
  if (user !== by || isDeployment) return;
  const detail = 'you registered this version: somebody else must approve it';
  throw new AppError('forbidden', detail, { detail, extensions: { reason: 'own_version' } });
}

/** @throws AppError `conflict` for an unsafe version, or an unchecked one that the caller did not accept explicitly. */
function acceptUnchecked(author: Author, { verdict }: VersionRow, isAccepted: boolean): VersionChange {
  if (verdict !== 'unchecked') {
    throw refuseModel(
      'version_failed',
      'one of its files is unsafe, so it cannot be approved. Register a version without that file',
    );
  }
  if (!isAccepted) {
    const detail = 'it could not be scanned completely: an admin may accept it with accept_unchecked';
    throw refuseModel('version_unchecked', detail);
  }
  assertAdmin(author, 'accepting a version that could not be scanned');
  return { status: 'ready' };
}

function refuseMove(from: Review, to: Review): AppError {
  const detail =
    from === 'revoked'
      ? 'a revoked version stays revoked: register a new version'
      : `a version with status ${from} cannot become ${to}: only an approved one can`;
  return refuseModel('review_not_allowed', detail, { review: from });
}
