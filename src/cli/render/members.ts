/** Renders members, invitations and the caller for people. */
import type { CreatedInvitation, Invitation, Me, Member, Person, ResetPassword } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderMemberList(items: readonly Member[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.email, 100),
    toPlainText(item.name, 40),
    toPlainText(item.role),
    toPlainText(item.status),
    toPlainText(item.joined_at),
    toPlainText(item.user_id),
  ]);
  return renderHeadTable(['MEMBER', 'NAME', 'ROLE', 'STATUS', 'JOINED', 'ID'], rows, style);
}

export function renderMember(item: Member): string {
  return renderFacts([
    ['member', toPlainText(item.email, 254)],
    ['name', toPlainText(item.name, 200)],
    ['id', toPlainText(item.user_id)],
    ['organisation', toPlainText(item.org_id)],
    ['role', toPlainText(item.role)],
    ['status', toPlainText(item.status)],
    ['joined', toPlainText(item.joined_at)],
    ['revision', String(item.revision)],
  ]);
}

export function renderInvitationList(items: readonly Invitation[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.email, 100),
    toPlainText(item.role),
    toPlainText(item.status),
    toPlainText(item.expires_at),
    toPlainText(item.invited_by),
  ]);
  return renderHeadTable(['INVITATION', 'FOR', 'ROLE', 'STATUS', 'EXPIRES', 'INVITED BY'], rows, style);
}

/** Renders a new invitation, the only time that its token is shown. */
export function renderCreatedInvitation(item: CreatedInvitation, style: Style): string {
  const facts = renderFacts([
    ['invitation', toPlainText(item.id)],
    ['for', toPlainText(item.email, 254)],
    ['role', toPlainText(item.role)],
    ['expires', toPlainText(item.expires_at)],
    ...(item.url === undefined ? [] : [['link', toPlainText(item.url, 2_000)] as const]),
    ...(item.url !== undefined || item.token === undefined ? [] : [['token', toPlainText(item.token, 200)] as const]),
  ]);
  return `${facts}\n${style.bold('It is shown only once.')} Hand it over in a way that you trust: anybody who has it can join.\n`;
}

/** Renders one line for each, for the operator of the deployment. */
export function renderPersonList(items: readonly Person[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.email, 100),
    toPlainText(item.name, 40),
    toPlainText(item.status),
    toPlainText(item.organizations.map(({ org_id, role }) => `${org_id} (${role})`).join(', '), 80),
    toPlainText(item.id),
  ]);
  return renderHeadTable(['PERSON', 'NAME', 'STATUS', 'MEMBER OF', 'ID'], rows, style);
}

export function renderPerson(item: Person): string {
  return renderFacts([
    ['person', toPlainText(item.email, 254)],
    ['name', toPlainText(item.name, 200)],
    ['id', toPlainText(item.id)],
    ['status', toPlainText(item.status)],
    ...item.organizations.map(({ org_id, role }) => ['member of', toPlainText(`${org_id} (${role})`)] as const),
    ['password set', toPlainText(item.password_changed_at)],
  ]);
}

/** With the password that is shown this once. */
export function renderResetPassword(item: ResetPassword, style: Style): string {
  const facts = renderPerson(item);
  if (item.temporary_password === undefined) return facts;
  const once = `${style.bold('It is shown only once.')} The person signs in with it and chooses another.`;
  return `${facts}\n${renderFacts([['password', toPlainText(item.temporary_password, 200)]])}${once}\n`;
}

/** `shown` is the credential that the verifier saw. */
export function renderMe(item: Me, shown: string): string {
  const others = item.organizations.filter(({ org_id }) => org_id !== item.org_id);
  return renderFacts([
    ['you are', toPlainText(item.email ?? item.user_id, 254)],
    ...(item.name === null ? [] : [['name', toPlainText(item.name, 200)] as const]),
    ...(item.email === null ? [] : [['id', toPlainText(item.user_id)] as const]),
    ['kind', toPlainText(item.kind)],
    ...renderActing(item),
    ['organisation', toPlainText(item.org_id)],
    ['role', toPlainText(item.role)],
    ['known by', toPlainText(item.authentication)],
    [
      'may',
      typeof item.scopes === 'string' ? 'everything that the role may do' : toPlainText(item.scopes.join(', '), 1_000),
    ],
    ['workspaces', toPlainText(item.workspaces.join(', '), 1_000)],
    ...others.map(({ org_id, role }) => ['also in', toPlainText(`${org_id} (${role})`)] as const),
    ['shown', shown],
  ]);
}

/** Names the agent that acts for a person. */
function renderActing({ acting_agent: agent }: Me): [string, string][] {
  if (agent === undefined || agent === null) return [];
  return [
    ['through', toPlainText(`${agent.id} (${agent.spiffe_id})`, 400)],
    ['under', toPlainText(agent.grant_id)],
  ];
}
