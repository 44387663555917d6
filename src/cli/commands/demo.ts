/** `assay demo`: four conversations end to end on free ports, in a folder that is gone afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { demoEnvironment } from '../demo/environment.ts';
import { startModelServer } from '../demo/model-server.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { renderDemoIntro } from '../render/demo.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';
import { serviceOption } from '../service-address.ts';

/** Exit code 0 when everything came out as it should, 1 when not. */
export const demo: Command = {
  name: 'demo',
  summary: 'Show four conversations end to end, then stop',
  usage: ['demo'],
  options: {},
  details: [
    'Starts everything on free ports with a temporary data folder and a small model of its own, and leaves nothing behind. Takes about ten seconds.',
    'Exit code 0: everything came out as it should. 1: something did not.',
  ],
  stopsItself: true,
  async run(io) {
    requirePositionals(parseOptions({}, io.args).positionals, []);
    const folder = await mkdtemp(join(tmpdir(), 'assay-demo-'));
    try {
      return await runIn(folder, io);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function runIn(folder: string, io: CommandIo): Promise<number> {
  const progress = createProgress(io.stderr);
  progress.show('Starting verifier, gateway, attestor and auditors …');
  // Loaded lazily: other commands start without all services.
  const { serviceNames, startServices } = await import('../../services.ts');
  const { runDemo } = await import('../demo/run-demo.ts');
  const { connectClient } = await import('../client.ts');
  const model = await startModelServer(() => io.clock.now());
  try {
    const env = demoEnvironment({ dataDir: join(folder, 'data'), modelUrl: model.url, serviceNames });
    const services = await startServices({ env, report: (message) => io.stderr.write(`${message}\n`) });
    progress.clear();
    try {
      const { gateway = '', verifier = '' } = services.urls;
      io.stdout.write(renderDemoIntro(createStyle(io.color)));
      const surprises = await runDemo({
        io,
        model,
        gatewayUrl: gateway,
        // Without the caller's environment: an access token of another installation must not be sent to the demo.
        verifier: await connectClient(
          { ...io, env: {} },
          parseOptions(serviceOption('verifier'), ['--verifier', verifier]),
        ),
        dataDir: services.dataDir,
        flush: services.flush,
        sleep: (ms) => sleep(ms, undefined, io.signal === undefined ? {} : { signal: io.signal }),
        signal: io.signal,
      });
      return surprises.length === 0 ? exitCodes.ok : exitCodes.no;
    } finally {
      await services.close();
    }
  } finally {
    progress.clear();
    await model.close();
  }
}
