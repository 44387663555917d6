/** Versions of models. Their content never changes, and nothing else changes once they are ready. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type {
  CreateEvaluation,
  CreateVersion,
  Evaluation,
  ModelVersion,
  PatchVersion,
} from '../../../contract/api/models/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import { loadModel, loadVersion, type ModelCore, recordChange, refuseModel, viewVersion } from './core.ts';
import { claimNames } from './served-names.ts';
import type { FileRow, ModelRow, StoredSignature } from './tables.ts';
import type { VersionKey } from './version-store.ts';
import { toVersionView } from './views.ts';

export interface ModelVersions {
  /** @throws AppError `unprocessable` for inconsistent content or an invalid signature, `conflict`. */
  create(tx: Db, author: Author, modelId: string, request: CreateVersion): Promise<ModelVersion>;
  get(orgId: string, modelId: string, version: number): Promise<ModelVersion>;
  list(orgId: string, modelId: string, page: PageStart): Promise<Page<ModelVersion>>;
  /** @throws AppError `conflict` if it is no longer pending. */
  update(
    tx: Db,
    author: Author,
    at: readonly [modelId: string, version: number],
    change: PatchVersion & { readonly revision: number },
  ): Promise<ModelVersion>;
  evaluate(
    tx: Db,
    author: Author,
    at: readonly [modelId: string, version: number],
    evaluation: CreateEvaluation,
  ): Promise<ModelVersion>;
}

const maxEvaluations = 500;
const maxVersions = 10_000;

export function createModelVersions(core: ModelCore): ModelVersions {
  const { db, clock, changes, models, versions } = core;
  return {
    async create(tx, author, modelId, request) {
      const { orgId, user } = author;
      await changes.hold(tx, orgId);
      const model = await loadModel(core, tx, orgId, modelId);
      const version = nextVersion(model, request.version);
      const made = toContent(request);
      assertSizes(core, request);
      const key = { orgId, modelId, version };
      const isHosted = made.kind === 'hosted';
      const signature = await checkSignature(core, tx, model, { version, ...made, signature: request.signature });
      const now = clock.now();
      const row = await versions.insert(
        tx,
        {
          org_id: orgId,
          model_id: modelId,
          version,
          ...made,
          format: request.format ?? null,
          status: isHosted ? 'ready' : 'pending_registration',
          review: 'unreviewed',
          review_reason: null,
          verdict: isHosted ? 'not_applicable' : 'pending',
          verified_at: isHosted ? now : null,
          signature,
          provenance: request.provenance ?? {},
          license: request.license ?? null,
          approvals: [],
          evaluations: (request.evaluations ?? []).map((each) => toEvaluation(each, user, now)),
          revision: 1,
          created_at: now,
          created_by: user,
          updated_at: now,
        },
        (request.files ?? []).map((file) => toFileRow(key, file)),
      );
      await claimNames(core, tx, { orgId, modelId, version }, request.served_as ?? []);
      const moved = await models.update(tx, model, { last_version: version, updated_at: now });
      const view = await viewVersion(core, tx, moved, row);
      const event = isHosted ? { event: { code: 'model.version_ready', data: { version, verdict: row.verdict } } } : {};
      await recordChange(core, tx, author, [moved, { action: 'version_registered', document: toNote(view), ...event }]);
      return view;
    },
    async get(orgId, modelId, version) {
      const { model, row } = await loadVersion(core, db, orgId, [modelId, version]);
      return viewVersion(core, db, model, row);
    },
    async list(orgId, modelId, page) {
      const model = await loadModel(core, db, orgId, modelId);
      const rows = await versions.list(db, orgId, modelId, page);
      const numbers = rows.map(({ version }) => version);
      const parts = {
        model,
        names: await models.namesOf(db, orgId, [modelId]),
        files: await versions.filesOf(db, orgId, modelId, numbers),
        trust: await core.publishers.trustNow(db, orgId),
      };
      return toPage(rows, page.limit, (row) => toVersionView(row, parts));
    },
    async update(tx, author, at, { revision, signature: asked, ...change }) {
      await changes.hold(tx, author.orgId);
      const { model, row } = await loadVersion(core, tx, author.orgId, at);
      if (row.revision !== revision) throw staleRevision();
      if (row.status !== 'pending_registration') {
        throw refuseModel('version_immutable', `the version is ${row.status}: register a new version with the changes`);
      }
      const signature = await checkSignature(core, tx, model, { ...row, signature: asked });
      const updated = await versions.update(tx, row, {
        ...change,
        ...(signature === null ? {} : { signature }),
        updated_at: clock.now(),
      });
      const view = await viewVersion(core, tx, model, updated);
      await recordChange(core, tx, author, [model, { action: 'version_updated', document: toNote(view) }]);
      return view;
    },
    async evaluate(tx, author, at, evaluation) {
      const { orgId, user } = author;
      await changes.hold(tx, orgId);
      const { model, row } = await loadVersion(core, tx, orgId, at);
      if (row.evaluations.length >= maxEvaluations) {
        throw refuseModel('too_many_evaluations', `a version has at most ${maxEvaluations} of them`);
      }
      const now = clock.now();
      const evaluations = [...row.evaluations, toEvaluation(evaluation, user, now)];
      const updated = await versions.update(tx, row, { evaluations, updated_at: now });
      const view = await viewVersion(core, tx, model, updated);
      // Gateways do not need to know about it.
      await core.audit.append(tx, author, {
        action: 'registered_model.evaluated',
        resourceType: 'registered_model',
        resourceId: model.id,
        details: { version: row.version, ...evaluation },
      });
      return view;
    },
  };
}

