/** `assay settings set AUDITOR NAME VALUE`: sets one value at a scope, read by the type that the auditor declares. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import {
  jsonOption,
  operatorTokenNote,
  readNumber,
  readScope,
  revisionOption,
  scopeOptions,
} from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...scopeOptions,
  enforced: { type: 'boolean', description: 'Nobody further in can change it' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const settingsSet: Command = {
  name: 'settings set',
  summary: 'Set a value of an auditor for an organisation, a workspace or an agent',
  usage: ['settings set AUDITOR NAME VALUE... --org | --workspace ID | --agent ID [--enforced] [--json]'],
  options,
  details: [
    'NAME is KEY for the auditor itself and CLAIM.KEY for a claim; a KEY is enough where only one setting has it, or all that have it are one parameter, such as threshold of injection. A list is given by commas, or as several values; "" is the empty list. What begins with a dash stands behind --.',
    operatorTokenNote,
    'Exit code 1: the value does not fit, a scope further out enforces another one, or somebody changed the settings meanwhile.',
    'assay settings set injection injection_risk.threshold 0.9 --workspace support',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [auditor, typedName, ...values] = args.positionals;
    if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
    if (typedName === undefined) throw new UsageError('NAME is missing.');
    if (values.length === 0) throw new UsageError('VALUE is missing.');
    const named = readScope(args);
    const revision = readNumber(args, 'revision');
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { connectSettings } = await import('../remote-settings.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { findDefinition, readValue } = await import('../setting-value.ts');
    const { renderSettings } = await import('../render/settings.ts');
    const caller = named.level === 'org' ? await withOperatorToken(io, args, 'verifier') : io;
    const found = findDefinition(await connectAuditors(caller, args).schema(auditor), typedName);
    const entry = { value: readValue(found, values), ...(args.flag('enforced') ? { enforced: true } : {}) };
    const body = { settings: { [found.name]: entry } };
    const settings = connectSettings(caller, args);
    const scope = await settings.resolve(named);
    // A given revision requires an existing record.
    const before = await (revision === undefined ? settings.find : settings.require)(scope, auditor);
    const enforced = found.names.find((name) => before?.settings[name]?.enforced === true);
    if (enforced !== undefined && !args.flag('enforced')) {
      throw new UsageError(`${enforced} is enforced there: say --enforced, or take it away first with settings unset.`);
    }
    const changed =
      before === undefined
        ? await settings.create({ scope, auditor_id: auditor, ...body })
        : await settings.change('PATCH', atRevision(before, revision), body);
    return writeAnswer(io, args, changed, renderSettings);
  },
};
