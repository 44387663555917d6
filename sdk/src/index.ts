/** The face of the SDK: everything an auditor author needs. Adding a name here is adding public API. */
export { createAuditor } from './auditor/create-auditor.ts';
export type { Auditor, AuditorOptions, ClaimsOptions } from './auditor/create-auditor.ts';
export { defineAuditor, method } from './auditor/definition.ts';
export type {
  AuditorDefinition,
  AuditorSpec,
  ClaimDraft,
  ExtraVariable,
  LifecycleOptions,
  MethodContext,
  MethodDefinition,
  MethodInput,
  MethodResult,
  ProducedClaim,
  RunOptions,
} from './auditor/definition.ts';
export { variableName } from './auditor/environment.ts';
export type { Environment } from './auditor/environment.ts';
export { AuditorFailure, ModelUnavailableError } from './auditor/failure.ts';
export { annotationName, resolveInfrastructure } from './auditor/infrastructure.ts';
export type { InfrastructureLevels } from './auditor/infrastructure.ts';
export type { SettingValues } from './auditor/precedence.ts';
export { setting } from './auditor/setting.ts';
export type { InferSettings, NoSettings, Setting, SettingMap, SettingValue } from './auditor/setting.ts';
