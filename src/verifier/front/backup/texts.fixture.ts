/** Gives all texts in a backup, for tests that search for what must not be there. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { verifierSchema as schema } from '../../features.ts';
import { readBackup } from './read-file.ts';
import { takeBackup } from './take.ts';
import { writeBackupFile } from './write-file.ts';

/** Gives the file itself, and every part of it unpacked. */
export async function textsIn(file: string): Promise<string[]> {
  const texts = [(await readFile(file)).toString('latin1')];
  for await (const piece of readBackup(file)) texts.push(piece.kind === 'lines' ? piece.text : JSON.stringify(piece));
  return texts;
}

/** Does the same for a new backup of a database. */
export async function textsOfBackup(database: Database): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-texts-'));
  try {
    const file = join(folder, 'one.backup');
    const deps = { schema, database, clock: systemClock, randomBytes };
    await takeBackup(deps, undefined, (frames) => writeBackupFile(file, frames));
    return await textsIn(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
