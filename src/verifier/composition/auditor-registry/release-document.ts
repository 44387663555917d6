/** Checks labels and signature of a release when it is registered, and the signature again when it is verified. */
import { labels as labelNames } from '@assay/sdk/contract';
import type {
  RegisterAuditor,
  ReleaseLabels,
  VerificationCheck,
} from '../../../contract/api/auditor-registry/shapes.ts';
import { imageLabelRules } from '../../../contract/image-labels.ts';
import { toAuditorReleaseDocument } from '../../../contract/release.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import type { Publishers } from '../publishers/ports.ts';
import type { ReleaseRow } from './tables.ts';

/** The labels as stored. @throws AppError `unprocessable` for labels that the contract does not allow. */
export function toRecordLabels({ schema_version, phase, interfaces }: RegisterAuditor['labels']): ReleaseLabels {
  const { auditor, schemaVersion, phase: phaseName, interfaces: interfacesName } = labelNames;
  const members = { [auditor]: 'auditor', [schemaVersion]: 'schema_version' };
  const names: Readonly<Record<string, string>> = { ...members, [phaseName]: 'phase', [interfacesName]: 'interfaces' };
  const found = {
    [auditor]: 'true',
    [schemaVersion]: schema_version,
    [phaseName]: phase,
    [interfacesName]: interfaces,
  };
  const errors = imageLabelRules.flatMap(({ label, problemOf }): ErrorPointer[] => {
    const message = problemOf(found);
    return message === '' ? [] : [{ pointer: `/labels/${names[label] ?? ''}`, message }];
  });
  if (errors.length === 0) return { auditor: 'true', schema_version, phase, interfaces };
  const detail = `the labels do not describe an auditor: ${errors[0]?.pointer ?? ''} ${errors[0]?.message ?? ''}`;
  throw new AppError('unprocessable', detail, { detail, errors, extensions: { reason: 'labels_invalid' } });
}

export type CheckedSignature = Pick<ReleaseRow, 'publisher_id' | 'signature' | 'signature_kid'>;

/** @throws AppError `unprocessable` for a signature that does not count, or only one of two members that belong together. */
export async function readSignature(
  publishers: Publishers,
  db: Db,
  orgId: string,
  request: Omit<RegisterAuditor, 'labels'> & Pick<ReleaseRow, 'labels'>,
): Promise<CheckedSignature> {
  const { publisher_id: publisherId, signature } = request;
  if (publisherId === undefined && signature === undefined) {
    return { publisher_id: null, signature: null, signature_kid: null };
  }
  if (publisherId === undefined || signature === undefined) {
    throw refuse('signature_incomplete', 'publisher_id and signature are needed together');
  }
  const verdict = await publishers.verifyRelease(db, orgId, publisherId, signature, toAuditorReleaseDocument(request));
  if (!verdict.ok) throw refuse(verdict.reason, verdict.detail);
  return { publisher_id: publisherId, signature, signature_kid: verdict.kid };
}

/** The signature check of a verification: keys may have been removed since. */
export async function checkSignature(publishers: Publishers, db: Db, release: ReleaseRow): Promise<VerificationCheck> {
  const { org_id: orgId, publisher_id: publisherId, signature } = release;
  const name = 'signature';
  if (publisherId === null || signature === null) {
    return { name, status: 'skipped', detail: 'the release is not signed' };
  }
  const verdict = await publishers.verifyRelease(db, orgId, publisherId, signature, toAuditorReleaseDocument(release));
  if (!verdict.ok) return { name, status: 'failed', detail: verdict.detail };
  return { name, status: 'passed', detail: `signed by ${publisherId} with key ${verdict.kid}` };
}

function refuse(reason: string, detail: string): AppError {
  const errors = [{ pointer: '/signature', message: detail }];
  return new AppError('unprocessable', detail, { detail, errors, extensions: { reason } });
}
