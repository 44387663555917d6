import { createAuditor, defineAuditor } from '@assay/sdk';
import type { ClaimsRequest } from '@assay/sdk/contract';
import { expect, it } from 'vitest';
import type { StepQueue } from '../../platform/step-queue.ts';
import { createLocalAuditorClient } from './local.ts';
import type { AuditorWorkerPool } from './worker-pool.ts';

const definition = defineAuditor({
  id: 'here',
  name: 'Here',
  description: 'Says on which thread it ran',
  icon: 'eye',
  color: 'blue',
  category: 'observability',
  catalogPhase: 'input_guarding',
  defaultPort: 8190,
  phases: ['request', 'response', 'artifact'],
  methods: [
    {
      name: 'thread',
      produces: { here: { type: 'boolean', description: 'On this thread' } },
      run: () => [{ name: 'here', value: true }],
    },
  ],
});

/** The place where a request is judged, and a worker's extra time beyond the deadline of the call. */
async function placeOf(request: ClaimsRequest): Promise<'this thread' | { moreMs: number }> {
  let moreMs: number | undefined;
  const pool: AuditorWorkerPool = {
    async claims(_target, _request, timeoutMs) {
      moreMs = timeoutMs - 100;
      return { status: 'success', claims: [] };
    },
    close: async () => {},
  };
  const client = createLocalAuditorClient({ auditor: createAuditor(definition, { env: {} }), pool });
  expect((await client.claims(request, { timeoutMs: 100 })).status).toBe('success');
  return moreMs === undefined ? 'this thread' : { moreMs };
}

const large = 'x'.repeat(40_000);

it('judges an ordinary request on this thread', async () => {
  const metadata = { model_id: 'm', documents: [{ id: 'd', text: 'short' }] };
  expect(await placeOf({ phase: 'request', data: { input: 'Hello', metadata } })).toBe('this thread');
});

it.each<[string, ClaimsRequest['data']]>([
  ['input', { input: large }],
  ['output', { output: large }],
  ['a document', { input: 'Hello', metadata: { documents: [{ id: 'd', text: large }] } }],
  [
    'a source',
    { output: 'Hello', metadata: Object.assign({ model_id: 'm' }, { sources: [{ id: 's', text: large }] }) },
  ],
  [
    'a table',
    { metadata: Object.assign({ model_id: 'm' }, { rows: Array.from({ length: 9_000 }, () => ({ y_pred: 1 })) }) },
  ],
])('uses a worker for a large %s, with more time for a larger one', async (_what, data) => {
  expect(await placeOf({ phase: 'response', data })).toEqual({ moreMs: expect.closeTo(40_000 / 256, -2) });
});

it('uses a worker for every artifact, even for a short request', async () => {
  const data = { metadata: Object.assign({ model_id: 'm' }, { artifact_path: 'model.pt' }) };
  expect(await placeOf({ phase: 'artifact', data })).toEqual({ moreMs: expect.closeTo(0, 0) });
});

it('texts on this thread are judged in turns, by their total length', async () => {
  const sizes: number[] = [];
  const turns: StepQueue = {
    take(size, work) {
      sizes.push(size);
      return work();
    },
  };
  const client = createLocalAuditorClient({ auditor: createAuditor(definition, { env: {} }), turns });
  const data = { input: 'x'.repeat(5_000), metadata: { documents: [{ id: 'd', text: 'y'.repeat(1_000) }] } };
  expect((await client.claims({ phase: 'request', data }, { timeoutMs: 100 })).status).toBe('success');
  expect(sizes).toEqual([6_001]);
});
