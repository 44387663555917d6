/** `assay agent update ID`: changes an agent; observe mode is break-glass, with a reason and an end. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, present, readNumber, revisionOption } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { withOperatorToken } from '../operator-token.ts';
import { type ParsedArguments, parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'TEXT', description: 'Another name' },
  model: { type: 'string', value: 'ID', description: 'Another model; "" for none' },
  'audit-mode': {
    type: 'string',
    value: 'MODE',
    description: 'enforce, or observe: nothing is blocked, all is recorded',
  },
  until: {
    type: 'string',
    value: 'TIME',
    description: 'End of observe mode: a time, a span such as 2h, at most 7 days ahead; or never',
  },
  reason: { type: 'string', value: 'TEXT', description: 'Why it only observes; it is kept and shown' },
  'public-passports': { type: 'string', value: 'WORD', description: 'yes or no: strangers may read its passports' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentUpdate: Command = {
  name: 'agent update',
  summary: 'Change an agent: name, model, audit mode',
  usage: [
    'agent update ID [--name TEXT] [--model ID] [--public-passports yes|no] [--json]',
    'agent update ID --audit-mode observe --reason TEXT --until TIME [--json]',
    'agent update ID --audit-mode enforce [--json]',
  ],
  options,
  details: [
    'An agent that is only known from its evidence is registered by this. Observe mode and public passports need the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.',
    'Exit code 1: refused, or somebody changed the agent meanwhile.',
    "assay agent update billing --audit-mode observe --until 2h --reason 'incident 4711'",
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const body = readBody(args, io.clock.now());
    if (Object.keys(body).length === 0) {
      throw new UsageError('Say what to change: --name, --model, --audit-mode, --public-passports.');
    }
    const { connectAgents } = await import('../remote-scopes.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { renderAgent } = await import('../render/agent.ts');
    const agents = connectAgents(await asWhom(io, args, body), args);
    const basis = atRevision(await agents.get(id), revision);
    writeAnswer(io, args, await agents.change('PATCH', basis, body), renderAgent);
    return exitCodes.ok;
  },
};

function readBody(args: ParsedArguments, now: number): Readonly<Record<string, unknown>> {
  const [model, reason, until] = [args.text('model'), args.text('reason'), args.text('until')];
  const [modeText, publicText] = [args.text('audit-mode'), args.text('public-passports')];
  const mode = modeText === undefined ? undefined : parseChoice('audit-mode', modeText, ['enforce', 'observe']);
  if (mode !== 'observe' && (reason !== undefined || until !== undefined)) {
    throw new UsageError('--reason and --until belong to --audit-mode observe.');
  }
  if (mode === 'observe' && (reason === undefined || until === undefined)) {
    throw new UsageError('--audit-mode observe says why and how long: --reason TEXT --until TIME.');
  }
  const isPublic =
    publicText === undefined ? undefined : parseChoice('public-passports', publicText, ['yes', 'no']) === 'yes';
  return {
    ...present('name', args.text('name')),
    ...(model === undefined ? {} : { model_id: model === '' ? null : model }),
    ...present('audit_mode', mode),
    ...present('audit_mode_reason', reason),
    ...(until === undefined ? {} : { audit_mode_until: toEnd(until, now) }),
    ...present('public_passports', isPublic),
  };
}

function toEnd(text: string, now: number): string | null {
  return text === 'never' ? null : readMoment('until', text, { now, direction: 'ahead' });
}

/** Uses no more rights than the call needs. */
async function asWhom(io: CommandIo, args: ParsedArguments, body: object): Promise<CommandIo> {
  const needsOperator = 'public_passports' in body || ('audit_mode' in body && body.audit_mode === 'observe');
  return needsOperator ? withOperatorToken(io, args, 'verifier') : io;
}
