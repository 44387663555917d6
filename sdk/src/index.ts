/** The public API of the SDK for auditor authors. */

export type { Auditor, AuditorOptions, ClaimsOptions } from './auditor/create-auditor.ts';
export { createAuditor } from './auditor/create-auditor.ts';
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
export { defineAuditor, method } from './auditor/definition.ts';
export type { Environment } from './auditor/environment.ts';
export { variableName } from './auditor/environment.ts';
export { AuditorFailure, ModelUnavailableError } from './auditor/failure.ts';
export type { InfrastructureLevels } from './auditor/infrastructure.ts';
export { annotationName, resolveInfrastructure } from './auditor/infrastructure.ts';
export type { SettingValues } from './auditor/precedence.ts';
export type { InferSettings, NoSettings, Setting, SettingMap, SettingValue } from './auditor/setting.ts';
export { setting } from './auditor/setting.ts';
export type { FairnessParameters } from './claims/fairness.ts';
export { fairnessClaim } from './claims/fairness.ts';
export type { GroundednessParameters } from './claims/groundedness.ts';
export { groundednessClaim } from './claims/groundedness.ts';
export type { InjectionParameters, InjectionType } from './claims/injection.ts';
export { injectionClaim } from './claims/injection.ts';
export type { ModelSecurityParameters } from './claims/model-security.ts';
export { modelSecurityClaim } from './claims/model-security.ts';
export type { PiiEntity, PiiParameters } from './claims/pii.ts';
export { piiClaim, piiNoneFound } from './claims/pii.ts';
export type { SecretFinding, SecretsParameters } from './claims/secrets.ts';
export { secretsClaim } from './claims/secrets.ts';
export type { SovereigntyParameters } from './claims/sovereignty.ts';
export { sovereigntyClaim } from './claims/sovereignty.ts';
export type { CommonParameters } from './claims/standard-claim.ts';
export type { ToxicityParameters } from './claims/toxicity.ts';
export { toxicityClaim } from './claims/toxicity.ts';
export type { WatermarkParameters } from './claims/watermark.ts';
export { watermarkClaim } from './claims/watermark.ts';
export { bounds } from './contract/bounds.ts';
export type { CatalogCategory, CatalogEntry, CatalogPhase } from './contract/catalog.ts';
export type { Claim } from './contract/claim.ts';
export type { ClaimType } from './contract/claim-types.ts';
export type { AuditorErrorCode } from './contract/error-codes.ts';
export type { Health } from './contract/health.ts';
export type { ClaimsRequest, ExternalDocument, Phase, VendorContext } from './contract/request.ts';
export type { ClaimsResponse } from './contract/response.ts';
export type { Vocabulary, VocabularyEntry } from './contract/vocabulary.ts';
export type { ServeOptions } from './serve/config.ts';
export type { Handle, Route } from './serve/router.ts';
export type { ServedAuditor } from './serve/serve-auditor.ts';
export { serveAuditor } from './serve/serve-auditor.ts';
