import { inspect } from 'node:util';
import { createEd25519Key } from '@assay/sdk/crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { aKeyAttestation } from '../../../test/support/artefacts.ts';
import type { EscalationRequest } from '../../contract/escalation.ts';
import type { LiveEvent } from '../../contract/live-events.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccess } from '../../platform/http/access.ts';
import { createHttpApp } from '../../platform/http/app.ts';
import { createLogger } from '../../platform/log.ts';
import type { VerifierClient } from './client.ts';
import { createHttpVerifierClient } from './http.ts';
import { createLocalVerifierClient } from './local.ts';

const log = createLogger({ service: 'verifier', level: 'silent' });
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const record = {
  attestation_id: 'att_1',
  kid: 'kid',
  key_attestation_hash: 'sha256:00',
  kind: 'software',
  freshness: 'none',
};

const witnessed = {
  chain_id: 'known/1',
  size: 3,
  root: 'AAAA',
  head: null,
  checkpoint: null,
  witnessed_at: null,
  lag: 0,
  equivocations: [],
  witness_keys: [],
};

const pending = { approval_id: 'apr_1', status: 'pending', expires_at: '2026-01-01T00:00:00Z', url: null, grant: null };

const injected = {
  status: 'ready',
  credential_id: 'scr_1',
  version: 3,
  method: 'sidecar',
  good_for_s: 60,
  headers: [{ name: 'authorization', value: 'Bearer upstream' }],
  environment: [],
  client_certificate: null,
  scopes_missing: [],
  connect_url: null,
};

const anEscalation = (principal: string): EscalationRequest => ({
  binding: {
    agent_id: 'clerk',
    workspace_id: 'default',
    phase: 'request',
    tool: null,
    model_id: null,
    principal,
    endpoint: '/v1/chat/completions',
    headers_hash: null,
    request_hash: 'a'.repeat(64),
    response_hash: null,
    policy_set_hash: 'sha256:1',
    policies: ['p'],
  },
  evidence_id: `ev_${'0'.repeat(36)}`,
  trace_id: 't',
  session_id: 's',
  policy_id: 'default',
  reasons: [],
  claims: [],
});

const anEvent = (agentId: string): LiveEvent => ({
  id: `lev_${'0'.repeat(36)}`,
  type: 'agent.log',
  time: '2026-01-01T00:00:00Z',
  agent_id: agentId,
  trace_id: 't',
  session_id: 's',
  data: { level: 'info', message: 'hello' },
});

/** A verifier that stores Evidence ending in `good` and refuses the rest. */
function aVerifierApp(): FastifyInstance {
  const app = createHttpApp({ service: 'verifier', log, access: createAccess({ host: '127.0.0.1' }) });
  app.register(async (scope) => {
    scope.post('/v1/attestations/challenge', async (_request, reply) =>
      reply.code(201).send({ nonce: 'n', expires_at: '2026-01-01T00:00:00.000Z' }),
    );
    scope.post('/v1/attestations', async (request, reply) => {
      const body = Object(request.body);
      if (body.key_attestation.runtime_data.nonce === 'used') {
        throw new AppError('nonce_reused', 'inner', { detail: 'used twice', extensions: { reason: 'nonce_mismatch' } });
      }
      return reply.code(201).send(record);
    });
    scope.post('/v1/evidence', async (request) => {
      const items: { jws: string }[] = Object(request.body).items;
      if (items.some((item) => item.jws === 'crash')) throw new Error('the database is gone');
      if (items.some((item) => item.jws === 'lose')) return { results: [] };
      return { results: items.map(toResult) };
    });
    scope.post('/v1/receipts', async (request) => {
      const { receipts }: { receipts: unknown[] } = Object(request.body);
      return { results: receipts.map(() => ({ receipt_id: 'rc_1', status: 'stored' })) };
    });
    scope.post('/v1/gateways/:id/escalations', async (request) => {
      const { id }: { id: string } = Object(request.params);
      if (id !== 'gw/1') throw new AppError('forbidden', 'not your gateway');
      const { principal }: EscalationRequest['binding'] = Object(request.body).binding;
      if (principal === 'crash') throw new Error('the database is gone');
      if (principal === 'odd') return { ...pending, grant: 'ey' };
      if (principal === 'bare') return { ...pending, status: 'approved' };
      return principal === 'approved' ? { ...pending, status: 'approved', grant: 'e.y.J' } : pending;
    });
    scope.post('/v1/gateways/:id/credentials', async (request) => {
      const { id }: { id: string } = Object(request.params);
      const { service }: { service: string } = Object(request.body);
      if (id !== 'gw/1') throw new AppError('forbidden', 'x', { extensions: { reason: 'no_active_delegation' } });
      if (service === 'crash') throw new Error('the database is gone');
      if (service === 'odd') return { ...injected, headers: 'authorization' };
      return service === 'leak' ? { ...injected, status: 'expired' } : injected;
    });
    scope.post('/v1/events', async (request) => {
      const { events }: { events: { agent_id: string }[] } = Object(request.body);
      if (events.some(({ agent_id: id }) => id === 'crash')) throw new Error('the database is gone');
      if (events.some(({ agent_id: id }) => id === 'odd')) return { stored: 0, known: 0, refused: 0 };
      if (events.some(({ agent_id: id }) => id === 'foreign')) throw new AppError('forbidden', 'not your organisation');
      return { stored: events.length, known: 0, refused: 0 };
    });
    scope.get('/v1/witness/chains/:id', async (request) => {
      const { id }: { id: string } = Object(request.params);
      if (id !== 'known/1') throw new AppError('not_found', 'no such chain');
      return witnessed;
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, JSON.parse(String(text))),
    );
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    scope.post('/v1/witness/add-checkpoint', async (request, reply) => {
      if (request.body === 'crash') throw new Error('the database is gone');
      if (request.body === 'stale') return reply.code(409).type('text/x.tlog.size').send('17\n');
      if (request.body === 'odd') return reply.code(409).type('text/x.tlog.size').send('x\n');
      if (request.body !== 'good') {
        throw new AppError('unprocessable', 'inner', { detail: 'x', extensions: { reason: 'consistency' } });
      }
      return reply.type('text/plain').send('line\n');
    });
  });
  return app;
}

