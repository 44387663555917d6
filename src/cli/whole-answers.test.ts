import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from './cli.fake.ts';
import { clientCommand } from './operation-command.ts';

const services: FakeService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function ask(answer: unknown, ...args: string[]) {
  const service = await serveFake((_request, response) => sendJson(response, 200, answer));
  services.push(service);
  return runFake([...args, '--verifier', service.url]);
}

const gateway = {
  id: 'gw_1',
  org_id: 'acme',
  running: null,
  source: null,
  behind: 0,
  state: 'current',
  refused: null,
  problems: [],
  build: null,
  first_seen_at: 'monday',
  last_seen_at: 'friday',
  reported_at: null,
};
const listOf = (...items: unknown[]) => ({ items, next_cursor: null, has_more: false });
const isOther = expect.stringContaining('gives an unexpected answer');

describe('an answer that lacks a member', () => {
  it('of a text or a list that is shown is no fault of the command', async () => {
    const { problems: _problems, ...lacking } = gateway;
    expect(await ask(listOf(lacking), 'gateway', 'list')).toEqual({ code: 3, out: '', err: isOther });
    expect(await ask({ id: 'wh_1' }, 'webhook', 'show', 'wh_1')).toEqual({ code: 3, out: '', err: isOther });
  });

  it('of a number that is shown is refused too: undefined is never printed', async () => {
    const { behind: _behind, ...lacking } = gateway;
    expect(await ask(listOf(lacking), 'gateway', 'list')).toEqual({ code: 3, out: '', err: isOther });
  });

  it('that nobody needs is shown, also if a text of it says undefined', async () => {
    const { reported_at: _at, ...older } = gateway;
    const shown = await ask(listOf({ ...older, build: 'undefined' }), 'gateway', 'list');
    expect([shown.code, shown.err, shown.out]).toEqual([0, '', expect.stringContaining('undefined')]);
  });

  it('is printed unchanged as JSON', async () => {
    const { code, out } = await ask({ id: 'wh_1' }, 'webhook', 'show', 'wh_1', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { id: 'wh_1' }]);
  });
});

describe('a whole answer', () => {
  it('hides no fault of a command', async () => {
    const service = await serveFake((_request, response) => sendJson(response, 200, listOf(gateway)));
    services.push(service);
    const faulty = clientCommand({
      name: 'faulty',
      summary: 'Fail',
      usage: ['faulty'],
      async run(client) {
        await client.gateways.list();
        throw new TypeError('a fault of ours');
      },
    });
    const { code, err } = await runFake(['faulty', '--verifier', service.url], { commands: [faulty] });
    expect([code, err]).toEqual([70, expect.stringContaining('a fault of ours')]);
  });
});
