/**
 * Wires the composition plane: monitoring of agents (console stream, webhooks, telemetry), their parts (registries), and their
 * composition (workflows).
 */

import type { BackgroundWork } from '../base/background-work.ts';
import { createEventSchedule, type EventScheduleDeps } from '../base/events/schedule.ts';
import {
  type AuditorRegistryServices,
  type AuditorRegistryWiring,
  createAuditorRegistryServices,
} from './auditor-registry/create.ts';
import { type ConsoleServices, type ConsoleWiring, createConsoleServices } from './console-stream/create.ts';
import {
  createModelRegistryServices,
  type ModelRegistryServices,
  type ModelRegistryWiring,
} from './model-registry/create.ts';
import { createPublisherServices, type PublisherServices, type PublisherWiring } from './publishers/create.ts';
import { createTelemetryServices, type TelemetryServices, type TelemetryWiring } from './telemetry-exports/create.ts';
import { createWebhookServices, type WebhookServices, type WebhookWiring } from './webhooks/create.ts';
import { createWorkflowServices, type WorkflowServices, type WorkflowWiring } from './workflows/create.ts';

/** What the groups need of the floors below, and of the program. */
export type CompositionPlaneDeps = ConsoleWiring &
  WebhookWiring &
  TelemetryWiring &
  PublisherWiring &
  EventScheduleDeps &
  Omit<AuditorRegistryWiring, keyof PublisherServices> &
  Omit<ModelRegistryWiring, keyof PublisherServices> &
  Omit<WorkflowWiring, keyof AuditorRegistryServices | keyof ModelRegistryServices>;

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

export function createCompositionPlane(deps: CompositionPlaneDeps): CompositionPlane {
  const { backgroundWork: consoleWork, ...consoleServices } = createConsoleServices(deps);
  const { backgroundWork: webhookWork, ...webhookServices } = createWebhookServices(deps);
  const { backgroundWork: telemetryWork, ...telemetryServices } = createTelemetryServices(deps);
  const publisherServices = createPublisherServices(deps);
  const { backgroundWork: auditorWork, ...auditorServices } = createAuditorRegistryServices({
    ...deps,
    ...publisherServices,
  });
  const { backgroundWork: modelWork, ...modelServices } = createModelRegistryServices({
    ...deps,
    ...publisherServices,
  });
  const { backgroundWork: workflowWork, ...workflowServices } = createWorkflowServices({
    ...deps,
    ...auditorServices,
    ...modelServices,
  });
  const watching = [webhookWork, telemetryWork, consoleWork, createEventSchedule(deps)];
  const works: readonly BackgroundWork[] = [workflowWork, auditorWork, modelWork, ...watching];
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
