/** Following an agent in a terminal, against a test verifier and a failing one. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../verifier/base/events/append.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { aProblem, runFake, sendJson, serveFake, startFake } from '../cli.fake.ts';
import { connectClient } from '../client.ts';
import type { CommandIo } from '../command.ts';
import { type FollowOptions, follow } from '../console/follow.ts';
import { renderEvent } from '../console/render.ts';
import { parseOptions } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { serviceOption } from '../service-address.ts';

describe('assay console', () => {
  let verifier: TestVerifier;
  let url: string;
  beforeAll(async () => {
    verifier = await openTestVerifier();
    url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
    await verifier.post('/v1/agents', { id: 'bot' });
  });
  afterAll(() => verifier.close());

  const append = (...events: Omit<AgentEvent, 'agentId'>[]) => {
    const { services } = verifier.verifier();
    const list = events.map((event): AgentEvent => ({ agentId: 'bot', ...event }));
    return services.db.transaction((tx) => services.events.appendMany(tx, 'default', list));
  };
  const env = () => ({ ASSAY_DATA_DIR: verifier.testDb.dataDir });

  it('shows each event in a line without terminal control, until Ctrl-C, which is no failure', async () => {
    await append({ type: 'agent.log', data: { level: 'warn', message: 'red \u001b[31mtext\nsecond line' } });
    await append({ type: 'tool.call', data: { status: 'denied', server: 'crm', tool: 'delete', latency_ms: 3.4 } });
    const stop = new AbortController();
    const run = startFake(['console', 'bot', '--all', '--verifier', url], { env: env(), signal: stop.signal });
    await run.said(/tool\.call/);
    stop.abort();
    const { code, out, err } = await run.done;
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.at(-2)).toMatch(/^\S+Z {2}agent\.log +warn +red \ufffd\[31mtext second line$/);
    expect(lines.at(-1)).toMatch(/^\S+Z {2}tool\.call +denied +crm {2}delete {2}3 ms$/);
  });

  it('shows only the log, by level, as JSON', async () => {
    const message = 'loud \u009b31m\u202e\u2028';
    await append({ type: 'agent.log', data: { level: 'error', message } });
    const stop = new AbortController();
    const args = ['agent', 'logs', 'bot', '--all', '--level', 'error', '--json', '--verifier', url];
    const run = startFake(args, { env: env(), signal: stop.signal });
    await run.said(/loud/);
    stop.abort();
    const { out } = await run.done;
    const [line = '', ...others] = out.trimEnd().split('\n');
    expect([JSON.parse(line), others]).toMatchObject([{ type: 'agent.log', data: { message } }, []]);
    // Contains no terminal control characters.
    expect(line).toContain('loud \\u009b31m\\u202e\\u2028');
  });

  it('reports an error instead of retrying', async () => {
    const unknown = await runFake(['console', 'nobody', '--verifier', url], { env: env() });
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no such agent')]);
    const types = await runFake(['console', 'bot', '--types', 'gossip', '--verifier', url], { env: env() });
    expect([types.code, types.err]).toEqual([2, expect.stringContaining('auditor.decision')]);
    expect(types.err.match(/auditor\.decision/g)).toHaveLength(1);
    const away = await runFake(['console', 'bot', '--verifier', 'http://127.0.0.1:1'], { env: env() });
    expect([away.code, away.err]).toEqual([3, expect.stringContaining('does not answer')]);
    expect((await runFake(['console', 'bot', '--since', '1', '--all'])).code).toBe(2);
    expect((await runFake(['console', 'bot', '--since', 'x'])).code).toBe(2);
    expect((await runFake(['console', 'bot', '--level', 'loud'])).code).toBe(2);
  });
});

describe('following', () => {
  const frame = (id: string) =>
    `id: ${id}\nevent: agent.log\ndata: ${JSON.stringify({ id, type: 'agent.log', time: 't', data: { message: id } })}\n\n`;

  /** Follows until an event with this id is shown. */
  async function followUntil(last: string, url: string, options: FollowOptions) {
    const stop = new AbortController();
    const [out, err]: [string[], string[]] = [[], []];
    const io: CommandIo = {
      args: [],
      stderr: { write: (text) => err.push(text) },
      stdin: (async function* () {})(),
      color: false,
      env: {},
      clock: { now: () => 0 },
      signal: stop.signal,
      stdout: {
        write(text) {
          out.push(text);
          if (text.includes(last)) stop.abort();
        },
      },
    };
    const client = await connectClient(io, parseOptions(serviceOption('verifier'), ['--verifier', url]));
    const code = await follow(io, (call) => client.agents.watchLogs({ id: 'bot' }, call), options);
    return { code, out, err };
  }

  it('resumes after the last complete event, and reports gaps and retries', async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) =>
        response.end(`: hello\n\n${frame('7')}${frame('8')}: the server is stopping\n\n${frame('9').slice(0, 30)}`),
      (response) => response.destroy(),
      (response) => sendJson(response, 503, aProblem(503, 'unavailable', 'it is starting.')),
      (response) => {
        const gap = { type: 'heartbeat', time: 't', data: { gap: { from: '9', to: '20' } } };
        response.write(`event: heartbeat\ndata: ${JSON.stringify(gap)}\n\n${frame('21')}`);
      },
    ];
    const service = await serveFake((_request, response) => answers.shift()?.(response));
    const { code, out, err } = await followUntil('21', service.url, { after: '5', json: false, retryMs: 1 });
    await service.close();
    expect(code).toBe(0);
    expect(service.seen.map(({ headers }) => headers['last-event-id'])).toEqual(['5', '8', '8', '8']);
    expect(out.join('').match(/\d+$/gm)).toEqual(['7', '8', '21']);
    expect(err[0]).toBe('the server is stopping; connecting again in 0.001 s\n');
    expect(err.join('')).not.toContain('.;');
    expect(err.at(-1)).toBe('Events between 9 and 20 are no longer kept\n');
  });

  it('leaves a connection that says nothing', async () => {
    const service = await serveFake((_request, response) => {
      response.write(service.seen.length === 1 ? frame('7') : frame('8'));
    });
    const { code } = await followUntil('8', service.url, { after: '5', json: false, retryMs: 1, silentMs: 50 });
    await service.close();
    expect(code).toBe(0);
  });

  it.each([
    [
      'auditor.decision',
      { phase: 'request', decision: 'deny', mode: 'enforce', reasons: ['pii'], policy_id: 'p' },
      /deny +request {2}pii {2}p$/,
    ],
    [
      'auditor.decision',
      { phase: 'response', decision: 'allow', mode: 'observe', would_decide: 'deny' },
      /observed, would deny/,
    ],
    [
      'model.invocation',
      { status: 'failed', model_id: 'm', input_tokens: 3, error: { code: 'x', message: 'y' } },
      /failed +m {2}3 in, \? out {2}x {2}y$/,
    ],
    ['agent.log', { level: 'info', code: 'a.b', message: 'm', fields: { n: 1 } }, /info +a\.b {2}m {2}\{"n":1\}$/],
    ['news', { any: 'thing' }, /news +\{"any":"thing"\}$/],
    ['constructor', { any: 'thing' }, /constructor +\{"any":"thing"\}$/],
    ['agent.log', { level: 7, message: ['no text'], fields: 'none' }, /agent\.log {3,}7$/],
  ])('shows %s %o', (type, data, expected) => {
    expect(renderEvent({ type, time: '2026-11-22T00:00:00Z', data }, createStyle(false))).toMatch(expected);
    expect(renderEvent({ type, time: '2026-11-22T00:00:00Z', data }, createStyle(true))).toContain('\u001b[');
  });
});
