/** Models, versions and runs as the API shows them. */

import type { ModelVerification, ModelVersion, RegisteredModel } from '../../../contract/api/models/shapes.ts';
import type { Verdict } from '../../../contract/api/models/states.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { TrustNow } from '../publishers/ports.ts';
import type { FileRow, ModelRow, ModelRunRow, ServedNameRow, VersionRow } from './tables.ts';

export function toModelView(row: ModelRow, names: readonly ServedNameRow[]): RegisteredModel {
  const { id, name, description, workspace_id, tags, aliases, revision, created_by } = row;
  return {
    id,
    name,
    description,
    workspace_id,
    tags,
    aliases,
    revision,
    created_by,
    protected_aliases: [...row.protected_aliases],
    served_as: names.filter(({ model_id, version }) => model_id === id && version === null).map((each) => each.name),
    versions: row.last_version,
    ...toDates(row),
  };
}

/** Parts that a version is shown with. */
export interface VersionParts {
  readonly model: Pick<ModelRow, 'name'>;
  /** All names of the model: those of other versions are ignored. */
  readonly names: readonly ServedNameRow[];
  readonly files: readonly FileRow[];
  readonly trust: TrustNow;
}

export function toVersionView(row: VersionRow, { model, names, files, trust }: VersionParts): ModelVersion {
  const { model_id, version, kind, status, review, review_reason, model_hash, format, provider } = row;
  const { signature, verdict, hosted_model_id, provenance, license, revision, created_by } = row;
  return {
    model_id,
    name: model.name,
    version,
    kind,
    status,
    review,
    review_reason,
    model_hash,
    format,
    provider,
    hosted_model_id,
    provenance,
    license,
    revision,
    created_by,
    files: files.filter((file) => file.version === version).map(toFileView),
    evaluations: [...row.evaluations],
    approvals: [...row.approvals],
    signature: signature === null ? null : toSignature(signature, trust),
    served_as: names.filter((name) => name.version === version).map(({ name }) => name),
    verification: { verdict, detail: verdictDetails[verdict], at: toTimestampOrNull(row.verified_at) },
    ...toDates(row),
  };
}

const verdictDetails: Readonly<Record<Verdict, string>> = {
  pending: 'some files were not scanned',
  clean: 'every file was scanned completely; nothing in them runs code or reads data when loaded',
  unsafe: 'loading one of its files may run code, or read or write other data',
  unchecked: 'one of its files could not be scanned completely, so its safety is unknown',
  not_applicable: 'somebody else serves the model, so there was nothing to scan',
};

function toSignature({ publisher_id, kid }: NonNullable<VersionRow['signature']>, trust: TrustNow) {
  return { publisher_id, kid, state: trust({ publisherId: publisher_id, kid }) };
}

function toFileView({ path, size, sha256, state, format, findings, seen_at }: FileRow): ModelVersion['files'][number] {
  return { path, size, sha256, state, format, findings: [...findings], seen_at: toTimestampOrNull(seen_at) };
}

export function toRunView(row: ModelRunRow): ModelVerification {
  const { id, kind, status, checks, started_by } = row;
  return {
    id,
    kind,
    status,
    checks: [...checks],
    started_by,
    started_at: toTimestamp(row.started_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}

function toDates({ created_at, updated_at }: Pick<ModelRow, 'created_at' | 'updated_at'>) {
  return { created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
