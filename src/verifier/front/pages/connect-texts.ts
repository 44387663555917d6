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

const newLink = 'Ask whoever gave you the link for a new one, or take one under “Connections” in your account.';

export const closedTexts: Readonly<Record<ClosedReason, OutcomeText>> = {
  unknown: {
    title: 'This link does not work',
    words: `It may have been cut on its way, or it is too old, or you began in another browser. Nothing was connected. ${newLink}`,
    status: 404,
  },
  not_yours: {
    title: 'This is not yours to connect',
    words:
      'The link is for somebody else, or you are signed in as somebody else than you meant. Nothing was connected. Whoever asked can have the right person open it.',
    status: 403,
  },
  expired: {
    title: 'This link is too old',
    words: `A link is good for 10 minutes. Nothing was connected by it. ${newLink}`,
    status: 410,
  },
  used: { title: 'This link was used before', words: `Each link works once. ${newLink}`, status: 409 },
  revoked: {
    title: 'There is nothing to connect any more',
    words: 'It was taken back meanwhile, and nothing was kept. If it is still needed, it has to be asked for again.',
    status: 409,
  },
  agent_gone: {
    title: 'This agent is no more',
    words: 'Nothing can be connected for it, and nothing was kept. There is nothing to do.',
    status: 409,
  },
  changed: {
    title: 'It has changed meanwhile',
    words:
      'What you said yes to is not what stands there now: who can use it, or what for. Nothing was connected. Look at it again, and go on if it is still right.',
    status: 412,
  },
};

const nothing = 'Nothing was connected, and what was there before is as it was.';

export const failureTexts: Readonly<Record<FailureReason, OutcomeText>> = {
  denied: {
    title: 'Not connected: it was not allowed',
    words: `The other side says that access was not allowed, by you or by its own rules. ${nothing}`,
    status: 403,
  },
  refused: {
    title: 'Not connected: the other side refused',
    words: `The other side did not give access. If it happens again, ask whoever runs Assay here: they find the reason in the log. ${nothing}`,
    status: 422,
  },
  unavailable: {
    title: 'Not connected: no answer',
    words: `The other side could not be reached, or took too long to answer. ${nothing} Try again in a moment.`,
    status: 502,
  },
  issuer_mismatch: {
    title: 'Not connected: a wrong server answered',
    words: `The answer did not come from the server that you were sent to. Somebody may be trying to get at your account: tell whoever runs Assay here. ${nothing}`,
    status: 422,
  },
  unusable: {
    title: 'Not connected: of no use',
    words: `The other side gave access of a kind that Assay cannot use. ${nothing}`,
    status: 422,
  },
};

export const credentialStatusTexts: Readonly<Record<CredentialStatus, string>> = {
  pending: 'waits to be connected',
  active: 'connected',
  expiring: 'connected',
  refreshing: 'connected',
  rotating: 'connected',
  reauth_required: 'has to be connected again',
  expired: 'ended: nobody connected it in time',
  revoked: 'taken back',
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
    if (user_id === null) return html`${agent} alone, in what it does by itself.`;
    return html`${agent} alone, and only in what it does for ${isOwn ? 'you' : 'that person'}.`;
  }
  const where = placeText(row, place);
  if (sharing_mode === 'isolated') return html`No agent: those ${where} connect one of their own.`;
  const when = allow_in_delegation ? 'also in what they do for other people' : 'in what they do by themselves';
  const all = sharing_mode === 'enforce' ? 'Every agent, whether it has one of its own or not,' : 'Every agent';
  return html`<strong>${all} ${where}</strong>, ${when}.`;
}

function placeText({ scope_level, scope_id }: Shown, { organisation, workspace }: ConnectContext): Html {
  if (scope_level === 'org') return html`of the organisation ${foreign(organisation)}`;
  return html`of the workspace ${foreign(workspace ?? scope_id)} ${foreignCode(scope_id)}`;
}

/** Scopes that OpenID Connect defines. The other service decides what any other scope means. */
const standard: Readonly<Record<string, string>> = {
  openid: 'know which account it is',
  profile: 'see the name of the account',
  email: 'see the e-mail address of the account',
  address: 'see the address of the account',
  phone: 'see the phone number of the account',
  offline_access: 'keep access while nobody is there, until it is taken back',
};

/** Lists the scopes that the other service is asked for, with their meaning where it is known. */
export function foreignScopes(scopes: readonly string[], host: string): Html {
  if (scopes.length === 0) return html`what ${foreignCode(host)} gives when nothing is asked for by name`;
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
