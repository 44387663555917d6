/** What is typed about a credential, and the call that it becomes. */
import type { CreateScopedCredentialInput } from '@assay/client';
import { toScope } from './scope.ts';

export type CredentialKind = CreateScopedCredentialInput['auth_type'];

export interface CredentialDraft {
  readonly service: string;
  readonly kind: CredentialKind;
  /** `org` or `workspace`, a space and the id. */
  readonly scope: string;
  readonly agent: string;
  readonly isMine: boolean;
  readonly secret: string;
  readonly username: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly certificate: string;
  readonly header: string;
  readonly resource: string;
  readonly scopes: string;
  readonly sharing: 'inherit' | 'enforce' | 'isolated';
  readonly everyDays: number | undefined;
}

export const emptyCredential: CredentialDraft = {
  service: '',
  kind: 'api_key',
  scope: '',
  agent: '',
  isMine: false,
  secret: '',
  username: '',
  issuer: '',
  clientId: '',
  certificate: '',
  header: '',
  resource: '',
  scopes: '',
  sharing: 'inherit',
  everyDays: undefined,
};

/** True for kinds that another authorization server issues tokens for. */
export function hasIssuer(kind: CredentialKind): boolean {
  return kind === 'oauth2_code' || kind === 'client_credentials' || kind === 'token_exchange';
}

export function toCredentialInput(draft: CredentialDraft, userId: string | undefined): CreateScopedCredentialInput {
  const { kind, everyDays } = draft;
  const agent = textOf(draft.agent);
  const isOAuth = hasIssuer(kind);
  const config = {
    username: kind === 'basic' ? textOf(draft.username) : undefined,
    client_id: isOAuth ? textOf(draft.clientId) : undefined,
    certificate: kind === 'mtls' ? textOf(draft.certificate) : undefined,
  };
  const header = kind === 'api_key' ? textOf(draft.header) : undefined;
  const scopes = draft.scopes.split(/\s+/).filter((scope) => scope !== '');
  return {
    service: draft.service.trim(),
    auth_type: kind,
    // A credential of an agent belongs to the agent's workspace.
    scope: agent === undefined ? toScope(draft.scope) : undefined,
    agent_id: agent,
    user_id: agent !== undefined && draft.isMine ? userId : undefined,
    sharing_mode: agent === undefined ? draft.sharing : undefined,
    resource: textOf(draft.resource),
    issuer: isOAuth ? textOf(draft.issuer) : undefined,
    config: Object.values(config).every((value) => value === undefined) ? undefined : config,
    injection: header === undefined ? undefined : { header },
    requested_scopes: isOAuth && scopes.length > 0 ? scopes : undefined,
    rotation: everyDays === undefined || kind === 'oauth2_code' ? undefined : { every_days: everyDays },
    // A secret is taken as it is typed.
    secret: kind === 'oauth2_code' || draft.secret === '' ? undefined : draft.secret,
  };
}

function textOf(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
