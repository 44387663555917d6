/**
 * Wires the composition plane: monitoring of agents (console stream, webhooks, telemetry), their parts (registries), and their
 * composition (workflows).
 */
import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { type AuditorRegistryServices, createAuditorRegistryServices } from './auditor-registry/create.ts';
import type { VerifierConfig } from '../base/config.ts';
import { type ConsoleServices, createConsoleServices } from './console-stream/create.ts';
import type { ControlPlane } from '../configuration/create.ts';
import type { DelegationPlane } from '../delegation/create.ts';
import { createEventSchedule } from '../base/events/schedule.ts';
import type { EvidenceStore } from '../attestation/evidence/store.ts';
import type { IdentityPlane } from '../identity/create.ts';
import type { VerifierKeys } from '../base/keys/service.ts';
import {
  createModelRegistryServices,
  type ModelRegistryServices,
  type ScanModelFile,
} from './model-registry/create.ts';
import type { OwnWork } from '../base/own-work.ts';
import type { PassportStore } from '../attestation/passports/store.ts';
import { createPublisherServices, type PublisherServices } from './publishers/create.ts';
import { createTelemetryServices, type TelemetryServices } from './telemetry-exports/create.ts';
import type { ToolsPlane } from '../tools/create.ts';
import { createWebhookServices, type WebhookServices } from './webhooks/create.ts';
import { createWorkflowServices, type WorkflowServices } from './workflows/create.ts';

export interface CompositionPlaneDeps {
  /** Has after-commit hooks. */
  readonly db: Db;
  readonly database: Database;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  readonly keys: VerifierKeys;
  readonly control: ControlPlane;
  readonly identity: IdentityPlane;
  readonly delegation: DelegationPlane;
  readonly tools: ToolsPlane;
  readonly passportStore: PassportStore;
  readonly evidenceStore: EvidenceStore;
  /** The scanner of model files; undefined if the program has none. */
  readonly scanModelFile: ScanModelFile | undefined;
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
}

/** What each group of this plane gets: the parts of the other planes, flat. */
export type CompositionDeps = CompositionPlaneDeps & ControlPlane & IdentityPlane & DelegationPlane & ToolsPlane;

export interface CompositionPlane
  extends ConsoleServices,
    WebhookServices,
    TelemetryServices,
    PublisherServices,
    AuditorRegistryServices,
    ModelRegistryServices,
    WorkflowServices {
  /** Ends background work. */
  closeComposition(): Promise<void>;
  /** Run once an hour, in one process at a time. */
  readonly compositionChores: (() => Promise<unknown>)[];
}

export function createCompositionPlane(planeDeps: CompositionPlaneDeps): CompositionPlane {
  const { control, identity, delegation, tools } = planeDeps;
  const deps: CompositionDeps = { ...planeDeps, ...control, ...identity, ...delegation, ...tools };
  const { ownWork: consoleWork, ...consoleServices } = createConsoleServices(deps);
  const { ownWork: webhookWork, ...webhookServices } = createWebhookServices(deps);
  const { ownWork: telemetryWork, ...telemetryServices } = createTelemetryServices(deps);
  const publisherServices = createPublisherServices(deps);
  const { ownWork: auditorWork, ...auditorServices } = createAuditorRegistryServices({ ...deps, ...publisherServices });
  deps.registrySources.push({ listAuditors: auditorServices.registeredAuditors.listForGateways });
  const { ownWork: modelWork, ...modelServices } = createModelRegistryServices({ ...deps, ...publisherServices });
  const { ownWork: workflowWork, ...workflowServices } = createWorkflowServices({
    ...{ ...deps, ...auditorServices, ...modelServices },
  });
  const watching = [webhookWork, telemetryWork, consoleWork, createEventSchedule(deps)];
  const works: readonly OwnWork[] = [workflowWork, auditorWork, modelWork, ...watching];
  return {
    ...consoleServices,
    ...webhookServices,
    ...telemetryServices,
    ...publisherServices,
    ...auditorServices,
    ...modelServices,
    ...workflowServices,
    compositionChores: works.flatMap(({ chores }) => chores),
    async closeComposition() {
      // In parallel: subscribers reconnect elsewhere while workflow steps get time to end.
      await Promise.all(works.map((work) => work.close()));
    },
  };
}
