/** Constants of scoped credentials. */

export const authTypes = ['oauth2_code', 'client_credentials', 'token_exchange', 'api_key', 'basic', 'mtls'] as const;
export type AuthType = (typeof authTypes)[number];

export const sharingModes = ['inherit', 'enforce', 'isolated'] as const;
export type SharingMode = (typeof sharingModes)[number];

export const injectionMethods = ['sidecar', 'client_credentials', 'token_exchange'] as const;
export type InjectionMethod = (typeof injectionMethods)[number];

export const credentialStatuses = [
  'pending',
  'active',
  'expiring',
  'refreshing',
  'rotating',
  'reauth_required',
  'expired',
  'revoked',
] as const;
export type CredentialStatus = (typeof credentialStatuses)[number];

/** Whether an agent can use a service now, and why not. */
export const authStatuses = [
  'not_required',
  'ready',
  'connect_required',
  'pending',
  'expired',
  'reauth_required',
  'insufficient_scope',
  'not_allowed_in_delegation',
  'error',
] as const;
export type AuthStatus = (typeof authStatuses)[number];

/** The level that the credential in use comes from. */
export const credentialSources = [
  'org_enforce',
  'workspace_enforce',
  'user',
  'agent',
  'workspace',
  'org',
  'none',
] as const;
export type CredentialSource = (typeof credentialSources)[number];

/** Why a credential was not chosen. */
export const rejections = [
  'lower_than_enforced',
  'of_another_user',
  'of_another_agent',
  'not_allowed_in_delegation',
  'isolated',
  'other_resource',
  'other_issuer',
  'revoked',
  'not_connected',
  'overruled',
] as const;
export type Rejection = (typeof rejections)[number];
