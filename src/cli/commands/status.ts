/** `assay status`: what runs on the data folder, and whether it is ready. */
import { resolve } from 'node:path';
import type { RunningProcess } from '../../platform/process-record.ts';
import { toPlainText } from '../../proof/report.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { createStyle, type Style } from '../render/style.ts';

const options = { json: { type: 'boolean', description: 'Print JSON' } } as const;
const answerWithinMs = 5_000;
const maxProblemChars = 500;

interface ServiceState {
  readonly name: string;
  readonly url: string;
  readonly ready: boolean;
  readonly problems: readonly string[];
}

export const status: Command = {
  name: 'status',
  summary: 'Show what runs on the data folder, and whether it is ready',
  usage: ['status [--json]'],
  options,
  details: [
    'It finds the processes by their files in the data folder (ASSAY_DATA_DIR, else .assay), and asks each service for its health.',
    'Exit code 0: it runs and is ready. 1: nothing runs, or something is not ready.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const folder = resolve(io.env['ASSAY_DATA_DIR'] || '.assay');
    const { listProcesses } = await import('../../platform/process-record.ts');
    const running = await Promise.all(
      (await listProcesses(folder)).map(async (one) => ({ one, states: await ask(one) })),
    );
    const isReady = running.length > 0 && running.every(({ states }) => states.every(({ ready }) => ready));
    if (args.flag('json')) io.stdout.write(`${JSON.stringify(toJson(folder, running), undefined, 2)}\n`);
    else io.stdout.write(render(folder, running, createStyle(io.color)));
    return isReady ? exitCodes.ok : exitCodes.no;
  },
};

interface Shown {
  readonly one: RunningProcess;
  readonly states: readonly ServiceState[];
}

function ask({ urls }: RunningProcess): Promise<ServiceState[]> {
  return Promise.all(Object.entries(urls).map(([name, url]) => askOne(name, url)));
}

async function askOne(name: string, url: string): Promise<ServiceState> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'error' });
    const { ready, problems } = Object(await answer.json());
    return {
      name,
      url,
      ready: answer.ok && ready === true,
      problems: Array.isArray(problems) ? problems.map(String) : [],
    };
  } catch {
    // Whatever the reason, people have to look at the log.
    return { name, url, ready: false, problems: ['it does not answer'] };
  }
}

function toJson(folder: string, running: readonly Shown[]) {
  const processes = running.map(({ one: { pid, version, ready_at_ms: ms }, states }) => ({
    pid,
    version,
    since: new Date(ms).toISOString(),
    services: states,
  }));
  return { folder, processes };
}

function render(folder: string, running: readonly Shown[], style: Style): string {
  if (running.length === 0) return `No Assay runs on ${folder}. assay start starts it.\n`;
  return running
    .map(({ one, states }) => {
      const since = new Date(one.ready_at_ms).toISOString();
      return [
        `Assay ${one.version} runs (process ${one.pid}, since ${since}, folder ${folder})`,
        ...states.flatMap((state) => renderState(state, style)),
        '',
      ].join('\n');
    })
    .join('\n');
}

function renderState({ name, url, ready, problems }: ServiceState, style: Style): string[] {
  const word = ready ? style.green('ready') : style.red('not ready');
  const shown = problems.map((problem) => `    ${style.yellow('problem')}: ${toPlainText(problem, maxProblemChars)}`);
  return [`  ${name.padEnd(14)} ${url.padEnd(24)} ${word}`, ...shown];
}
