import { createAuditor, defineAuditor, serveAuditor, setting } from '@assay/sdk';
import type { ClaimsRequest } from '@assay/sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { AuditorClient } from './client.ts';
import { createHttpAuditorClient } from './http.ts';
import { createLocalAuditorClient } from './local.ts';

const definition = defineAuditor({
  id: 'probe',
  name: 'Probe',
  description: 'Counts characters',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'ruler',
  color: 'gray',
  defaultPort: 8199,
  phases: ['request'],
  methods: [
    {
      name: 'length',
      produces: { text_length: { type: 'count', description: 'Length' } },
      settings: { factor: setting.number({ label: 'Factor', default: 1, min: 1, max: 10 }) },
      async run({ text }, { settings, context }) {
        if (text === 'throw') throw new Error('inner');
        if (text === 'lie') return [{ name: 'text_length', value: 'long' }];
        if (text === 'hang') await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
        return [{ name: 'text_length', value: text.length * settings.factor, timestamp: '2026-01-01T00:00:00Z' }];
      },
    },
  ],
});

const clients = new Map<string, AuditorClient>();
let close: () => Promise<void>;

beforeAll(async () => {
  const onError = () => {};
  const served = await serveAuditor(definition, { env: {}, host: '127.0.0.1', port: 0, onError });
  clients.set('http', createHttpAuditorClient({ url: served.url, clock: systemClock }));
  clients.set('local', createLocalAuditorClient({ auditor: createAuditor(definition, { env: {}, onError }) }));
  close = served.close;
});

afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await close();
});

const request = (input: string, context: ClaimsRequest['vendor_context'] = {}): ClaimsRequest => ({
  data: { input },
  phase: 'request',
  vendor_context: context,
});

const calls: [string, ClaimsRequest, number][] = [
  ['an ordinary call', request('hello'), 5_000],
  ['an override', request('hello', { detection_overrides: { text_length: { factor: 3 } } }), 5_000],
  ['an override out of range', request('hello', { detection_overrides: { text_length: { factor: 99 } } }), 5_000],
  ['an instance', request('hello', { claim_instances: [{ instance_id: 'mine', produces: ['text_length'] }] }), 5_000],
  ['nothing needed', request('hello', { needed_claims: [] }), 5_000],
  ['another phase', { ...request('hello'), phase: 'artifact' }, 5_000],
  ['a method that throws', request('throw'), 5_000],
  ['a claim of the wrong type', request('lie'), 5_000],
  ['odd characters', request('a\u0000b\ud83d'), 5_000],
];

describe('both transports', () => {
  it.each(calls)('answer alike: %s', async (_name, call, timeoutMs) => {
    const [http, local] = await Promise.all(
      ['http', 'local'].map((name) => clients.get(name)?.claims(call, { timeoutMs })),
    );
    expect(local).toEqual(http);
    expect(local).toBeDefined();
  });

  it.each(['http', 'local'])('stop at the deadline with TIMEOUT: %s', async (name) => {
    const answer = await clients.get(name)?.claims(request('hang'), { timeoutMs: 200 });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'TIMEOUT', retryable: true } });
  });

  it('give the same health and vocabulary', async () => {
    const [http, local] = [clients.get('http'), clients.get('local')];
    const options = { timeoutMs: 5_000 };
    expect(await local?.vocabulary(options)).toEqual(await http?.vocabulary(options));
    expect(await local?.health(options)).toEqual(await http?.health(options));
  });
});