function toResult({ jws }: { jws: string }) {
  return jws.endsWith('good')
    ? { evidence_id: jws, status: 'stored' }
    : { evidence_id: null, status: 'refused', reason: 'jws', message: 'not a JWS' };
}

async function connectLocal(): Promise<VerifierClient> {
  const app = aVerifierApp();
  closing.push(() => app.close());
  return createLocalVerifierClient(app);
}

async function connectHttp(): Promise<VerifierClient> {
  const app = aVerifierApp();
  closing.push(() => app.close());
  const client = createHttpVerifierClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
  closing.push(() => client.close());
  return client;
}

const anAttestation = (nonce: string) => aKeyAttestation(createEd25519Key(), { runtimeData: { nonce } });

describe.each([['local', connectLocal] as const, ['http', connectHttp] as const])(
  'a verifier reached by %s',
  (_name, connect) => {
    it('issues a challenge', async () => {
      expect(await (await connect()).challenge()).toEqual({ nonce: 'n', expires_at: '2026-01-01T00:00:00.000Z' });
    });

    it('registers a key attestation', async () => {
      expect(await (await connect()).registerKeyAttestation(anAttestation('n'))).toEqual(record);
    });

    it('answers one result for each evidence, in order', async () => {
      const results = await (await connect()).sendEvidence([{ jws: 'a good' }, { jws: 'bad' }, { jws: 'b good' }]);
      expect(results.map((result) => result.status)).toEqual(['stored', 'refused', 'stored']);
      expect(results[1]).toMatchObject({ reason: 'jws' });
    });

    it('sends nothing for an empty batch, and no too large one', async () => {
      const client = await connect();
      expect(await client.sendEvidence([])).toEqual([]);
      const many = Array.from({ length: 257 }, () => ({ jws: 'good' }));
      await expect(client.sendEvidence(many)).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('keeps the code and the reason of a refusal', async () => {
      const call = (await connect()).registerKeyAttestation(anAttestation('used'));
      await expect(call).rejects.toMatchObject({
        code: 'nonce_reused',
        detail: 'used twice',
        extensions: { reason: 'nonce_mismatch' },
      });
    });

    it('accepts receipts with one result each, and nothing for an empty batch', async () => {
      const client = await connect();
      const receipt = { record: 'r', signature: 's' };
      expect(await client.sendReceipts([])).toEqual([]);
      expect(await client.sendReceipts([receipt, receipt])).toHaveLength(2);
    });

    it('answers as a witness: cosigned, stale with its size, or refused with the reason', async () => {
      const client = await connect();
      expect(await client.addCheckpoint('good')).toEqual({ kind: 'cosigned', lines: 'line\n' });
      expect(await client.addCheckpoint('stale')).toEqual({ kind: 'stale', size: 17 });
      expect(await client.addCheckpoint('odd')).toEqual({ kind: 'refused', status: 409, reason: 'unknown' });
      expect(await client.addCheckpoint('bad')).toEqual({ kind: 'refused', status: 422, reason: 'consistency' });
      await expect(client.addCheckpoint('crash')).rejects.toMatchObject({ code: 'verifier_unavailable' });
    });

    it('gives its cosignatures of a chain, and nothing for an unknown one', async () => {
      const client = await connect();
      expect(await client.witnessedChain('known/1')).toEqual(witnessed);
      expect(await client.witnessedChain('unknown')).toBeUndefined();
    });

    it("asks for a person's approval, and accepts no incomplete answer", async () => {
      const client = await connect();
      expect(await client.escalate('gw/1', anEscalation('local'))).toEqual(pending);
      expect(await client.escalate('gw/1', anEscalation('approved'))).toMatchObject({ grant: 'e.y.J' });
      await expect(client.escalate('gw', anEscalation('local'))).rejects.toMatchObject({ code: 'forbidden' });
      for (const principal of ['crash', 'odd', 'bare']) {
        const asked = client.escalate('gw/1', anEscalation(principal));
        await expect(asked).rejects.toMatchObject({ code: 'verifier_unavailable' });
      }
    });

    it('gives values for a call, and reveals nothing of an unusable secret', async () => {
      const client = await connect();
      const ask = (gateway: string, service: string) => client.injection(gateway, { agent_id: 'clerk', service });
      expect(await ask('gw/1', 'crm')).toEqual(injected);
      const refusal = { code: 'forbidden', extensions: { reason: 'no_active_delegation' } };
      await expect(ask('gw', 'crm')).rejects.toMatchObject(refusal);
      for (const service of ['crash', 'odd', 'leak']) {
        const failed = await ask('gw/1', service).catch((error: unknown) => error);
        expect(failed).toMatchObject({ code: 'verifier_unavailable' });
        expect(inspect(failed, { depth: 10 })).not.toContain('upstream');
      }
    });

    it('reports calls, sends nothing for an empty batch and no too large one', async () => {
      const client = await connect();
      expect(await client.reportEvents([])).toEqual({ stored: 0, known: 0, refused: 0 });
      expect(await client.reportEvents([anEvent('clerk'), anEvent('clerk')])).toMatchObject({ stored: 2 });
      const many = Array.from({ length: 501 }, () => anEvent('clerk'));
      await expect(client.reportEvents(many)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(client.reportEvents([anEvent('foreign')])).rejects.toMatchObject({ code: 'forbidden' });
      for (const agent of ['crash', 'odd']) {
        await expect(client.reportEvents([anEvent(agent)])).rejects.toMatchObject({ code: 'verifier_unavailable' });
      }
    });

    it('is unavailable when it fails, and when its answer is for another request', async () => {
      const client = await connect();
      await expect(client.sendEvidence([{ jws: 'crash' }])).rejects.toMatchObject({ code: 'verifier_unavailable' });
      await expect(client.sendEvidence([{ jws: 'lose' }])).rejects.toMatchObject({ code: 'verifier_unavailable' });
    });
  },
);

describe('a verifier over HTTP', () => {
  async function serve(answer: (app: FastifyInstance) => void): Promise<VerifierClient> {
    const app = fastify();
    answer(app);
    closing.push(() => app.close());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = createHttpVerifierClient({ url, timeoutMs: 200 });
    closing.push(() => client.close());
    return client;
  }

  it('is unavailable when nobody listens', async () => {
    const client = createHttpVerifierClient({ url: 'http://127.0.0.1:1' });
    closing.push(() => client.close());
    await expect(client.challenge()).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('is unavailable when it answers no JSON, or JSON of another shape', async () => {
    const client = await serve((app) => {
      app.post('/v1/attestations/challenge', async () => '<html>');
      app.post('/v1/evidence', async () => ({ results: 'yes' }));
    });
    await expect(client.challenge()).rejects.toMatchObject({ code: 'verifier_unavailable' });
    await expect(client.sendEvidence([{ jws: 'x' }])).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('is unavailable when it never answers', async () => {
    const client = await serve((app) => {
      app.post('/v1/attestations/challenge', () => new Promise(() => {}));
      app.post('/v1/gateways/gw/escalations', () => new Promise(() => {}));
    });
    await expect(client.escalate('gw', anEscalation('local'))).rejects.toMatchObject({ code: 'verifier_unavailable' });
    await expect(client.challenge()).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });
});