function nextVersion({ last_version: last }: ModelRow, asked = last + 1): number {
  if (last >= maxVersions) throw refuseModel('too_many_versions', `a model has at most ${maxVersions} versions`);
  if (asked === last + 1) return asked;
  throw refuseModel('version_not_next', `the next version is ${last + 1}`, { next_version: last + 1 });
}

type Content = Pick<
  Parameters<ModelCore['versions']['insert']>[1],
  'kind' | 'model_hash' | 'provider' | 'hosted_model_id'
>;

/** @throws AppError `unprocessable`. */
function toContent({ files, hosted }: CreateVersion): Content {
  if ((files === undefined) === (hosted === undefined)) {
    throw unfit('a version has either files or hosted', '');
  }
  if (hosted !== undefined) {
    const { provider, model_id } = hosted;
    const model_hash = `sha256:${sha256Hex(canonicalize({ provider, model_id }))}`;
    return { kind: 'hosted', model_hash, provider, hosted_model_id: model_id };
  }
  const twice = (files ?? []).find(({ path }, at) => files?.findIndex((other) => other.path === path) !== at);
  if (twice !== undefined) throw unfit(`the file ${twice.path} is named twice`, '/files');
  return { kind: 'artifact', model_hash: toModelHash(files ?? []), provider: null, hosted_model_id: null };
}

/** One file: its own hash. Several: the hash of the canonical JSON of `[{path, sha256}]`, sorted by path. */
function toModelHash(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return `sha256:${only.sha256}`;
  const sorted = files
    .map(({ path, sha256 }) => ({ path, sha256 }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  return `sha256:${sha256Hex(canonicalize(sorted))}`;
}

/** @throws AppError `unprocessable` with the `reason` of the publishers. */
async function checkSignature(
  { publishers }: ModelCore,
  tx: Db,
  { org_id: orgId, name }: ModelRow,
  release: Pick<ModelVersion, 'version' | 'model_hash'> & { readonly signature: CreateVersion['signature'] },
): Promise<StoredSignature | null> {
  const { version, model_hash, signature } = release;
  if (signature === undefined) return null;
  const { publisher_id, jws } = signature;
  const verdict = await publishers.verifyRelease(tx, orgId, publisher_id, jws, { name, version, model_hash });
  if (verdict.ok) return { publisher_id, jws, kid: verdict.kid };
  const { detail, reason } = verdict;
  throw new AppError('unprocessable', detail, {
    detail,
    extensions: { reason },
    errors: [{ pointer: '/signature', message: detail }],
  });
}

/** @throws AppError `unprocessable`. */
function assertSizes({ maxFileBytes }: ModelCore, { files = [] }: CreateVersion): void {
  const index = files.findIndex(({ size }) => size > maxFileBytes);
  if (index >= 0)
    throw unfit(`a file has at most ${maxFileBytes} bytes (VERIFIER_MODEL_MAX_BYTES)`, `/files/${index}/size`);
}

function toEvaluation(evaluation: CreateEvaluation, by: string, now: number): Evaluation {
  return { ...evaluation, at: toTimestamp(now), by };
}

function toFileRow(
  { orgId, modelId, version }: VersionKey,
  { path, size, sha256 }: Pick<FileRow, 'path' | 'size' | 'sha256'>,
): FileRow {
  const state = 'missing';
  return {
    org_id: orgId,
    model_id: modelId,
    version,
    path,
    size,
    sha256,
    state,
    format: null,
    findings: [],
    seen_at: null,
  };
}

/** Gives the version for the history without its list of files, which can be long and is in the version itself. */
export function toNote({ version, kind, status, review, model_hash, verification }: ModelVersion) {
  return { version, kind, status, review, model_hash, verdict: verification.verdict };
}

function unfit(detail: string, pointer: string): AppError {
  return new AppError('unprocessable', detail, { detail, errors: [{ pointer, message: detail }] });
}
