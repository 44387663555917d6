/** Connecting in plain words: who can use a connected credential, why it stopped working, and what to do then. */

import type { CredentialStatus } from '../../../contract/api/scoped-credentials/states.ts';
import type { FailureReason } from '../../tools/scoped-credentials/connect/callback.ts';
import type { ClosedReason } from '../../tools/scoped-credentials/connect/connect-attempt.ts';
import type { ScopedCredentialRow } from '../../tools/scoped-credentials/tables.ts';
import { foreign, foreignCode } from './foreign-text.ts';
import { type Html, html } from './html.ts';
import { type AgentCard, agentText } from './names.ts';

export interface OutcomeText {
  readonly title: string;
  readonly words: string;
  readonly status: number;
}

const newLink =
  'Ask the person who gave you the link for a new one, or create one under “Connections” in your account.';

export const closedTexts: Readonly<Record<ClosedReason, OutcomeText>> = {
  unknown: {
    title: 'This link does not work',
    words: `It may be incomplete or too old, or you started in another browser. Nothing was connected. ${newLink}`,
    status: 404,
  },
  not_yours: {
    title: 'You cannot connect this',
    words:
      'The link is for somebody else, or you are signed in with the wrong account. Nothing was connected. The requester can ask the right person to open it.',
    status: 403,
  },
  expired: {
    title: 'This link is too old',
    words: `A link is valid for 10 minutes. It connected nothing. ${newLink}`,
    status: 410,
  },
  used: { title: 'This link was used before', words: `Each link works once. ${newLink}`, status: 409 },
  revoked: {
    title: 'There is nothing left to connect',
    words:
      'The request was withdrawn in the meantime, and nothing was stored. If the connection is still needed, it must be requested again.',
    status: 409,
  },
  agent_gone: {
    title: 'This agent no longer exists',
    words: 'Nothing can be connected for it, and nothing was stored. You do not have to do anything.',
    status: 409,
  },
  changed: {
    title: 'It has changed in the meantime',
    words:
      'The connection is not the one you agreed to: its users or its purpose have changed. Nothing was connected. Review it again, and continue if it is still right.',
    status: 412,
  },
};

const nothing = 'Nothing was connected, and an earlier connection is unchanged.';

export const failureTexts: Readonly<Record<FailureReason, OutcomeText>> = {
  denied: {
    title: 'Not connected: it was not allowed',
    words: `The service reports that you or its own rules did not allow access. ${nothing}`,
    status: 403,
  },
  refused: {
    title: 'Not connected: the service refused',
    words: `The service did not give access. If it happens again, ask the operator of Assay: the log has the reason. ${nothing}`,
    status: 422,
  },
  unavailable: {
    title: 'Not connected: no answer',
    words: `The service could not be reached, or took too long to answer. ${nothing} Try again in a moment.`,
    status: 502,
  },
  issuer_mismatch: {
    title: 'Not connected: a wrong server answered',
    words: `The answer did not come from the server that you were sent to. Somebody may be trying to access your account: tell the operator of Assay. ${nothing}`,
    status: 422,
  },
  unusable: {
    title: 'Not connected: unusable access',
    words: `The service gave a kind of access that Assay cannot use. ${nothing}`,
    status: 422,
  },
};

export const credentialStatusTexts: Readonly<Record<CredentialStatus, string>> = {
  pending: 'waits to be connected',
  active: 'connected',
  expiring: 'connected',
  refreshing: 'connected',
  rotating: 'connected',
  reauth_required: 'must be connected again',
  expired: 'ended: nobody connected it in time',
  revoked: 'revoked',
};

export interface ConnectContext {
  readonly agent: AgentCard | undefined;
  readonly organisation: string;
  /** Name of the workspace that it is for; undefined if it is for the whole organisation. */
  readonly workspace: string | undefined;
}

type Shown = Pick<
  ScopedCredentialRow,
  'agent_id' | 'user_id' | 'sharing_mode' | 'allow_in_delegation' | 'scope_level' | 'scope_id'
>;

/** Says who can use the credential, to the person who connects it. `isOwn`: the credential is the reader's own. */
export function usersText(row: Shown, place: ConnectContext, isOwn = true): Html {
  const { agent_id, user_id, sharing_mode, allow_in_delegation } = row;
  if (agent_id !== null) {
    const agent = agentText(place.agent, agent_id);
    if (user_id === null) return html`${agent} only, for its own work.`;
    return html`${agent} only, and only for its work on behalf of ${isOwn ? 'you' : 'that person'}.`;
  }
  const where = placeText(row, place);
  if (sharing_mode === 'isolated') return html`No agent: agents ${where} connect their own account.`;
  const when = allow_in_delegation ? 'also for their work on behalf of other people' : 'for their own work';
  const all = sharing_mode === 'enforce' ? 'Every agent, even if it has its own,' : 'Every agent';
  return html`<strong>${all} ${where}</strong>, ${when}.`;
}

function placeText({ scope_level, scope_id }: Shown, { organisation, workspace }: ConnectContext): Html {
  if (scope_level === 'org') return html`of the organisation ${foreign(organisation)}`;
  return html`of the workspace ${foreign(workspace ?? scope_id)} ${foreignCode(scope_id)}`;
}

/** Scopes that OpenID Connect defines. The other service decides what any other scope means. */
const standard: Readonly<Record<string, string>> = {
  openid: 'see the id of the account',
  profile: 'see the name of the account',
  email: 'see the e-mail address of the account',
  address: 'see the address of the account',
  phone: 'see the phone number of the account',
  offline_access: 'keep access while nobody is signed in, until it is revoked',
};

/** Lists the scopes that the other service is asked for, with their meaning where it is known. */
export function foreignScopes(scopes: readonly string[], host: string): Html {
  if (scopes.length === 0) return html`the default scopes of ${foreignCode(host)}`;
  const toItem = (scope: string) =>
    Object.hasOwn(standard, scope)
      ? html`<li>${standard[scope]} <small>${foreignCode(scope)}</small></li>`
      : html`<li>${foreignCode(scope)} <small>${foreignCode(host)} decides what this means.</small></li>`;
  return html`<ul class="grants">${scopes.map(toItem)}</ul>`;
}

/** Gives the host of an address. Unlike a name, nobody can choose it freely. */
export function hostOf(address: string | null): string | undefined {
  return address !== null && URL.canParse(address) ? new URL(address).host : undefined;
}
