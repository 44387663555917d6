import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';
import { watchUpstream } from './upstream-health.ts';

const call: UpstreamCall = { method: 'POST', path: '/', headers: {}, signal: new AbortController().signal };

function aServer(hasOwnKey = false) {
  const state: { answer: number | AppError } = { answer: 200 };
  let now = 0;
  const answer = async () => {
    if (typeof state.answer !== 'number') throw state.answer;
    return { status: state.answer, headers: {}, bytes: new Uint8Array(), body: (async function* () {})() };
  };
  const upstream: Upstream = { name: 'model', send: answer, sendWhole: answer, close: async () => {} };
  const watched = watchUpstream({ upstream, hasOwnKey, clock: { now: () => now } });
  const ask = async (times: number, how: number | AppError) => {
    state.answer = how;
    for (let time = 0; time < times; time += 1) {
      await watched.upstream.sendWhole(call, 1).catch((error: unknown) => expect(error).toBe(how));
    }
  };
  return { ...watched, ask, pass: (ms: number) => (now += ms) };
}

it('a model server that fails every call is a problem from the fifth failure until the first success', async () => {
  const { problems, ask } = aServer();
  await ask(4, new AppError('upstream_unavailable', 'refused'));
  expect(problems()).toEqual([]);
  await ask(1, 503);
  expect(problems()).toMatchObject([{ reason: 'upstream_failing', message: expect.stringContaining('last 5 calls') }]);
  expect(problems()[0]?.endsReadiness).toBeUndefined();
  await ask(1, 200);
  expect(problems()).toEqual([]);
});

it("a client's error or disconnect is no failure of the server; a refusal of our key is one", async () => {
  const clients = aServer();
  await clients.ask(6, 401);
  await clients.ask(6, 429);
  await clients.ask(6, new AppError('request_timeout', 'gone'));
  expect(clients.problems()).toEqual([]);
  const ours = aServer(true);
  await ours.ask(5, 401);
  expect(ours.problems()).toHaveLength(1);
});

it('a failure is forgotten after a while without calls', async () => {
  const { problems, ask, pass } = aServer();
  await ask(5, 500);
  pass(300_001);
  expect(problems()).toEqual([]);
});
