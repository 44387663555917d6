/**
 * Process entry: the verifier over a schema of the test server, with callers from tests. A request that names a statement
 * (`x-test-stop`) waits before it; when `x-test-kill` requests wait, the process kills itself with SIGKILL, so that one death
 * hits many requests, each at another statement.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createVerifier } from '../../src/verifier/app.ts';
import { loadVerifierConfig } from '../../src/verifier/base/config.ts';
import { byTestCredential } from './handed-callers.ts';
import { openWatchedDatabase } from './watched-database.ts';

interface Watched {
  count: number;
  readonly stopAt: number;
  readonly killAt: number;
}

const [schema = '', dataDir = '', publicUrl = '', aheadMs = '0', connections = '8'] = process.argv.slice(2);
const watched = new AsyncLocalStorage<Watched>();
let waiting = 0;

/** Waits until the end. */
function wait({ killAt }: Watched): Promise<never> {
  waiting += 1;
  if (waiting === killAt) process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

/** The lock of all organisations only orders numbers; without it requests wait concurrently. */
function apart(text: string): string {
  return text.replace("hashtextextended('events', 0)", "hashtextextended('events/' || pg_backend_pid(), 0)");
}

const database = await openWatchedDatabase(
  schema,
  async (text, send) => {
    const request = watched.getStore();
    if (request === undefined) return send(text);
    request.count += 1;
    if (request.count === request.stopAt) return wait(request);
    return send(request.stopAt > 0 ? apart(text) : text);
  },
  Number(connections),
);
const clock = { now: () => Date.now() + Number(aheadMs) };
const verifier = await createVerifier({
  database,
  clock,
  randomBytes,
  dataDir: await openDataDir(dataDir),
  log: createLogger({ service: 'verifier', level: 'silent' }),
  isScheduled: false,
  config: loadVerifierConfig({
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_AUTHENTICATION: 'required',
    VERIFIER_OUTBOUND_ALLOW: '127.0.0.1',
    VERIFIER_PASSPORT_RENEW_MS: '0',
    VERIFIER_LIFECYCLE_INTERVAL_S: '0',
  }),
  identify: {
    byCredential: (shown, call) =>
      byTestCredential(shown) ?? verifier.services.authentication.identify.byCredential(shown, call),
  },
});
const requests = new WeakMap<object, Watched>();
verifier.app.addHook('preValidation', (request, _reply, done) => {
  const { 'x-test-stop': stop, 'x-test-kill': kill } = request.headers;
  if (stop === undefined) return done();
  const state = { count: 0, stopAt: Number(stop), killAt: Number(kill) };
  requests.set(request, state);
  return watched.run(state, done);
});
verifier.app.addHook('onSend', async (request, reply, payload) => {
  const state = requests.get(request);
  if (state === undefined) return payload;
  // All is done, but not reported.
  if (state.stopAt > state.count) await wait(state);
  reply.header('x-test-statements', String(state.count));
  return payload;
});
const url = await verifier.app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
