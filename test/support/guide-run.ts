/** Runs the commands of a page as they stand there: in a home of their own, against services that were started for it. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Client } from '@assay/client';
import { expect } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { operatorClient } from './client.ts';
import { root } from './doc-pages.ts';
import { beginCommand, type GuideProcess } from './guide-process.ts';

/** A command that hangs ends here, with what it printed. */
const hangMs = 240_000;

export interface Ended {
  readonly code: number;
  /** Both outputs. */
  readonly output: string;
}

export interface GuideHome {
  readonly folder: string;
  readonly dataDir: string;
  /** What stands on the page, and what stands for it here: ids, addresses. */
  readonly values: Map<string, string>;
  /** Variables of the shell that runs the commands. */
  readonly env: Record<string, string>;
  readonly services: () => RunningServices;
  /** The operator's client of the verifier. */
  readonly client: () => Promise<Client>;
  /** Runs a command of the page. */
  readonly run: (command: string) => Promise<Ended>;
  /** Starts a command of the page that goes on, and waits until it printed this. It is stopped with the home. */
  readonly begin: (command: string, prints: RegExp) => Promise<GuideProcess>;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Waits until all Evidence has reached the verifier. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Starts the services again, on the same data. */
  readonly start: () => Promise<void>;
  /** Stops everything and removes the folder. */
  readonly close: () => Promise<void>;
}

