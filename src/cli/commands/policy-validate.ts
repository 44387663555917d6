/** `assay policy validate FILE`: checks a policy at a scope without keeping it, and prints problems as a compiler does. */
import type { Client, PolicyValidation } from '@assay/client';
import { type CommandIo, exitCodes } from '../command.ts';
import { readNumber, readOptionalScope, scopeOptions } from '../control-options.ts';
import { findPolicy, findVersion } from '../find-policy.ts';
import { clientCommand } from '../operation-command.ts';
import { type ParsedArguments, requirePositionals, UsageError } from '../options.ts';
import { looksLikeFile, readPolicyFile } from '../policy-file.ts';
import type { ProblemSource } from '../render/policy-problems.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { resolveScope } from '../scope.ts';

interface Checked {
  readonly answer: PolicyValidation;
  readonly source: ProblemSource;
}

export const policyValidate = clientCommand({
  name: 'policy validate',
  summary: 'Check a policy at a scope without saving it',
  usage: [
    'policy validate FILE [--org | --workspace ID | --agent ID] [--json]',
    'policy validate FILE --as ID [--json]',
    'policy validate ID [--version N] [--json]',
  ],
  arguments: 'any',
  options: {
    ...scopeOptions,
    as: { type: 'string', value: 'ID', description: 'Check FILE in place of this policy, in its scope' },
    version: { type: 'string', value: 'N', description: 'With ID: check this version; the newest if absent' },
  },
  details: [
    'FILE holds Cedar policies; - is standard input. Without a scope it is checked for the whole organisation: over the chain of every workspace and agent that it would hold in.',
    'Exit code 0: it can be activated there, perhaps with warnings. 1: it cannot.',
  ],
  // The verifier checks every scope of the policy.
  timeoutMs: 2 * 60_000,
  async run(client, args, io) {
    const [typed = ''] = requirePositionals(args.positionals, ['FILE']);
    const checked = await (looksLikeFile(typed) ? checkFile : checkRecord)(client, args, io, typed);
    if (args.flag('json')) io.stdout.write(toJsonText(checked.answer));
    else await tell(io, checked);
    return isGood(checked.answer) ? exitCodes.ok : exitCodes.no;
  },
});

function isGood({ valid, can_activate: canActivate }: PolicyValidation): boolean {
  return valid === true && canActivate === true;
}

async function checkFile(client: Client, args: ParsedArguments, io: CommandIo, path: string): Promise<Checked> {
  const named = readOptionalScope(args);
  const as = args.text('as');
  if (as !== undefined && named !== undefined) throw new UsageError('--as names the scope already.');
  if (args.text('version') !== undefined) throw new UsageError('--version is for a saved policy, not for a file.');
  const { file, text } = await readPolicyFile(io, path);
  if (as !== undefined) {
    const { id, name } = await findPolicy(client, as);
    return { answer: await client.policies.validate({ id, body: { text } }), source: { file, text, records: [name] } };
  }
  const scope = await resolveScope(client, named ?? { level: 'org', id: undefined });
  const answer = await client.policies.validateText({ body: { scope, text } });
  return { answer, source: { file, text, records: ['candidate'] } };
}

async function checkRecord(client: Client, args: ParsedArguments, _io: CommandIo, id: string): Promise<Checked> {
  if (readOptionalScope(args) !== undefined || args.text('as') !== undefined) {
    throw new UsageError('A saved policy is checked at its own scope. For a file, write ./FILE.');
  }
  const named = readNumber(args, 'version');
  const policy = await findPolicy(client, id);
  const version = named ?? policy.version;
  const { text } = version === policy.version ? policy : await findVersion(client, policy, version);
  const source = { file: `policy ${policy.name}`, text, records: [policy.name] };
  return { answer: await client.policies.validate({ id: policy.id, body: { version } }), source };
}

async function tell(io: CommandIo, { answer, source }: Checked): Promise<void> {
  const { countProblems, renderProblems } = await import('../render/policy-problems.ts');
  const { renderValidation } = await import('../render/policy.ts');
  const errorStyle = createStyle(io.color && io.stderr.isTTY === true);
  io.stderr.write(renderProblems(answer.problems, source, errorStyle));
  if (isGood(answer)) io.stdout.write(renderValidation(answer, source.file, createStyle(io.color)));
  else {
    const what = answer.valid ? 'is sound alone, but does not hold with what is in force' : 'cannot be activated';
    const counted = countProblems(answer.problems);
    io.stderr.write(`${errorStyle.red('error')}: ${source.file} ${what}${counted === '' ? '' : `: ${counted}`}.\n`);
  }
}
