/**
 * The OpenAI Agents SDK and the Codex CLI behind the gateway. `ASSAY_TEST_OPENAI_AGENTS` names the folder in which npm
 * installed `@openai/agents` and `node` (they need a newer Node), and `@openai/codex` where it is tried too.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ModelServer, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import { provenEvidence } from '../support/windows.ts';

const folder = env['ASSAY_TEST_OPENAI_AGENTS'];
if (folder === undefined) console.warn('agents are not tested: ASSAY_TEST_OPENAI_AGENTS names no folder');
const codex = join(folder ?? '', 'node_modules/.bin/codex');
const hasCodex = folder !== undefined && existsSync(codex);
if (folder !== undefined && !hasCodex) console.warn('Codex is not tested: the folder has no @openai/codex');

const script = `
import { Agent, run, setDefaultOpenAIClient, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
setTracingDisabled(true);
setDefaultOpenAIClient(new OpenAI({ baseURL: process.env.BASE_URL, apiKey: 'any', maxRetries: 0 }));
const parameters = {
  type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false,
};
const execute = async ({ city }) => 'sunny in ' + city;
const weather = tool({ name: 'get_weather', description: 'The weather.', parameters, strict: true, execute });
const agent = new Agent({ name: 'helper', instructions: 'Be kind.', model: 'm', tools: [weather] });
const told = {};
const first = await run(agent, 'Call PRIVATE1');
told.whole = first.finalOutput;
told.continued = (await run(agent, 'And?', { previousResponseId: first.lastResponseId })).finalOutput;
const stream = await run(agent, 'Hi', { stream: true });
await stream.completed;
told.streamed = stream.finalOutput;
told.denied = await run(agent, 'ATTACK').catch(({ status, code }) => ({ status, code }));
console.log(JSON.stringify(told));
`;

let gateway: TestGateway;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  let count = 0;
  model.answerWith(({ body }, response) => {
    const { input, tools, stream } = JSON.parse(body);
    const isCalled = JSON.stringify(input).includes('function_call_output');
    const hasTool = JSON.stringify(tools).includes('get_weather');
    count += 1;
    const item =
      isCalled || !hasTool
        ? {
            type: 'message',
            id: `msg_${count}`,
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'It is sunny.', annotations: [] }],
          }
        : {
            type: 'function_call',
            id: `fc_${count}`,
            call_id: `call_${count}`,
            name: 'get_weather',
            arguments: '{"city":"Paris"}',
            status: 'completed',
          };
    const answer = { id: `resp_${count}`, object: 'response', model: 'm', status: 'completed', output: [item] };
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    if (stream !== true) return sendJson(response, { ...answer, usage });
    const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
    return sendEvents(response, [
      event('response.created', { response: { ...answer, status: 'in_progress', output: [] } }),
      event('response.completed', { response: { ...answer, usage } }),
    ]);
  });
  gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url } });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

const execute = promisify(execFile);

describe.skipIf(folder === undefined)('the OpenAI Agents SDK', () => {
  it('runs its tools, streams, continues by id and is refused, with Evidence of every call', async () => {
    const { stdout } = await execute('node_modules/.bin/node', ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { ...env, BASE_URL: `${gateway.url}/v1` },
    });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
      whole: 'It is sunny.',
      continued: 'It is sunny.',
      streamed: 'It is sunny.',
      denied: { status: 403, code: 'policy_denied' },
    });
    const bodies = model.seen.map(({ body }) => body).join('\n');
    expect(bodies).toContain('sunny in Paris');
    expect(bodies).not.toContain('PRIVATE1');
    const evidence = await provenEvidence(gateway);
    expect(evidence).toHaveLength(model.seen.length + 1);
    expect(evidence.filter(({ continues }) => continues !== undefined)).toHaveLength(2);
    expect(evidence.at(-1)).toMatchObject({ enforced: 'deny' });
  }, 120_000);
});

describe.skipIf(!hasCodex)('the Codex CLI', () => {
  it('is answered, and shows a refusal', async () => {
    const home = await mkdtemp(join(tmpdir(), 'assay-codex-'));
    const config = [
      ...['model = "m"', 'model_provider = "assay"', 'web_search = "disabled"', '[model_providers.assay]'],
      ...['name = "Assay"', `base_url = "${gateway.url}/v1"`, 'wire_api = "responses"', 'env_key = "ASSAY_ANY_KEY"'],
      ...['request_max_retries = 0', 'stream_max_retries = 0'],
    ];
    await writeFile(join(home, 'config.toml'), config.join('\n'));
    const options = { cwd: home, env: { ...env, CODEX_HOME: home, ASSAY_ANY_KEY: 'any' } };
    const ask = async (text: string): Promise<string> => {
      const running = execute(codex, ['exec', '--skip-git-repo-check', '-s', 'read-only', text], options);
      running.child.stdin?.end();
      const ended = await running.catch((failed: { stdout: string; stderr: string }) => failed);
      return ended.stdout + ended.stderr;
    };
    try {
      expect(await ask('How is the weather?')).toContain('It is sunny.');
      expect(await ask('ATTACK')).toContain('403');
      expect((await provenEvidence(gateway)).at(-1)).toMatchObject({ enforced: 'deny' });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }, 120_000);
});