/** Starts every service, with a home that has `npx assay` and the folders of the repository that commands name. */
export async function openGuideHome(settings: Readonly<Record<string, string>> = {}): Promise<GuideHome> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-guide-'));
  const dataDir = join(folder, '.assay');
  const values = new Map<string, string>();
  const env: Record<string, string> = {
    PATH: [await makePrograms(folder), process.env['PATH']].join(delimiter),
    HOME: folder,
    ASSAY_DATA_DIR: dataDir,
  };
  const begun: GuideProcess[] = [];
  let running: RunningServices | undefined;
  const services = () => {
    if (running === undefined) throw new Error('the services are stopped');
    return running;
  };
  const start = async () => {
    const quiet = { ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent', VERIFIER_PASSPORT_RENEW_MS: '0' };
    running = await startServices({ env: { ...toFreePorts(), ...quiet, ...settings } });
    nameAddresses(running.urls, env, values);
  };
  const stop = async () => {
    await running?.close();
    running = undefined;
  };
  const close = async () => {
    for (const one of begun.splice(0).reverse()) await one.stop();
    await stop();
    await rm(folder, { recursive: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    folder,
    dataDir,
    values,
    env,
    services,
    client: () => operatorClient(services().urls['verifier'], dataDir),
    run: (command) => runToEnd(replaceAll(command, values), folder, env),
    async begin(command, prints) {
      const one = await beginCommand(replaceAll(command, values), prints, { cwd: folder, env: { ...env } });
      begun.push(one);
      return one;
    },
    write: (file, text) => writeFile(join(folder, file), text),
    flush: () => services().flush(AbortSignal.timeout(60_000)),
    stop,
    start,
    close,
  };
}

/** `npx assay` and `assay` are this program: the repository is not installed in the folder. */
async function makePrograms(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const assay = `exec '${process.execPath}' '${join(root, 'bin/assay.mjs')}' "$@"\n`;
  const programs = { assay: `#!/bin/sh\n${assay}`, npx: `#!/bin/sh\nshift\n${assay}` };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  for (const name of ['examples', 'detection', 'src', 'sdk', 'node_modules', 'package.json', 'tsconfig.json']) {
    await symlink(join(root, name), join(folder, name));
  }
  return bin;
}

/** Pages name the usual ports; the services here have free ones. */
function nameAddresses(
  urls: Readonly<Record<string, string>>,
  env: Record<string, string>,
  values: Map<string, string>,
): void {
  const usual = { gateway: 8300, verifier: 8200, 'mcp-gateway': 8100, attestor: 8400 };
  for (const [name, port] of Object.entries(usual)) {
    const url = urls[name];
    if (url === undefined) continue;
    values.set(`127.0.0.1:${port}`, new URL(url).host);
    env[`ASSAY_${name.toUpperCase().replaceAll('-', '_')}_URL`] = url;
  }
  const { verifier, gateway } = urls;
  if (verifier !== undefined) {
    values.set('https://assay.example', verifier);
    env['VERIFIER'] = verifier;
  }
  if (gateway !== undefined) env['GATEWAY'] = gateway;
}

/** Longer names first, as one may begin with another. */
function replaceAll(command: string, values: ReadonlyMap<string, string>): string {
  return [...values]
    .sort(([one], [other]) => other.length - one.length)
    .reduce((text, [name, value]) => text.replaceAll(name, value), command);
}

function runToEnd(shell: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', shell], { cwd, env, timeout: hangMs }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

export interface Step {
  /** How the command on the page starts. */
  readonly command: string;
  /** What it prints, loosely. */
  readonly prints?: RegExp;
  /** 0 if absent. */
  readonly exit?: number;
  /** Makes what the page takes for granted here. */
  readonly before?: (home: GuideHome) => Promise<void>;
  /** Takes values from the output: what later commands name, and a pattern with one group. */
  readonly takes?: Readonly<Record<string, RegExp>>;
  /** It goes on until it is stopped: the next step begins once it printed `prints`. */
  readonly goesOn?: true;
  /** What the test adds to the command, such as a free port. */
  readonly adds?: string;
  /** Acts or looks while a command goes on, or after it. */
  readonly after?: (home: GuideHome, output: () => string) => Promise<void>;
  /** Why a test cannot run this command, and which test has it instead. */
  readonly notRun?: string;
}

export interface Story {
  /** Name of the file in `docs/guides`, without its ending. */
  readonly page: string;
  /** Settings of the services. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Every command of the page, in its order. */
  readonly steps: readonly Step[];
}

/** Runs the commands of a page. Fails for a command without a step, and for a step without a command. */
export async function runStory(
  { steps }: Pick<Story, 'steps'>,
  commands: readonly string[],
  home: GuideHome,
): Promise<void> {
  for (const [at, command] of commands.entries()) {
    const step = steps[at];
    if (step === undefined || !command.startsWith(step.command)) {
      throw new Error(`the story has "${step?.command ?? 'no further step'}" where the page has: ${command}`);
    }
    if (step.notRun === undefined) await runStep(step, command, home);
  }
  expect(steps.slice(commands.length).map(({ command }) => command)).toEqual([]);
}

async function runStep(step: Step, command: string, home: GuideHome): Promise<void> {
  await step.before?.(home);
  const output = await runCommand(step, `${command}${step.adds ?? ''}`, home);
  for (const [name, pattern] of Object.entries(step.takes ?? {})) {
    const value = pattern.exec(output())?.[1];
    if (value === undefined) throw new Error(`no ${name} in the output of ${command}:\n${output()}`);
    // A variable of the shell; everything else is replaced in the commands.
    if (name.startsWith('$')) home.env[name.slice(1)] = value;
    else home.values.set(name, value);
  }
  await step.after?.(home, output);
}

/** @returns what it printed until now */
async function runCommand({ prints = /(?:)/, ...step }: Step, command: string, home: GuideHome): Promise<() => string> {
  if (step.goesOn === true) return (await home.begin(command, prints)).output;
  const { code, output } = await home.run(command);
  // One run names every command that does something else.
  expect.soft(output, command).toMatch(prints);
  expect.soft(code, `${command}\n${output}`).toBe(step.exit ?? 0);
  return () => output;
}

/** Gives the first block of a page that has this text in it. @param page path from the root */
export async function blockOf(page: string, text: string): Promise<string> {
  const whole = await readFile(join(root, page), 'utf8');
  const blocks = [...whole.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`${page} has no block with "${text}"`);
  return found;
}
