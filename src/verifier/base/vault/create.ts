/** Wires the vault: keys from the operator's key store, secrets in the database. */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Audit } from '../audit-log/append.ts';
import type { VerifierConfig } from '../config.ts';
import type { ControlChanges } from '../control/changes.ts';
import { createVaultAdministration, type VaultAdministration } from './administration.ts';
import { createDekCache } from './dek-cache.ts';
import { createKekRing, type Kek, type KekRing } from './kek.ts';
import { createEnvironmentKek } from './kek-environment.ts';
import { createFileKek } from './kek-file.ts';
import { readKekSettings } from './kek-settings.ts';
import { createTokenSource } from './kek-token.ts';
import { createTransitKek } from './kek-transit.ts';
import { createKeks } from './keks.ts';
import type { Vault } from './ports.ts';
import { checkKeksAtStart } from './start-check.ts';
import { createVault } from './vault.ts';

export interface VaultServicesDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export interface VaultServices {
  readonly vault: Vault;
  readonly vaultAdministration: VaultAdministration;
}

/** Opens the keys and compares them with the database's. @throws AppError `config` if they are not those of its secrets. */
export async function createVaultServices(deps: VaultServicesDeps): Promise<VaultServices> {
  const settings = readKekSettings(deps.config);
  const ring = await openKeks(deps, settings);
  const monotonicMs = () => performance.now();
  const keks = createKeks({ ring, clock: deps.clock, monotonicMs });
  await checkKeksAtStart({ ...deps, ring, keks, lost: settings.lost });
  const deks = createDekCache({ monotonicMs, schedule });
  return {
    vault: createVault({ ...deps, ring, keks, deks }),
    vaultAdministration: createVaultAdministration({ ...deps, ring, keks }),
  };
}

/** Opens all configured keys, so that secrets of one can be opened while others are sealed with another. */
export async function openKeks(
  deps: Pick<VaultServicesDeps, 'dataDir' | 'clock' | 'randomBytes'>,
  settings: ReturnType<typeof readKekSettings>,
): Promise<KekRing> {
  const { transit, environment } = settings;
  const keks: Kek[] = [];
  if (transit !== undefined)
    keks.push(createTransitKek({ ...transit, token: createTokenSource({ ...transit, readFile: readText }) }));
  if (environment !== undefined) keks.push(createEnvironmentKek(environment, deps.randomBytes));
  keks.push(await createFileKek(deps));
  const [preferred, ...others] = keks;
  if (preferred === undefined) throw new Error('the key in the file is missing');
  return createKekRing(preferred, others);
}

const readText = (path: string) => readFile(path, 'utf8');
