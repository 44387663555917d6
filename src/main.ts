/** `npm start`: runs the chosen services in one process, until a signal stops it. */
import { parseArgs } from 'node:util';
import { isAppError } from './platform/errors.ts';
import { watchParent } from './platform/parent-watch.ts';
import { runServices, serviceNames } from './services.ts';

const usage = `Usage: npm start -- [--only NAME[,NAME…]]
Starts every service in one process on loopback, or those named: ${serviceNames.join(', ')}, auditors.
Settings are environment variables; docs/configuration.md lists them.
`;

function everySecond(call: () => void): () => void {
  const timer = setInterval(call, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const only = values.only?.flatMap((names) => names.split(',').map((name) => name.trim()));
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    watchParent({ env: process.env, parentId: () => process.ppid, repeat: everySecond }, resolve);
  });
  await runServices({
    env: process.env,
    report: (message) => process.stderr.write(`${message}\n`),
    stdout: process.stdout,
    stopped,
    ...(only === undefined ? {} : { only }),
  });
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const text = isAppError(error)
      ? error.publicText
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    process.stderr.write(`assay could not start: ${text}\n`);
    process.exit(1);
  },
);
