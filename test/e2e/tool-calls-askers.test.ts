/** Who may have tool calls judged over HTTP, and for which agents. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { aQuestion, aResult, startToolGateway, type ToolGateway } from '../support/tool-gateway.ts';

const aKey = () => `assay_key_${randomBytes(32).toString('base64url')}`;
const keys = { clerk: aKey(), other: aKey(), sales: aKey() };
let world: ToolGateway;
let operator: string;

beforeAll(async () => {
  world = await startToolGateway();
  const agents = ['clerk', 'other'].map((id) => ({
    id,
    workspace_id: 'sales',
    audit_mode: 'enforce' as const,
    status: 'active',
  }));
  world.verifier.publish({
    agents,
    workspaces: [{ id: 'sales' }],
    api_keys: [
      { id: 'key_clerk', sha256: sha256Hex(keys.clerk), agent_id: 'clerk' },
      { id: 'key_other', sha256: sha256Hex(keys.other), agent_id: 'other' },
      { id: 'key_sales', sha256: sha256Hex(keys.sales), workspace_id: 'sales' },
    ].toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1)),
  });
  operator = (await readFile(join(world.folder, operatorTokenFile), 'utf8')).trim();
  const revision = async () => JSON.parse(await (await world.gateway().get('/health')).text()).config.revision;
  await vi.waitFor(async () => expect(await revision()).toBe(2));
});
afterAll(() => world?.dispose());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(path: string, body: unknown, key?: string): Promise<Answer> {
  const response = await world.gateway().post(path, body, key === undefined ? {} : { 'x-assay-key': key });
  return { status: response.status, body: JSON.parse(await response.text()) };
}
const begin = (change: object, key?: string) => post('/v1/tool-calls', { ...aQuestion(), ...change }, key);
const endOf = ({ body }: Answer, key?: string) =>
  post(`/v1/tool-calls/${String(body['call_id'])}/result`, aResult('done'), key);
const caller = { agent_id: 'clerk' };
const last = async () => (await world.recorded()).at(-1);

describe('an agent with its own credential', () => {
  it('asks for itself, and its own statements about its credential do not count', async () => {
    const said = { ...caller, authentication: 'oauth', credential_id: 'another' };
    const begun = await begin({ caller: said }, keys.clerk);
    expect(begun).toMatchObject({ status: 200, body: { decision: 'allow' } });
    expect((await endOf(begun, keys.clerk)).status).toBe(200);
    expect(await last()).toMatchObject({ agent_id: 'clerk', authentication: 'api_key' });
  });

  it('cannot name another', async () => {
    expect(await begin({ caller: { agent_id: 'other' } }, keys.clerk)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it('cannot claim to call for a person', async () => {
    const on_behalf_of = { user: 'usr_ada', grant_id: 'g' };
    expect((await begin({ caller: { ...caller, on_behalf_of } }, keys.clerk)).status).toBe(403);
    expect((await begin({ caller: { ...caller, on_behalf_of } })).status).toBe(403);
  });

  it('cannot claim that a person speaks for it', async () => {
    expect((await begin({ caller: { ...caller, speaker: 'usr_ada' } }, keys.clerk)).status).toBe(403);
  });

  it('cannot end the call of another asker, and does not end it by trying', async () => {
    const begun = await begin({ caller }, keys.clerk);
    expect((await endOf(begun, keys.other)).status).toBe(404);
    expect((await endOf(begun, operator)).status).toBe(404);
    expect((await endOf(begun)).status).toBe(404);
    expect((await endOf(begun, keys.clerk)).status).toBe(200);
  });
});

describe('a key of a workspace', () => {
  it('asks only for the agents in it', async () => {
    expect((await begin({ caller }, keys.sales)).status).toBe(200);
    expect((await begin({ caller: { agent_id: 'stranger' } }, keys.sales)).status).toBe(403);
  });
});

describe('the operator token', () => {
  it('names any agent, its person, and its credential', async () => {
    const on_behalf_of = { user: 'usr_ada', grant_id: 'g' };
    const said = { agent_id: 'other', authentication: 'oauth', credential_id: 'tok_1', on_behalf_of };
    const begun = await begin({ caller: said }, operator);
    expect((await endOf(begun, operator)).status).toBe(200);
    expect(await last()).toMatchObject({
      agent_id: 'other',
      authentication: 'oauth',
      on_behalf_of: { sub: 'usr_ada' },
    });
  });

  it('names the person who speaks for the agent, who is then in the Evidence', async () => {
    const said = { agent_id: 'other', authentication: 'oauth', speaker: 'usr_ada' };
    expect((await endOf(await begin({ caller: said }, operator), operator)).status).toBe(200);
    const evidence = await last();
    expect(evidence).toMatchObject({ agent_id: 'other', speaker: 'usr_ada' });
    expect(evidence).not.toHaveProperty('on_behalf_of');
  });
});

describe('a local caller, where no credential is required', () => {
  it('names any agent, and is recorded as a local caller', async () => {
    const begun = await begin({ caller: { ...caller, authentication: 'oauth' } });
    expect((await endOf(begun)).status).toBe(200);
    expect(await last()).toMatchObject({ agent_id: 'clerk', authentication: 'loopback' });
  });

  it('is nobody with a wrong key', async () => {
    expect((await begin({ caller }, aKey())).status).toBe(401);
  });
});

describe('a sent body', () => {
  it('is refused when parsers read it in two ways', async () => {
    const text = JSON.stringify(aQuestion()).replace('"arguments":{', '"arguments":{"name":"Eve",');
    expect(await post('/v1/tool-calls', text)).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  });

  it('of any JSON is judged or refused, and never an internal error', async () => {
    const value = fc.object({
      maxDepth: 4,
      values: [fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
    });
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.oneof(value, fc.record({ content: fc.array(value), isError: fc.boolean() })),
        async (given, result) => {
          const begun = await begin({ caller, arguments: given });
          expect(begun.status).toBe(200);
          if (begun.body['decision'] !== 'allow') return;
          const path = `/v1/tool-calls/${String(begun.body['call_id'])}/result`;
          expect((await post(path, { kind: 'result', result })).status).toBe(200);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['/v1/tool-calls', ''],
    ['/v1/tool-calls', '[]'],
    ['/v1/tool-calls', '{"caller":'],
    ['/v1/tool-calls/call_x/result', '{}'],
    ['/v1/tool-texts', '{"texts":1}'],
  ])('is reported as such when wrong: %s %s', async (path, body) => {
    expect((await post(path, body)).status).toBe(400);
  });
});
