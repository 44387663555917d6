#!/usr/bin/env node
// Runs the CLI: from a bundle that is made on first use, or from the TypeScript sources where services start or there is no bundle.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assayCli, findBundle } from './cli-bundle.mjs';

const args = process.argv.slice(2);
const startsServices =
  ['start', 'demo'].includes(args[0] ?? '') && !args.some((word) => ['-h', '--help'].includes(word));
const bundle = startsServices ? undefined : await findOrExplain();
if (bundle === undefined) runSources();
else await import(pathToFileURL(bundle).href);

async function findOrExplain() {
  try {
    return await findBundle(assayCli);
  } catch (error) {
    process.stderr.write(`assay starts slowly, as its bundle could not be made: ${error.message}\n`);
    return undefined;
  }
}

function runSources() {
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const loader = import.meta.resolve('tsx');
  const flags = ['--conditions=assay-source', '--import', loader];
  const child = spawn(process.execPath, [...process.execArgv, ...flags, main, ...args], { stdio: 'inherit' });

  // A terminal sends Ctrl-C to both processes, other senders name only this one: the program takes two at once for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal));

  child.on('error', (error) => {
    process.stderr.write(`assay could not start: ${error.message}\n`);
    process.exitCode = 70;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
