/**
 * Finds out which authentication an app requires, and which credential the agent has for it: asks the server and reads the
 * existing credentials before anything is registered.
 */

import { type AuthType, authTypes } from '../../../contract/api/scoped-credentials/states.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import type { ResourceAuth } from '../foreign-oauth/ports.ts';
import { selectScopes } from '../foreign-oauth/scopes.ts';
import type { CredentialQuery, EffectiveCredential } from '../scoped-credentials/ports.ts';
import type { AppTarget } from './config-values.ts';
import { type InstallationCore, serviceOf } from './core.ts';
import type { InstallationAuth, InstallationRow } from './tables.ts';

export const noAuth: InstallationAuth = {
  required: false,
  type: null,
  resource: null,
  issuer: null,
  registration: null,
  client_id: null,
  foreign_client_id: null,
  scopes: [],
  credential_id: null,
  credential_source: null,
};

/** Asks the server. @throws AppError of the discovery. */
export async function discoverAuth(
  core: Pick<InstallationCore, 'foreign'>,
  orgId: string,
  app: AppVersion,
  target: AppTarget,
): Promise<InstallationAuth> {
  const auth = await askAuth(core, orgId, app, target);
  return target.kind === 'remote' && target.isHostChosen ? { ...auth, is_host_chosen: true } : auth;
}

async function askAuth(
  { foreign }: Pick<InstallationCore, 'foreign'>,
  orgId: string,
  app: AppVersion,
  target: AppTarget,
): Promise<InstallationAuth> {
  if (target.kind === 'none' || target.kind === 'auditor' || target.kind === 'runtime' || target.kind === 'skill') {
    return noAuth;
  }
  if (target.kind === 'package') {
    const [variable] = target.secretVariables;
    if (variable === undefined) return noAuth;
    return { ...noAuth, required: true, type: typeOf(app, 'api_key'), secret_in: { environment_variable: variable } };
  }
  const secret = target.secretHeaders.find(({ isRequired }) => isRequired);
  if (secret !== undefined) {
    const { name: header, prefix } = secret;
    const where = header === 'authorization' && prefix === '' ? { header } : { header, prefix };
    return { ...noAuth, required: true, type: typeOf(app, 'api_key'), resource: target.url, secret_in: where };
  }
  // Its card was read without asking for a sign-in, and an agent without a secret header takes none.
  if (target.type === 'a2a') return { ...noAuth, resource: target.url };
  const found = await discoverRemote({ foreign }, orgId, app, target.url);
  if (!found.required) return { ...noAuth, resource: found.resource };
  const said = selectScopes(found);
  const scopes = said.length > 0 ? said : (app.authHint?.scopes ?? []);
  const { resource, issuer } = found;
  return { ...noAuth, required: true, type: typeOf(app, 'oauth2_code'), resource, issuer, scopes };
}

/** A server that requires a credential and names no authorization server takes a secret, if its entry says so. */
async function discoverRemote(
  { foreign }: Pick<InstallationCore, 'foreign'>,
  orgId: string,
  app: AppVersion,
  url: string,
): Promise<ResourceAuth> {
  try {
    return await foreign.discover(orgId, url);
  } catch (error) {
    const isUnsaid = isAppError(error) && error.extensions?.['reason'] === 'no_authorization_server';
    if (!isUnsaid || !secretTypes.has(typeOf(app, 'oauth2_code'))) throw error;
    const none = { issuer: null, authorizationServers: [], scopesSupported: [], scopesNeeded: [], registrations: [] };
    return { required: true, resource: url, ...none };
  }
}

const secretTypes = new Set<AuthType>(['api_key', 'basic', 'mtls']);

/** Maps the catalog's authentication hint to a kind of credential. */
function typeOf({ authHint }: AppVersion, usual: AuthType): AuthType {
  if (authHint?.type === 'oauth2') return 'oauth2_code';
  return authTypes.find((type) => type === authHint?.type) ?? usual;
}

/** Finds the credential that would be used now. */
export function findCredential(
  { credentials, db }: Pick<InstallationCore, 'credentials' | 'db'>,
  row: InstallationRow,
  auth: InstallationAuth,
  app?: AppVersion,
): Promise<EffectiveCredential> {
  const request: CredentialQuery = {
    agentId: row.agent_id,
    workspaceId: row.workspace_id,
    scopes: auth.scopes,
    service: app === undefined ? row.service : serviceOf(app),
    ...(auth.resource === null ? {} : { resource: auth.resource }),
    ...(auth.issuer === null ? {} : { issuer: auth.issuer }),
    ...(row.connect_user_id === null ? {} : { userId: row.connect_user_id }),
    ...(auth.is_host_chosen === true ? { isPlaceChosen: true } : {}),
  };
  return credentials.resolve(db, row.org_id, request);
}

/** Fills in what a found credential adds. */
export function withCredential(auth: InstallationAuth, { credential, source }: EffectiveCredential): InstallationAuth {
  if (credential === undefined) return auth;
  return {
    ...auth,
    type: credential.auth_type,
    credential_id: credential.id,
    credential_source: source,
    issuer: auth.issuer ?? credential.issuer,
    foreign_client_id: credential.foreign_client_id ?? auth.foreign_client_id,
  };
}
