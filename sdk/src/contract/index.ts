/** Wire shapes of the claims auditor contract. */
export { parseBooleanText } from './boolean-text.ts';
export { bounds, findBoundViolation, isWellFormedText } from './bounds.ts';
export {
  type CatalogCategory,
  type CatalogEntry,
  CatalogEntrySchema,
  type CatalogPhase,
  catalogCategories,
  catalogPhases,
} from './catalog.ts';
export {
  type Claim,
  ClaimSchema,
  ClaimTypeSchema,
  findClaimProblem,
  isClaimName,
  isClaimOrInstanceName,
  isNonce,
  parseClaim,
} from './claim.ts';
export { type ClaimType, type ClaimTypeRow, claimTypeNames, claimTypes } from './claim-types.ts';
export { complianceFrameworks, deprecatedFrameworks, normalizeFramework } from './compliance.ts';
export { type AuditorErrorCode, auditorErrors } from './error-codes.ts';
export { type Health, HealthSchema } from './health.ts';
export {
  annotations,
  containerPort,
  contractVersion,
  defaultAuditorVersion,
  defaultSessionId,
  environmentNames,
  labels,
  manifests,
  sdkPort,
} from './names.ts';
export { normalizeClaim, normalizeHealth, normalizeTime, normalizeVocabulary } from './normalize.ts';
export { isRecord } from './record.ts';
export {
  type ClaimInstance,
  ClaimInstanceSchema,
  type ClaimsRequest,
  ClaimsRequestSchema,
  type ExternalDocument,
  type NamedInstance,
  type Phase,
  PhaseSchema,
  phases,
  type VendorContext,
  VendorContextSchema,
} from './request.ts';
export {
  type AuditorError,
  AuditorErrorSchema,
  type ClaimsResponse,
  ClaimsResponseSchema,
  toErrorResponse,
} from './response.ts';
export {
  type SettingDefinition,
  SettingDefinitionSchema,
  type SettingType,
  SettingTypeSchema,
  settingTypes,
  type VocabularySetting,
  VocabularySettingSchema,
} from './settings.ts';
export { isStricter, type Strictness, strictnesses } from './strictness.ts';
export {
  type Vocabulary,
  type VocabularyEntry,
  VocabularyEntrySchema,
  VocabularySchema,
} from './vocabulary.ts';
