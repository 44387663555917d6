/** `assay person status PERSON active|disabled`: shuts a person out of every organisation, or ends that. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { readMemberStatus } from '../member-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const personStatus: Command = {
  name: 'person status',
  summary: 'Disable a person in every organisation, or make them active again',
  usage: ['person status PERSON active|disabled [--json]'],
  options,
  details: [
    'PERSON is an id or an e-mail address. Needs the operator token of the deployment; an admin disables a member of their own organisation with `assay member status`.',
    'Exit code 1: no such person, or somebody changed them meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', text = ''] = requirePositionals(args.positionals, ['PERSON', 'active|disabled']);
    const status = readMemberStatus(text);
    const { connectService } = await import('../service.ts');
    const { changePerson, findPerson } = await import('../remote-members.ts');
    const { renderPerson } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const changed = await changePerson(service, await findPerson(service, named), status);
    return writeAnswer(io, args, changed, renderPerson);
  },
};
