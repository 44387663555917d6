/** Commands over members, invitations and people, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { findMember, findPerson } from '../find-member.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { parseWholeNumber, UsageError } from '../options.ts';

const render = () => import('../render/members.ts');
const renderMember = async () => (await render()).renderMember;

const roles = ['admin', 'operator', 'reviewer', 'viewer'] as const;
const states = ['active', 'disabled'] as const;
const secondsOfDay = 86_400;
const deploymentToken = 'Needs the operator token of the deployment.';

/** @throws UsageError */
function readRole(text: string): (typeof roles)[number] {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw new UsageError(`There is no role ${text}: name one of ${roles.join(', ')}.`);
  return role;
}

/** @throws UsageError */
function readStatus(text: string): (typeof states)[number] {
  const status = states.find((one) => one === text);
  if (status === undefined) throw new UsageError(`A member is active or disabled, not ${text}.`);
  return status;
}

export const memberCommands: readonly Command[] = [
  listCommand({
    name: 'member list',
    summary: 'List the members of the organisation, newest first',
    usage: ['member list [-n N] [--json]'],
    pages: (client) => (page) => client.members.list(page),
    render: async () => (await render()).renderMemberList,
    none: 'Nobody is a member yet: invite the first admin with `assay member invite EMAIL --role admin`.',
  }),
  operationCommand({
    name: 'member invite',
    summary: 'Invite a person into the organisation. The link is shown once',
    usage: ['member invite EMAIL [--role ROLE] [--days N] [--json]'],
    arguments: ['EMAIL'],
    options: {
      role: { type: 'string', value: 'ROLE', description: 'admin, operator, reviewer or viewer; viewer if absent' },
      days: { type: 'string', value: 'N', description: 'How long it can be accepted, 1 to 30 days; 7 if absent' },
    },
    details: [
      'Assay sends no mail. Hand the link over in a way that you trust. A new person chooses a password there, a person with an account gives theirs. An older invitation for the same address becomes void.',
      operatorTokenNote,
      'Exit code 1: the person with this address is a member already.',
    ],
    operatorToken: true,
    call(client, args) {
      const [days, role] = [args.text('days'), args.text('role')];
      const body = {
        email: args.argument('EMAIL'),
        role: role === undefined ? undefined : readRole(role),
        expires_in_s: days === undefined ? undefined : parseWholeNumber('days', days, [1, 30]) * secondsOfDay,
      };
      return client.invitations.create({ body });
    },
    render: async () => (await render()).renderCreatedInvitation,
  }),
  operationCommand({
    name: 'member role',
    summary: 'Give a member another role',
    usage: ['member role MEMBER ROLE [--json]'],
    arguments: ['MEMBER', 'ROLE'],
    details: [
      'MEMBER is an id or an e-mail address; ROLE is admin, operator, reviewer or viewer.',
      operatorTokenNote,
      'Exit code 1: no such member, the last active admin, or somebody changed the member meanwhile.',
    ],
    operatorToken: true,
    async call(client, args) {
      const role = readRole(args.argument('ROLE'));
      const { user_id: id, revision } = await findMember(client, args.argument('MEMBER'));
      return client.members.update({ id, body: { role }, ifMatch: revision });
    },
    render: renderMember,
  }),
  operationCommand({
    name: 'member status',
    summary: 'Disable a member, or make them active again',
    usage: ['member status MEMBER active|disabled [--json]'],
    arguments: ['MEMBER', 'active|disabled'],
    details: [
      'MEMBER is an id or an e-mail address. A disabled member is signed out, loses their API keys and owns no agent any more. Making them active again brings back the role alone.',
      operatorTokenNote,
      'Exit code 1: no such member, the last active admin, or somebody changed the member meanwhile.',
    ],
    operatorToken: true,
    async call(client, args) {
      const status = readStatus(args.argument('active|disabled'));
      const { user_id: id, revision } = await findMember(client, args.argument('MEMBER'));
      return client.members.update({ id, body: { status }, ifMatch: revision });
    },
    render: renderMember,
  }),
  removalCommand({
    name: 'member remove',
    summary: 'Remove a member. Agents that only they owned become orphaned',
    usage: ['member remove MEMBER [--json]'],
    arguments: ['MEMBER'],
    details: [
      'MEMBER is an id or an e-mail address. They are signed out and lose their API keys at once.',
      operatorTokenNote,
      'Exit code 1: no such member, or the last active admin.',
    ],
    operatorToken: true,
    async remove(client, args) {
      const { user_id: id, email } = await findMember(client, args.argument('MEMBER'));
      await client.members.remove({ id });
      return `member ${email}`;
    },
  }),
  listCommand({
    name: 'member invitations',
    summary: 'List invitations, newest first',
    usage: ['member invitations [-n N] [--json]'],
    pages: (client) => (page) => client.invitations.list(page),
    render: async () => (await render()).renderInvitationList,
    none: 'Nobody was invited yet.',
  }),
  removalCommand({
    name: 'member revoke-invitation',
    summary: 'Revoke an invitation that was not accepted yet',
    usage: ['member revoke-invitation ID [--json]'],
    arguments: ['ID'],
    details: [operatorTokenNote, 'Exit code 1: no such invitation, or it was accepted. Remove the member instead.'],
    operatorToken: true,
    async remove(client, args) {
      const id = args.argument('ID');
      await client.invitations.revoke({ id });
      return `invitation ${id}`;
    },
  }),
];

export const personCommands: readonly Command[] = [
  listCommand({
    name: 'person list',
    summary: 'List everybody who can sign in, in all organisations',
    usage: ['person list [-n N] [--json]'],
    details: [deploymentToken],
    operatorToken: true,
    pages: (client) => (page) => client.people.list(page),
    render: async () => (await render()).renderPersonList,
    none: 'Nobody has an account yet.',
  }),
  operationCommand({
    name: 'person status',
    summary: 'Disable a person in every organisation, or make them active again',
    usage: ['person status PERSON active|disabled [--json]'],
    arguments: ['PERSON', 'active|disabled'],
    details: [
      `PERSON is an id or an e-mail address. ${deploymentToken} An admin disables a member of their own organisation with \`assay member status\`.`,
      'Exit code 1: no such person, or somebody changed them meanwhile.',
    ],
    operatorToken: true,
    async call(client, args) {
      const status = readStatus(args.argument('active|disabled'));
      const { id, revision } = await findPerson(client, args.argument('PERSON'));
      return client.people.update({ id, body: { status }, ifMatch: revision });
    },
    render: async () => (await render()).renderPerson,
  }),
  operationCommand({
    name: 'person reset-password',
    summary: 'Give a person a temporary password, shown once',
    usage: ['person reset-password PERSON [--json]'],
    arguments: ['PERSON'],
    details: [
      `PERSON is an id or an e-mail address. All their sessions end. ${deploymentToken}`,
      'Exit code 1: no such person.',
    ],
    operatorToken: true,
    async call(client, args) {
      const { id } = await findPerson(client, args.argument('PERSON'));
      return client.people.resetPassword({ id });
    },
    render: async () => (await render()).renderResetPassword,
  }),
];
