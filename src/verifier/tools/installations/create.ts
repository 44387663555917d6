/** Wires installed apps. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { AuditorIntake } from '../../configuration/auditor-catalog/intake.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import type { Members, PersonHook } from '../../identity/members/service.ts';
import type { Aliases } from '../agent-tools/ports.ts';
import type { AppCatalog } from '../app-catalog/ports.ts';
import type { ForeignOAuth } from '../foreign-oauth/ports.ts';
import type { CredentialLifecycle, ScopedCredentials } from '../scoped-credentials/ports.ts';
import type { ScopedTools } from '../scoped-tools/ports.ts';
import { createInstallationCore } from './core.ts';
import { type AuditorEffectsDeps, createAuditorEffects } from './kinds/auditor-effects.ts';
import { createInstallationOffboarding } from './offboarding.ts';
import { createRequiredApps, type RequiredApps } from './required.ts';
import { createRequiredStore } from './required-store.ts';
import { type InstallationSchedule, startInstallationSchedule } from './schedule.ts';
import { createInstallationApi, type InstallationApi } from './service.ts';
import { StepFailure, toInstallationError } from './step-failure.ts';
import { createInstallationStore } from './store.ts';
import { createVerifierToolCalling } from './tool-calling.ts';
import { createInstalledToolCalls, type InstalledToolCalls } from './tool-calls.ts';
import { createToolListing } from './tool-listing.ts';
import { createToolWatch } from './tool-watch.ts';
import { createHeadersOf } from './verifier-headers.ts';
import { createInstallationWork, type InstallationWork, lookAgain } from './work.ts';

export interface InstallationServices {
  readonly installations: InstallationApi;
  /** Ends the installations that wait for a person, who leaves. */
  readonly endWaitingInstallations: PersonHook;
  readonly installationWork: InstallationWork;
  readonly requiredApps: RequiredApps;
  readonly toolCalls: InstalledToolCalls;
  /** Closed with the verifier. */
  readonly installationSchedule: InstallationSchedule;
}

export interface InstallationWiring extends AuditorEffectsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly agents: Agents;
  readonly members: Pick<Members, 'roleOf'>;
  readonly approvals: Approvals;
  readonly events: Events;
  readonly catalog: AppCatalog;
  /** Gives the servers of apps their names in tool catalogs. */
  readonly aliases: Aliases;
  readonly tools: Pick<ScopedTools, 'verdictOf' | 'requires'>;
  readonly credentials: Pick<ScopedCredentials, 'resolve' | 'ensureIn' | 'revokeIn' | 'wantScopesIn'>;
  readonly credentialLifecycle: Pick<CredentialLifecycle, 'connectLink' | 'refresh'>;
  readonly foreign: ForeignOAuth;
  readonly outbound: Outbound;
  readonly auditorIntake: AuditorIntake;
  readonly vault: Pick<Vault, 'read'>;
  readonly isScheduled: boolean;
}

export function createInstallationServices(wiring: InstallationWiring): InstallationServices {
  const { clock, randomBytes, outbound } = wiring;
  const core = createInstallationCore({
    ...wiring,
    store: createInstallationStore(clock),
    listTools: createToolListing({ clientOf: outbound.forOrganisation }),
    headersOf: createHeadersOf(wiring),
    effects: createAuditorEffects(wiring),
  });
  const watch = createToolWatch(core);
  const work = createInstallationWork({ core, watch, processId: createId('prc', clock, randomBytes) });
  const never = new AbortController();
  const installations = createInstallationApi({
    core,
    watch,
    work,
    async lookAgain(row) {
      try {
        return await lookAgain({ core, watch, signal: never.signal }, row);
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        // Definitions that cannot be read differ from the approved ones, whoever finds out.
        if (toInstallationError(error).code === 'tools_invalid') return watch.quarantine(row, 'tools_invalid');
        throw error.cause;
      }
    },
  });
  const requiredApps = createRequiredApps({ core, work, store: createRequiredStore(), roleOf: wiring.members.roleOf });
  const schedule = startInstallationSchedule({ ...wiring, work, required: requiredApps, isOn: wiring.isScheduled });
  const toolCalls = createInstalledToolCalls({
    ...core,
    callTool: createVerifierToolCalling({ clientOf: outbound.forOrganisation }),
  });
  return {
    installations,
    endWaitingInstallations: createInstallationOffboarding(core),
    requiredApps,
    toolCalls,
    installationWork: work,
    installationSchedule: schedule,
  };
}
