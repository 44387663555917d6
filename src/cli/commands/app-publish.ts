/** `assay app publish FILE`: adds an app of the organisation's own, or a version of it. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const appPublish: Command = {
  name: 'app publish',
  summary: 'Add an app to the catalog of your organisation, or a new version of it',
  usage: ['app publish FILE [--json]'],
  options,
  details: [
    'FILE is an entry as JSON, or a server.json of the public MCP registry; - is standard input. A version never changes: publishing the very same again changes nothing, another text under its number is refused.',
    operatorTokenNote,
    'Exit code 1: refused, for example because the name can be mistaken for that of another app.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const { readJsonFile } = await import('../json-file.ts');
    const { toEntry } = await import('../server-json.ts');
    const { connectApps } = await import('../remote-apps.ts');
    const { renderApp } = await import('../render/apps.ts');
    const entry = toEntry(await readJsonFile(io, file));
    const apps = connectApps(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await apps.publish(entry), renderApp);
  },
};
