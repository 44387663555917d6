/** Scratch: CPU per runWhole. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createAuditor } from '@assay/sdk';
import { openReceiptChain } from '@assay/sdk/receipts';
import { createAttestor } from '../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../src/attestor/config.ts';
import { createTee } from '../src/attestor/start.ts';
import { auditors } from '../src/auditors/catalog.ts';
import { createLocalAttestorClient } from '../src/clients/attestor/local.ts';
import { createLocalAuditorClient } from '../src/clients/auditor/local.ts';
import { connectChain } from '../src/gateway/collect/chain.ts';
import { createRecorder } from '../src/gateway/evidence/recorder.ts';
import { createJudge } from '../src/gateway/exchange/judge.ts';
import { runWhole } from '../src/gateway/exchange/proxy-flow.ts';
import { parseJsonBody } from '../src/gateway/http/json-body.ts';
import { createCedarHost } from '../src/gateway/policy/cedar-host.ts';
import { openAiChat } from '../src/gateway/proxy/openai-chat/api.ts';
import { createActiveState } from '../src/gateway/state/active-state.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createId } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { createRandomPool } from '../src/platform/random-pool.ts';
import { defaultPolicySettings, renderDefaultPolicy } from '../src/gateway/policy/default-policy.ts';
import { toChainVocabulary } from '../src/gateway/state/active-state.ts';
import { prompts } from './prompts.ts';

const log = createLogger({ service: 't', level: 'silent' });
const folder = await mkdtemp(join(tmpdir(), 'zz-'));
const attestorConfig = loadAttestorConfig({});
const tee = createTee(attestorConfig, { clock: systemClock, build: 'test' });
const attestor = await createAttestor({ clock: systemClock, randomBytes, log, config: attestorConfig, tee });
const client = createLocalAttestorClient(attestor);
const id = await client.identity();
const chain = await openReceiptChain({ directory: folder, chainId: 'c', attestationHash: id.keyAttestationHash, publicKey: id.jwk, sign: client.signReceipts, durability: 'async' as never });
const ids = (process.env['AUD'] ?? auditors.map((a) => a.id).join(',')).split(',');
const members = await connectChain({
  items: auditors.filter((a) => ids.includes(a.id)).map(({ id, defaultPort }) => ({ name: id, image: `assay/${id}`, port: defaultPort })),
  connect: (item) => ({ boundary: 'attested', client: createLocalAuditorClient({ auditor: createAuditor(auditors.find((a) => a.id === item.name)!, {}) }) }),
  store: { load: async () => undefined, save: async () => {} }, timeoutMs: 1000, log,
});
const state = createActiveState({ chain: members, policy: { id: 'policy', text: policyText() }, cedar: createCedarHost(), clock: systemClock, trustDomain: 'assay.local' });
function policyText() { return renderDefaultPolicy(defaultPolicySettings, members.flatMap(toChainVocabulary)); }
const pooled = createRandomPool(randomBytes);
const recorder = createRecorder({ attestor: client, attestorIdentity: id, chain, issuer: 'spiffe://assay.local/gateway/' + (attestorConfig as any).GATEWAY_ID, clock: systemClock, randomBytes: pooled, onRecorded() {} });
const monotonicMs = () => performance.now();
const judge = createJudge({ auditorTimeoutMs: 2000, monotonicMs });
const sentence = 'The committee met on Tuesday to go through the plans for the new library and its reading room. ';
const answer = Buffer.from(JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion', created: 1_700_000_000, model: 'bench', choices: [{ index: 0, message: { role: 'assistant', content: sentence.repeat(5).slice(0, 400) }, finish_reason: 'stop' }], usage: { prompt_tokens: 120, completion_tokens: 80, total_tokens: 200 } }));
async function* body() { yield answer; }
const upstream = { name: 'x', send: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: body() }), close: async () => {} };
const deps = { current: () => state, judge, recorder, upstream, monotonicMs, createEvidenceId: () => createId('ev', systemClock, pooled), maxAnswerBytes: 1e8 };
const bodies = prompts(2000).map((p) => Buffer.from(JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: p }] })));
const hex = (n: number) => Buffer.from(pooled(n)).toString('hex');
const onlyJudge = process.env['ONLY'] === 'judge';
let next = 0;
async function one() {
  const rawBody = bodies[next++ % bodies.length]!;
  const value = parseJsonBody(rawBody);
  const parsed = openAiChat.parseRequest(value);
  if (!parsed.ok) throw new Error('x');
  const traceId = hex(16);
  const identity = { agentId: 'default', workspaceId: 'default', sessionId: 'demo-session', traceId, traceparent: `00-${traceId}-${hex(8)}-00`, authentication: 'loopback', mode: 'enforce' as const };
  if (onlyJudge) {
    await judge(state, { phase: 'request', data: { input: parsed.request.input, metadata: { session_id: 'demo-session', model_id: 'bench' } }, identity, modelId: 'bench', tool: null, uninspectedKinds: [] });
    return;
  }
  const result = await runWhole(deps as never, { api: openAiChat, path: '/v1/chat/completions', rawBody, body: value, inspected: parsed.request, upstreamHeaders: {}, clientHeaders: {}, identity, signal: new AbortController().signal });
  if (result.status !== 200) throw new Error(String(result.body));
}
async function rounds(n: number) {
  let left = n;
  await Promise.all(Array.from({ length: 32 }, async () => { while (left-- > 0) await one(); }));
}
await rounds(8000);
const N = Number(process.env['N'] ?? 6000);
const results: number[] = [];
for (let i = 0; i < 5; i++) {
  const c = process.cpuUsage();
  const t = performance.now();
  await rounds(N);
  const u = process.cpuUsage(c);
  results.push((u.user + u.system) / N);
  void t;
}
console.log('cpu us per exchange:', results.map((r) => r.toFixed(0)).join(' '), 'min', Math.min(...results).toFixed(0));
await chain.close();
await rm(folder, { recursive: true, force: true });
