/** Checks that the keys of this process open the secrets of a backup, before anything is restored. */
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { VerifierConfig } from '../../base/config.ts';
import { openKeks } from '../../base/vault/create.ts';
import { readKekSettings } from '../../base/vault/kek-settings.ts';
import { createKeks, explainKek } from '../../base/vault/keks.ts';
import { toName } from '../../base/vault/start-check.ts';
import { type BackupKek, refuseBackup } from './format.ts';
import type { KeyFiles } from './key-files.ts';

export interface KekCheckDeps {
  readonly config: VerifierConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Gives the versions that a part of the backup needs. */
export function neededKeks(keks: readonly BackupKek[]): BackupKek[] {
  return keks.filter((kek) => !kek.is_retired && (kek.secrets > 0 || kek.is_current));
}

/**
 * Opens the check value of each needed version, with the keys of the settings, the data folder and the backup. @throws AppError
 * `conflict` (`kek_missing`), `unavailable` if an external key service cannot be reached.
 */
export async function assertKeksOpen(
  deps: KekCheckDeps,
  keks: readonly BackupKek[],
  files: KeyFiles,
  hint: string,
): Promise<void> {
  const { dataDir, clock } = deps;
  const settings = readKekSettings(deps.config);
  const both: DataDir = { ...dataDir, read: async (name) => copyOf(files.get(name)) ?? dataDir.read(name) };
  const ring = await openKeks({ ...deps, dataDir: both }, settings);
  const known = createKeks({ ring, clock, monotonicMs: () => 0 });
  for (const kek of neededKeks(keks)) {
    if (settings.lost.has(toName(kek.key_id, kek.version))) continue;
    const verdict = await known.check(toRow(kek));
    if (verdict === 'same') continue;
    const detail = `${explainKek(kek.key_id, kek.version, verdict)}. ${kek.secrets} secrets of the backup are sealed with it${hint}`;
    throw refuseBackup('kek_missing', detail);
  }
}

/** The reader of a key zeroes its bytes. */
function copyOf(bytes: Buffer | undefined): Buffer | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes);
}

function toRow({ key_id, version, is_current, check_value, created_at }: BackupKek) {
  return {
    kek_id: key_id,
    version,
    is_current,
    check_value,
    created_at,
    wraps: 0,
    wraps_after: null,
    activated_at: null,
    retired_at: null,
  };
}
