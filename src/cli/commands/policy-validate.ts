/** `assay policy validate FILE`: checks a policy at a scope without keeping it, and tells what is wrong as a compiler does. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, readNumber, readOptionalScope, scopeOptions } from '../control-options.ts';
import { type ParsedArguments, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { looksLikeFile, readPolicyFile } from '../policy-file.ts';
import type { ProblemSource } from '../render/policy-problems.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';
import type { Validation } from '../wire-policies.ts';

const options = {
  ...scopeOptions,
  as: { type: 'string', value: 'ID', description: 'Check FILE in place of this policy, in its scope' },
  version: { type: 'string', value: 'N', description: 'With ID: this version; the newest if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

interface Checked {
  readonly answer: Validation;
  readonly source: ProblemSource;
}

export const policyValidate: Command = {
  name: 'policy validate',
  summary: 'Check a policy at a scope, without keeping it',
  usage: [
    'policy validate FILE [--org | --workspace ID | --agent ID] [--json]',
    'policy validate FILE --as ID [--json]',
    'policy validate ID [--version N] [--json]',
  ],
  options,
  details: [
    'FILE holds Cedar policies; - is standard input. Without a place it is checked for the whole organisation: over the chain of every workspace and agent that it would hold in.',
    'Exit code 0: it can be activated there, perhaps with warnings. 1: it cannot.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [typed = ''] = requirePositionals(args.positionals, ['FILE']);
    const { answer, source } = await (looksLikeFile(typed) ? checkFile : checkRecord)(io, args, typed);
    const isGood = answer.valid && answer.can_activate;
    if (args.flag('json')) io.stdout.write(toJsonText(answer));
    else await tell(io, { answer, source });
    return isGood ? exitCodes.ok : exitCodes.no;
  },
};

async function checkFile(io: CommandIo, args: ParsedArguments, path: string): Promise<Checked> {
  const named = readOptionalScope(args);
  const as = args.text('as');
  if (as !== undefined && named !== undefined) throw new UsageError('--as names the place already.');
  if (args.text('version') !== undefined)
    throw new UsageError('--version is for a policy that is kept, not for a file.');
  const { file, text } = await readPolicyFile(io, path);
  const { connectPolicies } = await import('../remote-policies.ts');
  const policies = connectPolicies(io, args);
  if (as !== undefined) {
    const { id, name } = await policies.find(as);
    return { answer: await policies.validateRecord(id, { text }), source: { file, text, records: [name] } };
  }
  const scope = await policies.resolve(named ?? { level: 'org', id: undefined });
  return { answer: await policies.validate(scope, text), source: { file, text, records: ['candidate'] } };
}

async function checkRecord(io: CommandIo, args: ParsedArguments, id: string): Promise<Checked> {
  if (readOptionalScope(args) !== undefined || args.text('as') !== undefined) {
    throw new UsageError('A policy that is kept is checked where it stands; for a file write ./FILE.');
  }
  const { connectPolicies } = await import('../remote-policies.ts');
  const policies = connectPolicies(io, args);
  const policy = await policies.find(id);
  const version = readNumber(args, 'version') ?? policy.version;
  const { text } = version === policy.version ? policy : await policies.version(policy, version);
  const source = { file: `policy ${policy.name}`, text, records: [policy.name] };
  return { answer: await policies.validateRecord(policy.id, { version }), source };
}

async function tell(io: CommandIo, { answer, source }: Checked): Promise<void> {
  const { countProblems, renderProblems } = await import('../render/policy-problems.ts');
  const { renderValidation } = await import('../render/policy.ts');
  const errorStyle = createStyle(io.color && io.stderr.isTTY === true);
  io.stderr.write(renderProblems(answer.problems, source, errorStyle));
  const isGood = answer.valid && answer.can_activate;
  if (isGood) io.stdout.write(renderValidation(answer, source.file, createStyle(io.color)));
  else {
    const what = answer.valid ? 'is sound alone, but does not hold with what is in force' : 'cannot be activated';
    const counted = countProblems(answer.problems);
    io.stderr.write(`${errorStyle.red('error')}: ${source.file} ${what}${counted === '' ? '' : `: ${counted}`}.\n`);
  }
}
