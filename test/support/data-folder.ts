/** Data folders for tests that start a verifier and do not test its first start, which takes seconds. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFolder, findTemplate } from '../../src/platform/db/test-db.ts';
import { verifierMigrations } from '../../src/verifier/features.ts';

/** A new folder with only a migrated embedded database; the caller removes it. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  copyFolder(await findTemplate(verifierMigrations), folder);
  return folder;
}
