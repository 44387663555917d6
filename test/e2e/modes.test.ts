import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { chunks, type ModelServer, sendEvents, startModelServer } from '../support/model-server.ts';

const chat = (content: string, rest: object = {}) => ({ model: 'm', messages: [{ role: 'user', content }], ...rest });

async function withGateway(
  env: Record<string, string>,
  test: (gateway: TestGateway, model: ModelServer) => Promise<void>,
) {
  const model = await startModelServer();
  const gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url, ...env } });
  try {
    await test(gateway, model);
  } finally {
    await gateway.dispose();
    await model.close();
  }
}

async function payloads(gateway: TestGateway): Promise<Record<string, unknown>[]> {
  const lines = (await (await gateway.get('/v1/receipts/export')).text()).trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const { attachment } = JSON.parse(line);
    if (attachment === undefined) return [];
    const jws = Buffer.from(attachment, 'base64url').toString('latin1');
    return [JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'))];
  });
}

describe('observe mode', () => {
  it('never blocks and records the decision that enforce would have made', async () => {
    await withGateway({ GATEWAY_MODE: 'observe' }, async (gateway) => {
      const response = await gateway.post('/v1/chat/completions', chat('ATTACK'));
      expect(response.status).toBe(200);
      expect(response.headers.get('x-assay-decision')).toBe('allow');
      expect(response.headers.get('x-assay-would-decide')).toBe('deny');
      const [evidence] = await payloads(gateway);
      expect(evidence).toMatchObject({ mode: 'observe', enforced: 'allow', decision: { decision: 'deny' } });
      expect(evidence?.['phases']).toMatchObject([{ phase: 'request', decision: 'deny' }, { phase: 'response' }]);
    });
  });

  it('changes nothing in the payload', async () => {
    await withGateway({ GATEWAY_MODE: 'observe' }, async (gateway, model) => {
      await gateway.post('/v1/chat/completions', chat('PRIVATE1'));
      expect(model.seen[0]?.body).toContain('PRIVATE1');
      const evaluated = await gateway.post('/v1/evaluate', { data: { input: 'PRIVATE1' }, phase: 'request' });
      expect(JSON.parse(await evaluated.text())).not.toHaveProperty('redacted');
    });
  });
});

describe('stream mode pass', () => {
  it('relays events as they come in observe mode, with a first and a final evidence that names it', async () => {
    await withGateway({ GATEWAY_MODE: 'observe', GATEWAY_STREAM_MODE: 'pass' }, async (gateway, model) => {
      const frames = chunks(['AT', 'TACK']);
      model.answerWith((_call, response) => sendEvents(response, frames));
      const response = await gateway.post('/v1/chat/completions', chat('hello', { stream: true }));
      const text = await response.text();
      expect(text.startsWith(frames.join(''))).toBe(true);
      const first = response.headers.get('x-assay-evidence-id');
      const closing = JSON.parse(/: assay (\{.*\})/.exec(text)?.[1] ?? '{}');
      expect(closing['x-assay-would-decide']).toBe('deny');
      const [before, after] = await payloads(gateway);
      expect(before).toMatchObject({ evidence_id: first, phase: 'request', stream_mode: 'pass' });
      expect(after).toMatchObject({
        evidence_id: closing['x-assay-evidence-id'],
        previous_evidence_id: first,
        phase: 'response',
      });
    });
  });

  it('rewrites events, and ends a stream that clients could read differently; the evidence says so', async () => {
    await withGateway({ GATEWAY_MODE: 'observe', GATEWAY_STREAM_MODE: 'pass' }, async (gateway, model) => {
      const [first = '', ...others] = chunks(['Hi. ', 'There.']);
      const twice = 'data: {"choices":[],"choices":[{"index":0,"delta":{"content":"leak"}}]}\n\n';
      model.answerWith((_call, response) => sendEvents(response, [`: note\nid: 7\n${first}`, twice, ...others]));
      const text = await (await gateway.post('/v1/chat/completions', chat('hello', { stream: true }))).text();
      expect(text).toContain('"role":"assistant"');
      expect(text).not.toMatch(/note|id: 7|leak|There|DONE/);
      expect((await payloads(gateway))[1]).toMatchObject({ uninspected: [{ where: '', kind: 'stream' }] });
    });
  });

  it('never applies to an enforcing exchange: it is buffered, and the evidence says so', async () => {
    await withGateway({ GATEWAY_STREAM_MODE: 'pass' }, async (gateway, model) => {
      model.answerWith((_call, response) => sendEvents(response, chunks(['AT', 'TACK'])));
      const response = await gateway.post('/v1/chat/completions', chat('hello', { stream: true }));
      expect(response.status).toBe(403);
      expect((await payloads(gateway))[0]).toMatchObject({ stream_mode: 'buffer', enforced: 'deny' });
    });
  });
});

describe('the policy file', () => {
  it('takes effect when changed, and an invalid change leaves the running policy alone', async () => {
    await withGateway({}, async (gateway) => {
      const path = join(gateway.folder, 'policy.cedar');
      const decide = async () =>
        (await gateway.post('/v1/evaluate', { data: { input: 'x' }, phase: 'request' })).json();
      expect(await decide()).toMatchObject({ decision: 'allow' });
      await writeFile(
        path,
        '@id("nobody") forbid (principal, action, resource);\n@id("all") permit (principal, action, resource);',
      );
      await expect.poll(decide).toMatchObject({ decision: 'deny', reasons: ['nobody'] });
      await writeFile(path, 'forbid (principal, action, resource) when { context.claims.no_such_claim };');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await decide()).toMatchObject({ decision: 'deny', reasons: ['nobody'] });
    });
  });

  it('ends the start with a sentence that names the problem when invalid', async () => {
    await withGateway({}, async (gateway) => {
      const path = join(gateway.folder, 'wrong.cedar');
      await writeFile(path, 'permit (principal, action, resource) when { context.claims.injection_rsk > 1 };');
      await expect(startTestGateway({ env: { GATEWAY_POLICY_FILE: path } })).rejects.toThrow(/injection_rsk/);
    });
  });
});

describe('a key of our own', () => {
  it('reaches neither the model server nor its logs, while a foreign credential passes unchanged', async () => {
    const token = 'x'.repeat(40);
    await withGateway({ ASSAY_ACCESS_TOKEN: token }, async (gateway, model) => {
      const ours = await gateway.post('/v1/chat/completions', chat('hi'), { authorization: `Bearer ${token}` });
      expect(ours.status).toBe(200);
      expect(model.seen[0]?.headers.authorization).toBeUndefined();
      const both = { 'x-assay-key': token, authorization: 'Bearer sk-theirs' };
      await gateway.post('/v1/chat/completions', chat('hi'), both);
      expect(model.seen[1]?.headers).toMatchObject({ authorization: 'Bearer sk-theirs' });
      expect(model.seen[1]?.headers).not.toHaveProperty('x-assay-key');
      expect((await gateway.post('/v1/chat/completions', chat('hi'))).status).toBe(401);
    });
  });

  it('is replaced by GATEWAY_UPSTREAM_KEY for the model server', async () => {
    await withGateway({ GATEWAY_UPSTREAM_KEY: 'sk-company' }, async (gateway, model) => {
      await gateway.post('/v1/chat/completions', chat('hi'), { authorization: 'Bearer sk-theirs' });
      expect(model.seen[0]?.headers.authorization).toBe('Bearer sk-company');
    });
  });
});
