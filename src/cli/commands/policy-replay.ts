/** `assay policy replay ID|FILE`: decides stored evidence of a period again, with a candidate in place. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, present, readNumber } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { type ParsedArguments, parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { looksLikeFile, nameOfFile, readPolicyFile } from '../policy-file.ts';
import type { PolicyCaller } from '../remote-policies.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';
import type { Policy } from '../wire-policies.ts';

const options = {
  from: { type: 'string', value: 'TIME', description: 'Begin: a time, or a span such as 24h or 7d before now' },
  to: { type: 'string', value: 'TIME', description: 'End; now if absent' },
  workspace: { type: 'string', value: 'ID', description: 'Only evidence of this workspace' },
  agent: { type: 'string', value: 'ID', description: 'Only evidence of this agent' },
  as: {
    type: 'string',
    value: 'ID',
    description: 'With FILE: the policy that it stands in for; the one of its name if absent',
  },
  version: { type: 'string', value: 'N', description: 'With ID: this version; the newest if absent' },
  limit: {
    type: 'string',
    short: 'n',
    value: 'N',
    description: 'Most evidence to look at, oldest first; 100000 if absent',
  },
  'fail-on-change': { type: 'boolean', description: 'Exit code 1 when any decision or obligation would be another' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyReplay: Command = {
  name: 'policy replay',
  summary: 'Decide stored evidence of a period again, with a candidate in place',
  usage: [
    'policy replay ID --from TIME [--to TIME] [--version N] [--workspace ID] [--agent ID] [--fail-on-change] [--json]',
    'policy replay FILE --from TIME [--as ID] …',
  ],
  options,
  details: [
    'The candidate takes the place of its policy; everything else is as it is in force now. Nothing is decided anew for anybody, and no text is needed: evidence holds the claims.',
    'Ctrl-C ends the replay at the verifier too.',
    'Exit code 0: done, whatever it found. 1: the candidate does not hold; with --fail-on-change also when something would change.',
    'assay policy replay guard.cedar --from 7d --fail-on-change',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [typed = ''] = requirePositionals(args.positionals, ['ID|FILE']);
    const period = readPeriod(args, io.clock.now());
    const { connectPolicies } = await import('../remote-policies.ts');
    const { tellingProblems } = await import('../policy-refusal.ts');
    const policies = connectPolicies(io, args);
    const candidate = await readCandidate(io, args, { typed, policies });
    const { policy, file, text, name, body } = candidate;
    return tellingProblems(io, { file, text, records: [policy.name] }, () =>
      replay(io, args, { policies, policy, name, body: { ...period, ...body } }),
    );
  },
};

function readPeriod(args: ParsedArguments, now: number): Readonly<Record<string, unknown>> {
  const [from, to, limit] = [args.text('from'), args.text('to'), args.text('limit')];
  if (from === undefined) throw new UsageError('--from is missing: a time, or a span such as 24h.');
  return {
    from: readMoment('from', from, { now, direction: 'ago' }),
    to: to === undefined ? new Date(now).toISOString() : readMoment('to', to, { now, direction: 'ago' }),
    ...present('workspace_id', args.text('workspace')),
    ...present('agent_id', args.text('agent')),
    ...present('limit', limit === undefined ? undefined : parseWholeNumber('limit', limit, [1, 1_000_000])),
  };
}

interface Candidate {
  readonly policy: Policy;
  readonly file: string;
  /** Text that problems refer to. */
  readonly text: string;
  /** Name of the result. */
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function readCandidate(
  io: CommandIo,
  args: ParsedArguments,
  { typed, policies }: { readonly typed: string; readonly policies: PolicyCaller },
): Promise<Candidate> {
  const [version, as] = [readNumber(args, 'version'), args.text('as')];
  if (!looksLikeFile(typed)) {
    if (as !== undefined) throw new UsageError('--as goes with a file; write ./FILE for one in this folder.');
    const policy = await policies.find(typed);
    const wanted = version ?? policy.version;
    const text = wanted === policy.version ? policy.text : '';
    const name = `${policy.name} version ${wanted}`;
    return { policy, file: `policy ${policy.name}`, text, name, body: { version: wanted } };
  }
  if (version !== undefined) throw new UsageError('--version is for a policy that is kept, not for a file.');
  const { file, text } = await readPolicyFile(io, typed);
  const id = as ?? nameOfFile(typed);
  if (id === undefined) throw new UsageError('Say with --as ID which policy the file stands in for.');
  const policy = await policies.find(id);
  return { policy, file, text, name: `${file} in place of ${policy.name}`, body: { text } };
}

async function replay(
  io: CommandIo,
  args: ParsedArguments,
  { policies, policy, name, body }: Pick<Candidate, 'policy' | 'name' | 'body'> & { readonly policies: PolicyCaller },
): Promise<number> {
  const { runReplay } = await import('../run-replay.ts');
  const { countChanges, renderReplay } = await import('../render/replay.ts');
  const ended = await runReplay(io, args, { policies, policyId: policy.id, body });
  if (args.flag('json')) io.stdout.write(toJsonText(ended));
  else io.stdout.write(renderReplay(ended, name, createStyle(io.color)));
  if (ended.status !== 'done' || ended.result === null) {
    io.stderr.write(`The replay was ${ended.status === 'cancelled' ? 'cancelled' : 'not finished'} by the verifier.\n`);
    return exitCodes.unreachable;
  }
  return args.flag('fail-on-change') && countChanges(ended.result) > 0 ? exitCodes.no : exitCodes.ok;
}
