/** `assay auditor new NAME`: a working auditor with its tests, from the template. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import sdkManifest from '../../../sdk/package.json' with { type: 'json' };
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';

const options = {
  dir: { type: 'string', value: 'DIR', description: 'Folder to make; ./NAME if absent' },
  sdk: {
    type: 'string',
    value: 'SPEC',
    description:
      'Version or file: path of @assay/sdk to depend on; if absent the SDK of this repository, else its version',
  },
} as const;

const sdkFolder = fileURLToPath(new URL('../../../sdk/', import.meta.url));

export const auditorNew: Command = {
  name: 'auditor new',
  summary: 'Make a new auditor: source, tests, package, Dockerfile',
  usage: ['auditor new NAME [--dir DIR] [--sdk SPEC]'],
  options,
  details: [
    'NAME is lower-case words joined by hyphens. The folder must be empty or not there yet: nothing is overwritten.',
  ],
  async run({ args, stdout }) {
    const parsed = parseOptions(options, args);
    const [name = ''] = requirePositionals(parsed.positionals, ['NAME']);
    const { assertAuditorName, makeAuditorFiles } = await import('../new-auditor.ts');
    assertAuditorName(name);
    const folder = resolve(parsed.text('dir') ?? name);
    const files = await makeAuditorFiles({ name, sdk: parsed.text('sdk') ?? defaultSdk(folder) });
    await assertEmpty(folder);
    await mkdir(folder, { recursive: true });
    for (const { path, text } of files) await writeFile(join(folder, path), text, { flag: 'wx' });
    stdout.write(`Made ${folder}\n${files.map(({ path }) => `  ${path}\n`).join('')}\n`);
    stdout.write(`Next:\n  cd ${parsed.text('dir') ?? name}\n  npm install && npm test\n  npm start\n`);
    return exitCodes.ok;
  },
};

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new UsageError(`${folder} is not empty. Choose another folder with --dir DIR.`);
}

/** Gives the SDK beside this CLI as an npm path from the new folder. A bundled CLI has none, and names the published one. */
function defaultSdk(folder: string): string {
  if (!existsSync(join(sdkFolder, 'package.json'))) return `^${sdkManifest.version}`;
  return `file:${relative(folder, sdkFolder).split(sep).join('/')}`;
}
