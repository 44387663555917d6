/** `assay policy replay ID|FILE`: decides stored Evidence of a period again, with a candidate in place. */
import type { Client, Policy } from '@assay/client';
import { writeAnswer } from '../answer.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { readNumber } from '../control-options.ts';
import { findPolicy } from '../find-policy.ts';
import { readMoment } from '../moment.ts';
import { clientCommand } from '../operation-command.ts';
import { type ParsedArguments, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { looksLikeFile, nameOfFile, readPolicyFile } from '../policy-file.ts';

export const policyReplay = clientCommand({
  name: 'policy replay',
  summary: 'Decide stored Evidence of a period again, with a candidate in place of a policy',
  usage: [
    'policy replay ID --from TIME [--to TIME] [--version N] [--workspace ID] [--agent ID] [--fail-on-change] [--json]',
    'policy replay FILE --from TIME [--as ID] …',
  ],
  arguments: 'any',
  options: {
    from: { type: 'string', value: 'TIME', description: 'Begin: a time, or a span such as 24h or 7d before now' },
    to: { type: 'string', value: 'TIME', description: 'End; now if absent' },
    workspace: { type: 'string', value: 'ID', description: 'Only Evidence of this workspace' },
    agent: { type: 'string', value: 'ID', description: 'Only Evidence of this agent' },
    as: {
      type: 'string',
      value: 'ID',
      description: 'With FILE: the policy that it replaces in the replay; the policy with its name if absent',
    },
    version: { type: 'string', value: 'N', description: 'With ID: replay this version; the newest if absent' },
    limit: {
      type: 'string',
      short: 'n',
      value: 'N',
      description: 'Read at most N Evidence, oldest first; 100000 if absent',
    },
    'fail-on-change': { type: 'boolean', description: 'Exit code 1 if any decision or obligation would change' },
  },
  details: [
    'The candidate takes the place of its policy; everything else is as it is in force now. Past decisions stay as they are, and no text is needed: Evidence holds the claims.',
    'Ctrl-C ends the replay at the verifier too.',
    'Exit code 0: the replay is done. 1: the candidate does not hold; with --fail-on-change also if something would change.',
    'assay policy replay guard.cedar --from 7d --fail-on-change',
  ],
  stopsItself: true,
  // The verifier first checks the candidate at every scope of the policy.
  timeoutMs: 2 * 60_000,
  async run(client, args, io) {
    const [typed = ''] = requirePositionals(args.positionals, ['ID|FILE']);
    const period = readPeriod(args, io.clock.now());
    const { tellingProblems } = await import('../policy-refusal.ts');
    const { policy, file, text, name, body } = await readCandidate(client, args, io, typed);
    return tellingProblems(io, { file, text, records: [policy.name] }, () =>
      replay(client, args, io, { policy, name, body: { ...period, ...body } }),
    );
  },
});

function readPeriod(args: ParsedArguments, now: number) {
  const [from, to, limit] = [args.text('from'), args.text('to'), args.text('limit')];
  if (from === undefined) throw new UsageError('--from is missing: a time, or a span such as 24h.');
  return {
    from: readMoment('from', from, { now, direction: 'ago' }),
    to: to === undefined ? new Date(now).toISOString() : readMoment('to', to, { now, direction: 'ago' }),
    workspace_id: args.text('workspace'),
    agent_id: args.text('agent'),
    limit: limit === undefined ? undefined : parseWholeNumber('limit', limit, [1, 1_000_000]),
  };
}

interface Candidate {
  readonly policy: Policy;
  readonly file: string;
  /** Text that problems refer to. */
  readonly text: string;
  /** Name of the result. */
  readonly name: string;
  readonly body: { readonly version?: number; readonly text?: string };
}

async function readCandidate(client: Client, args: ParsedArguments, io: CommandIo, typed: string): Promise<Candidate> {
  const [version, as] = [readNumber(args, 'version'), args.text('as')];
  if (!looksLikeFile(typed)) {
    if (as !== undefined) throw new UsageError('--as goes with a file. For a file in this folder, write ./FILE.');
    const policy = await findPolicy(client, typed);
    const wanted = version ?? policy.version;
    const text = wanted === policy.version ? policy.text : '';
    const name = `${policy.name} version ${wanted}`;
    return { policy, file: `policy ${policy.name}`, text, name, body: { version: wanted } };
  }
  if (version !== undefined) throw new UsageError('--version is for a saved policy, not for a file.');
  const { file, text } = await readPolicyFile(io, typed);
  const id = as ?? nameOfFile(typed);
  if (id === undefined) throw new UsageError('Name the policy that the file replaces: --as ID.');
  const policy = await findPolicy(client, id);
  return { policy, file, text, name: `${file} in place of ${policy.name}`, body: { text } };
}

type Period = ReturnType<typeof readPeriod>;

async function replay(
  client: Client,
  args: ParsedArguments,
  io: CommandIo,
  { policy, name, body }: Pick<Candidate, 'policy' | 'name'> & { readonly body: Period & Candidate['body'] },
): Promise<number> {
  const { runReplay } = await import('../run-replay.ts');
  const { countChanges, renderReplay } = await import('../render/replay.ts');
  const ended = await runReplay(client, args, io, { id: policy.id, body });
  writeAnswer(io, args, ended, (shown, style) => renderReplay(shown, name, style));
  if (ended.status !== 'done' || ended.result === null) {
    io.stderr.write(`The replay was ${ended.status === 'cancelled' ? 'cancelled' : 'not finished'} by the verifier.\n`);
    return exitCodes.unreachable;
  }
  return args.flag('fail-on-change') && countChanges(ended.result) !== 0 ? exitCodes.no : exitCodes.ok;
}
