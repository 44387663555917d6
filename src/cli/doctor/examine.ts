/** All findings of `assay doctor`, in the order in which they are shown. */
import builtIn from '../../contract/control/built-in-auditors.json' with { type: 'json' };
import type { Environment } from '../../platform/config.ts';
import { findSettings } from '../../service-settings.ts';
import { annotate } from './annotations.ts';
import type { DoctorFinding } from './finding.ts';
import { lookAtClock, lookAtFolder, lookAtTee, lookAtUpstream, lookAtVersions, type Versions } from './machine.ts';
import { askHealth, lookAtPorts, portsOf } from './ports.ts';
import { lookAtProtection, lookAtVariables } from './settings.ts';

export interface Examination {
  readonly env: Environment;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  readonly versions: Versions;
}

export async function examine({ env: set, nowMs, versions }: Examination): Promise<readonly DoctorFinding[]> {
  const { env, findings: ofAnnotations } = await annotate(set);
  const found = findSettings(env);
  const { settings } = found;
  const auditors = builtIn.auditors.map(({ entry }) => entry);
  const ports = await lookAtPorts(portsOf(settings, env, auditors), askHealth);
  const upstream = await lookAtUpstream(settings);
  return [
    ...lookAtVersions(versions, ports.running),
    ...ofAnnotations,
    ...lookAtVariables(found),
    ...ports.findings,
    ...(await lookAtFolder(env['ASSAY_DATA_DIR'] || '.assay')),
    // Services of this machine have its clock.
    lookAtClock(nowMs, upstream.clock === undefined ? [] : [upstream.clock]),
    ...upstream.findings,
    ...(await lookAtTee(settings)),
    ...lookAtProtection(found),
  ];
}
