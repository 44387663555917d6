#!/usr/bin/env node
// Runs the CLI from its TypeScript sources, as no build stands before it: node with tsx and the condition `assay-source`.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const loader = import.meta.resolve('tsx');
const flags = ['--conditions=assay-source', '--import', loader];
const child = spawn(process.execPath, [...process.execArgv, ...flags, main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});

// A terminal sends Ctrl-C to both processes, other senders name only this one: the program takes two at once for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal));

child.on('error', (error) => {
  process.stderr.write(`assay could not start: ${error.message}\n`);
  process.exitCode = 70;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
