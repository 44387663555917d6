/** Formats apps for the API. */

import { sha256Hex } from '@assay/sdk/crypto';
import type { AppDocument, AppView } from '../../../contract/api/app-catalog/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { isSkill, readSkill } from '../../../platform/tools/skill-files.ts';
import type { AppAtVersion } from './reading.ts';

/** `withTexts`: the files of a skill as well, which lists leave out. */
export function toAppView({ app, version }: AppAtVersion, withTexts = false): AppView {
  const { row } = app;
  const { skill, ...document } = version.document;
  return {
    id: app.id,
    ...document,
    ...(skill === undefined ? {} : { skill: toSkillView(skill, withTexts) }),
    trust_tier: app.trustTier,
    status: app.status,
    status_reason: app.statusReason,
    digest: version.digest,
    ...(version.signature === null ? {} : { signature: version.signature }),
    ...({ signature_verified: false, notarizationStatus: app.notarization, shipped: row === undefined } as const),
    latest_version: app.latestVersion,
    revision: row?.revision ?? 0,
    created_at: row === undefined ? null : toTimestamp(row.created_at),
    created_by: row?.created_by ?? null,
    updated_at: row === undefined ? null : toTimestamp(row.updated_at),
  };
}

function toSkillView({ files }: NonNullable<AppDocument['skill']>, withTexts: boolean): NonNullable<AppView['skill']> {
  const read = readSkill(files);
  if (!isSkill(read)) throw new Error(`a published skill cannot be read: ${read.message}`);
  const { name, description, treeHash } = read;
  return {
    name,
    description,
    tree_hash: treeHash,
    files: files.map(({ path, text }) => ({
      path,
      sha256: sha256Hex(text),
      bytes: Buffer.byteLength(text),
      ...(withTexts ? { text } : {}),
    })),
  };
}
