/** Wires workflows: definitions, the engine that runs them, and the step executor. */

import type { BackgroundWork } from '../../base/background-work.ts';
import { build } from '../../base/build.ts';
import { issuerOf, type VerifierConfig } from '../../base/config.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import { createLateBound } from '../../base/late-bound.ts';
import type { AuditorCatalog } from '../../configuration/auditor-catalog/catalog.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Members } from '../../identity/members/service.ts';
import type { AuditorRegistryServices } from '../auditor-registry/create.ts';
import type { ModelRegistryServices } from '../model-registry/create.ts';
import { createChainsOf } from './definitions/chains.ts';
import { createDefinitionCore, type DefinitionDeps } from './definitions/core.ts';
import { createWorkflowDeploying, type WorkflowDeploying } from './definitions/deploying.ts';
import { createDefinitionReader } from './definitions/reader.ts';
import type { RegistryStates } from './definitions/references.ts';
import { startWorkflowSchedule } from './definitions/schedule.ts';
import { createWorkflowApi, type WorkflowApi } from './definitions/service.ts';
import { createWorkflowStore } from './definitions/store.ts';
import { createWorkflowWork, type WorkflowWork } from './definitions/work.ts';
import { type CompositePassports, createCompositePassports } from './passport/service.ts';
import type { StepExecutor, WorkflowDefinitions } from './ports.ts';
import { createWorkflowRunServices, type WorkflowRunDeps, type WorkflowRunServices } from './runs/create.ts';
import { createStepExecutor, type StepExecutorDeps } from './steps/create.ts';
import type { GatewayAddress } from './steps/gateway-address.ts';
import { createWithdrawApproval } from './steps/withdraw-approvals.ts';

export interface WorkflowServices extends WorkflowRunServices {
  readonly workflowDefinitions: WorkflowDefinitions;
  readonly workflowApi: WorkflowApi;
  readonly workflowDeploying: WorkflowDeploying;
  /** Continues pending work when tests ask for it. */
  readonly workflowWork: WorkflowWork;
  readonly compositePassports: CompositePassports;
  /** The gateway that steps call. A process that starts one beside the verifier sets it. */
  readonly gatewayAddress: GatewayAddress;
}

export type WorkflowWiring = Omit<WorkflowRunDeps, 'definitions' | 'executor' | 'withdraw'> &
  Omit<StepExecutorDeps, 'nestedRuns' | 'holdOpen'> &
  Omit<DefinitionDeps, 'store' | 'runs' | 'gatewayUrl' | 'registries' | 'roleOf' | 'modelOf' | 'newChains'> &
  Pick<AuditorRegistryServices, 'registeredAuditors'> &
  Pick<ModelRegistryServices, 'modelRegistry'> & {
    readonly config: VerifierConfig;
    readonly keys: Pick<VerifierKeys, 'active'>;
    readonly members: Pick<Members, 'roleOf'>;
    readonly auditorCatalog: AuditorCatalog;
    readonly workspaces: Workspaces;
  };

export function createWorkflowServices(
  deps: WorkflowWiring,
): WorkflowServices & { readonly backgroundWork: BackgroundWork } {
  const store = createWorkflowStore();
  const definitions = createDefinitionReader({ store });
  // Runs take steps, and a step may start a nested run.
  const executor = createLateBound<StepExecutor>('the steps of workflows');
  const {
    nestedRuns,
    holdOpen,
    backgroundWork: runWork,
    ...runServices
  } = createWorkflowRunServices({
    ...deps,
    definitions,
    executor: executor.get,
    withdraw: createWithdrawApproval(deps),
  });
  const { gatewayAddress, backgroundWork: stepWork, ...steps } = createStepExecutor({ ...deps, nestedRuns, holdOpen });
  executor.bind(steps);
  const core = createDefinitionCore({
    ...deps,
    store,
    runs: runServices.workflowRuns,
    gatewayUrl: gatewayAddress.current,
    registries: toRegistryStates(deps),
    roleOf: deps.members.roleOf,
    modelOf: async (db, orgId, agentId) => (await deps.agents.find(db, orgId, agentId))?.model_id ?? null,
    newChains: () => createChainsOf({ catalog: deps.auditorCatalog, workspaces: deps.workspaces }),
  });
  const workflowApi = createWorkflowApi(core);
  const workflowWork = createWorkflowWork(core);
  const endWork = startWorkflowSchedule({ ...deps, work: workflowWork, isOn: deps.isScheduled });
  const compositePassports = createCompositePassports({
    ...deps,
    store,
    definitions,
    key: deps.keys.active,
    issuer: issuerOf(deps.config),
    build,
  });
  const backgroundWork: BackgroundWork = {
    chores: [...runWork.chores, ...stepWork.chores],
    async close() {
      await endWork();
      await runWork.close();
      await stepWork.close();
    },
  };
  return {
    ...runServices,
    workflowDefinitions: definitions,
    workflowApi,
    workflowWork,
    compositePassports,
    workflowDeploying: createWorkflowDeploying({ core, api: workflowApi, wake: workflowWork.wake }),
    gatewayAddress,
    backgroundWork,
  };
}

/** Adapts the registries to what the graph rules ask. */
function toRegistryStates({
  modelRegistry,
  registeredAuditors,
}: Pick<ModelRegistryServices, 'modelRegistry'> & Pick<AuditorRegistryServices, 'registeredAuditors'>): RegistryStates {
  return {
    modelState: modelRegistry.stateOf,
    auditorState: registeredAuditors.stateOf,
    versionState: async (db, orgId, model, version) =>
      (await modelRegistry.resolve(db, orgId, model, version ?? undefined))?.review,
  };
}
