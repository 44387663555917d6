/** Commands over passports that call the verifier, in the order in which help shows them. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { reasonOption } from '../control-options.ts';
import { deliver } from '../deliver.ts';
import { newestOption, readNewestLimit, writeNewest } from '../newest-list.ts';
import { clientCommand, operationCommand } from '../operation-command.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { readPages } from '../page.ts';
import { toJsonText } from '../render/table.ts';
import { saveFile } from '../save.ts';
import { serviceOption } from '../service-address.ts';

const renderStatus = async () => (await import('../render/passport-status.ts')).renderPassportStatus;

const exportOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  cbor: { type: 'boolean', description: 'As CBOR, the compact binary form; needs --output' },
  ...serviceOption('verifier'),
} as const;

export const passportCommands: readonly Command[] = [
  clientCommand({
    name: 'passport list',
    summary: 'List passports, newest first',
    usage: ['passport list [--agent ID] [--latest] [-n N] [--json]'],
    options: {
      agent: { type: 'string', value: 'ID', description: 'Only of this agent' },
      latest: { type: 'boolean', description: 'Only the newest of each agent' },
      ...newestOption,
    },
    async run(client, args, io) {
      const query = { agent_id: args.text('agent'), latest: args.flag('latest') || undefined };
      const listed = await readPages((page) => client.passports.list({ ...query, ...page }), readNewestLimit(args));
      const { renderPassportList: render } = await import('../render/passport.ts');
      const none = 'There is no passport yet. The verifier issues one with the first evidence.';
      return writeNewest(io, args, listed, { render, none });
    },
  }),
  clientCommand({
    name: 'passport show',
    summary: 'Show one passport: status, validity, appraisal',
    usage: ['passport show ID [--jwt | --json]'],
    arguments: ['ID'],
    options: { jwt: { type: 'boolean', description: 'Print the signed passport (compact JWS) and nothing else' } },
    async run(client, args, io) {
      const isSigned = args.flag('jwt');
      if (isSigned && args.flag('json')) throw new UsageError('Choose one of --jwt and --json.');
      const view = await client.passports.get({ id: args.argument('ID') });
      const { renderPassport } = await import('../render/passport.ts');
      // `concat` fails for an absent text; the word undefined is no signed passport.
      return writeAnswer(io, args, view, isSigned ? ({ jwt }) => jwt.concat('\n') : renderPassport);
    },
  }),
  {
    name: 'passport export',
    summary: 'Export a passport with everything that proves it, for offline checks',
    usage: ['passport export ID [-o FILE] [--cbor]'],
    options: exportOptions,
    details: [
      'The bundle holds the passport, its evidence, key attestations and receipts. It holds no prompts and no answers, only their hashes. Check it anywhere with assay verify FILE.',
    ],
    async run(io) {
      const args = parseOptions(exportOptions, io.args);
      const [id = ''] = requirePositionals(args.positionals, ['ID']);
      const [output, isCbor] = [args.text('output'), args.flag('cbor')];
      if (isCbor && output === undefined) throw new UsageError('--cbor needs --output FILE, because CBOR is not text.');
      const { connectClient } = await import('../client.ts');
      const { passports } = await connectClient(io, args, { isDownload: true });
      const accept = isCbor ? 'application/cbor' : 'application/json';
      await deliver(io, await passports.exportBundle({ id }, { accept }), output);
      return exitCodes.ok;
    },
  },
  clientCommand({
    name: 'passport status',
    summary: 'Ask whether a passport is valid, expired, revoked or superseded',
    usage: ['passport status ID [-o FILE] [--json]'],
    arguments: ['ID'],
    options: {
      output: { type: 'string', short: 'o', value: 'FILE', description: 'Save it for assay verify --status FILE' },
    },
    details: [
      'Exit code 0: the passport is valid. 1: it is expired or revoked. The saved file holds a token that the verifier signed. The token is good for five minutes.',
    ],
    async run(client, args, io) {
      const output = args.text('output');
      const status = await client.passports.getStatus({ id: args.argument('ID') });
      if (output !== undefined) await saveFile(output, [new TextEncoder().encode(toJsonText(status))]);
      writeAnswer(io, args, status, await renderStatus());
      if (output !== undefined) io.stderr.write(`Saved. Use it with: assay verify PASSPORT --status ${output}\n`);
      return status.state === 'valid' ? exitCodes.ok : exitCodes.no;
    },
  }),
  operationCommand({
    name: 'passport revoke',
    summary: 'Revoke a passport for good',
    usage: ['passport revoke ID --reason TEXT [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine. A passport that is already revoked keeps its first reason.',
    ],
    operatorToken: true,
    call(client, args) {
      const reason = args.text('reason')?.trim() ?? '';
      if (reason === '') throw new UsageError('--reason TEXT is missing: a revocation states why.');
      return client.passports.revoke({ id: args.argument('ID'), body: { reason } });
    },
    render: renderStatus,
  }),
];
