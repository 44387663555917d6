import { describe, expect, it, vi } from 'vitest';
import { startVerifierInThread } from './verifier-in-thread.ts';

/** Starts a thread with these lines in place of a verifier. */
function startThread(lines: string) {
  const entry = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${lines}`)}`,
  );
  const deaths: Error[] = [];
  const started = startVerifierInThread({ env: {}, entry, onDeath: (error) => deaths.push(error) });
  return { started, deaths };
}

const answers = "parentPort.postMessage({ url: 'http://x' });";
const stops = "parentPort.once('message', () => process.exit(0));";

describe('a verifier in a thread', () => {
  it('reports its address, and is stopped without an error report', async () => {
    const { started, deaths } = startThread(`${answers} ${stops}`);
    const thread = await started;
    expect(thread.url).toBe('http://x');
    await thread.close();
    expect(deaths).toEqual([]);
  });

  it('is reported with its reason when it dies later', async () => {
    const { started, deaths } = startThread(`${answers} setTimeout(() => { throw new Error('out of luck'); }, 1);`);
    await started;
    await vi.waitUntil(() => deaths.length > 0);
    expect(deaths).toMatchObject([{ cause: { message: 'out of luck' } }]);
  });

  it('is reported when it ends by itself later', async () => {
    const { started, deaths } = startThread(`${answers} setTimeout(() => process.exit(0), 1);`);
    await started;
    await vi.waitUntil(() => deaths.length > 0);
    expect(deaths).toMatchObject([{ message: 'the verifier ended (0)' }]);
  });

  it.each([
    ['throws', "throw new Error('no database');", 'no database'],
    ['ends', 'process.exit(0);', 'ended before it said where it answers'],
  ])('fails the start when it %s before it answers', async (_name, lines, message) => {
    const { started, deaths } = startThread(lines);
    await expect(started).rejects.toThrow(message);
    expect(deaths).toEqual([]);
  });

  it('with a refused configuration fails the start with its message', async () => {
    const failed = { message: 'inner', publicText: 'VERIFIER_PORT is wrong', members: {} };
    const { started } = startThread(`parentPort.postMessage({ failed: ${JSON.stringify(failed)} });`);
    await expect(started).rejects.toMatchObject({ code: 'config', publicText: 'VERIFIER_PORT is wrong' });
  });

  it("without its port fails the start with the system's message", async () => {
    const failed = { message: 'listen', members: { code: 'EADDRINUSE', port: 8200 } };
    const { started } = startThread(`parentPort.postMessage({ failed: ${JSON.stringify(failed)} });`);
    await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE', port: 8200 });
  });
});
