/**
 * The gateway builds nothing that its verifier refuses. Any value chosen by a client, a model server or an auditor is either
 * refused at the entry, before an acknowledgement, or becomes Evidence that passes every check of the verifier.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import { openReceiptChain, type ReceiptChain, recordBytes } from '@assay/sdk/receipts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EvidencePayload } from '../../src/clients/attestor/evidence-payload.ts';
import { parseClaimsAnswer } from '../../src/clients/auditor/answer.ts';
import type { ReceiptProof } from '../../src/contract/bundle.ts';
import type { OkpKey } from '../../src/contract/key-attestation.ts';
import { collectClaims, expectClaims, type MemberPlan } from '../../src/gateway/collect/collect.ts';
import { createRecorder, type Recorder } from '../../src/gateway/evidence/recorder.ts';
import type { Exchange, JudgedPhase } from '../../src/gateway/exchange/exchange.ts';
import { createWindowLog } from '../../src/gateway/exchange/window-log.ts';
import { identifyAs } from '../../src/gateway/http/identity.ts';
import { assertName } from '../../src/gateway/http/names.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isAppError } from '../../src/platform/errors.ts';
import { createId } from '../../src/platform/ids.ts';
import { anEngine, aRequest } from '../../src/policy/chain.fixture.ts';
import { checkItem } from '../../src/verifier/attestation/evidence/check-item.ts';
import { toDecisionEvent } from '../../src/verifier/base/events/decision-event.ts';
import { createRestartingAttestor } from '../support/restarting-attestor.ts';

const decision = anEngine('@id("open") permit (principal, action, resource);').decide(
  aRequest({ values: { pii_found: false }, phase: 'request' }),
);

let directory: string;
let chain: ReceiptChain<EvidencePayload>;
let recorder: Recorder;
let key: { kid: string; jwk: OkpKey; hash: string };
let last: ReceiptProof | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-agreement-'));
  const { client } = await createRestartingAttestor();
  const { kid, jwk, keyAttestationHash: hash } = await client.identity();
  key = { kid, jwk, hash };
  chain = await openReceiptChain<EvidencePayload>({
    directory,
    chainId: 'chain',
    attestationHash: hash,
    publicKey: jwk,
    sign: client.signReceipts,
    signTogether: client.signExchanges,
  });
  recorder = createRecorder({
    keys: { hold: (run) => run(), current: () => hash, suspect: () => {}, close: async () => {} },
    chain,
    issuer: 'spiffe://assay.local/gateway/local',
    clock: systemClock,
    randomBytes,
    onRecorded: ({ record, signature }) => {
      last = { record: toBase64Url(recordBytes(record)), signature: toBase64Url(signature) };
    },
  });
});

afterAll(async () => {
  await chain.close();
  await rm(directory, { recursive: true });
});

/** Any JavaScript string, including lone surrogates and U+0000, often short, sometimes very long. */
const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '_x', '.', '..', '-a', 'a/b', 'ok', '\u0000', '\ud800', '__proto__', 'x'.repeat(5_000)),
);
const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(1e20, -0, 2 ** 53, 1e308, Number.MIN_VALUE));

const claimTypes = ['score_normalized', 'boolean', 'string', 'string_list', 'count', 'duration_ms', 'object'] as const;
const anyClaim = fc.record(
  {
    name: fc.oneof(fc.constantFrom('risk', 'other', 'p.risk'), anyText),
    type: fc.constantFrom(...claimTypes),
    value: fc.oneof(anyNumber, fc.boolean(), anyText, fc.array(anyText, { maxLength: 3 }), anyJson),
    confidence: anyNumber,
    timestamp: fc.oneof(fc.constant('2026-01-01T00:00:00Z'), anyText),
    metadata: fc.oneof(fc.dictionary(anyText, anyJson, { maxKeys: 3 }), anyJson),
    provenance: fc.dictionary(anyText, anyJson, { maxKeys: 3 }),
    detail: fc.dictionary(anyText, anyJson, { maxKeys: 3 }),
    nonce: anyText,
    compliance_framework: fc.oneof(fc.constantFrom('soc2', 'gdpr'), anyText),
    control_id: anyText,
  },
  { requiredKeys: ['name', 'type', 'value'] },
);
const valuesOf: Record<(typeof claimTypes)[number], fc.Arbitrary<unknown>> = {
  score_normalized: fc.double({ min: 0, max: 1, noNaN: true }),
  boolean: fc.boolean(),
  string: fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.constant('x'.repeat(60_000))),
  string_list: fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 5 }),
  count: fc.oneof(fc.nat(), fc.integer(), anyNumber),
  duration_ms: fc.oneof(fc.double({ noNaN: true }), anyNumber),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), anyJson, { maxKeys: 4 }),
};
/** A claim that is probably valid, hostile within its type. */
const aTypedClaim = fc.constantFrom(...claimTypes).chain((type) =>
  fc.record(
    {
      name: fc.constant('risk'),
      type: fc.constant(type),
      value: valuesOf[type],
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      detail: fc.dictionary(fc.string(), anyJson, { maxKeys: 4 }),
      metadata: fc.dictionary(fc.string(), anyJson, { maxKeys: 4 }),
      provenance: fc.dictionary(fc.string(), fc.oneof(anyNumber, fc.string()), { maxKeys: 4 }),
      control_id: fc.string({ unit: 'binary', maxLength: 260 }),
      compliance_framework: fc.constantFrom('SOC2', 'gdpr', null),
      timestamp: fc.constantFrom('2026-01-01T10:00:00', '2026-01-01', null),
      later: anyJson,
    },
    { requiredKeys: ['name', 'type', 'value'] },
  ),
);
const anyAnswer = fc.oneof(
  { weight: 3, arbitrary: fc.record({ status: fc.constant('success'), claims: fc.array(anyClaim, { maxLength: 4 }) }) },
  fc.record({ status: fc.constant('error'), error: fc.record({ code: anyText, message: anyText }) }),
  anyJson,
);

const vocabulary = {
  auditor_id: 'a',
  version: '1.0.0',
  phases: ['request', 'response'],
  vocabulary: ['risk', 'other'].flatMap((name) =>
    claimTypes.slice(0, 1).map((type) => ({ name, type, description: name, value_schema: {}, settings: [] })),
  ),
};

/** Asks an auditor with an arbitrary answer, as the gateway does. */
async function judge(answer: unknown, type: (typeof claimTypes)[number], phase: 'request' | 'response') {
  const declared = vocabulary.vocabulary.map((entry) => ({ ...entry, type }));
  const plan: MemberPlan = {
    settingsId: 'a',
    member: {
      item: { name: 'a', image: 'a', port: 1 },
      boundary: 'remote',
      vocabulary,
      client: {
        transport: 'http',
        claims: async () => parseClaimsAnswer(JSON.parse(JSON.stringify(answer) ?? 'null'), '2026-01-01T00:00:00Z'),
        health: () => Promise.reject(new Error('not asked')),
        vocabulary: async () => vocabulary,
        close: async () => {},
      },
    },
    auditorId: 'a',
    version: '1.0.0',
    phases: new Set([phase]),
    skip: false,
    instances: [],
    configKeys: new Set(),
    expected: expectClaims({ ...vocabulary, vocabulary: declared }, [{ instance_id: 'p.risk', produces: ['risk'] }]),
  };
  const results = await collectClaims({
    plans: [plan],
    phase,
    data: { input: 'x' },
    traceId: 't',
    agentId: 'a',
    timeoutMs: 100,
    monotonicMs: () => 0,
  });
  const judged: JudgedPhase = { phase, results, decision, durationMs: 1 };
  return judged;
}

interface Wish {
  readonly agentId: string;
  readonly sessionId: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  readonly server: string | undefined;
}

/** The entries' result for a call: its identity, or a refusal before anything is judged. */
function enter({ agentId, sessionId, modelId, tool, server }: Wish): Exchange['identity'] {
  assertName(modelId, 'model');
  assertName(tool, 'tool');
  assertName(server ?? null, 'server');
  const trace = { traceId: '0'.repeat(31).concat('1'), spanId: '1'.repeat(16), flags: '01' };
  const state = { workspaceId: 'default', state: undefined, config: undefined, mode: { word: 'enforce' } };
  const caller = { authentication: 'loopback', scopes: 'all', user: 'local', role: 'operator', kind: 'person' };
  return identifyAs(
    // Only the members that are read.
    { caller: caller as never, trace: trace as never, agentId, sessionId },
    {
      mode: 'enforce',
      defaultSessionId: 's',
      now: () => 0,
      actingOf: () => state as never,
      standingOf: () => ({ status: 'active' }) as never,
    },
  ).identity;
}

const anyExchange = fc.record({
  request: fc.record({
    agentId: fc.oneof(fc.stringMatching(/^[A-Za-z0-9._-]{1,140}$/), anyText),
    sessionId: fc.oneof(fc.constant('s'), anyText),
    modelId: fc.oneof(anyText, fc.constant(null)),
    tool: fc.oneof(
      fc.constant(null),
      anyText.map((text) => text.slice(0, 256)),
    ),
    server: fc.oneof(fc.constant(undefined), anyText),
  }),
  answers: fc.array(fc.record({ answer: anyAnswer, type: fc.constantFrom(...claimTypes) }), {
    minLength: 1,
    maxLength: 2,
  }),
  uninspected: fc.array(fc.record({ where: anyText, kind: anyText }), { maxLength: 5 }),
  manyUninspected: fc.integer({ min: 0, max: 10_000 }),
  messages: fc.array(anyText, { maxLength: 3 }),
  windows: fc.array(fc.boolean(), { maxLength: 20 }),
  isWindowed: fc.boolean(),
});

type Drawn = typeof anyExchange extends fc.Arbitrary<infer Value> ? Value : never;

async function toExchange(drawn: Drawn, identity: Exchange['identity']): Promise<Exchange> {
  const { request, answers, uninspected, manyUninspected, messages, windows, isWindowed } = drawn;
  const judged: JudgedPhase[] = [];
  for (const [index, { answer, type }] of answers.entries()) {
    judged.push(await judge(answer, type, index === 0 ? 'request' : 'response'));
  }
  const log = createWindowLog();
  for (const _ of windows) log.add({ decision: 'allow', released: true, redacted: false });
  const { modelId, tool, server } = request;
  return {
    identity,
    modelId,
    tool,
    server,
    startedMs: 0,
    requestHash: sha256Hex('q'),
    responseHash: sha256Hex('a'),
    evidenceId: createId('ev', systemClock, randomBytes),
    judged: judged.map((phase) => ({ ...phase, decision: { ...phase.decision, messages } })),
    uninspected: [
      ...uninspected,
      ...Array.from({ length: manyUninspected }, (_, at) => ({ where: `/messages/${at}`, kind: 'image' })),
    ],
    features: ['mcp'],
    streamMode: isWindowed ? 'window' : 'none',
    ...(isWindowed
      ? {
          previousEvidenceId: createId('ev', systemClock, randomBytes),
          stream: log.toRecord({ end: 'complete', sentBytes: 1, isCut: false }),
        }
      : {}),
  };
}

async function verify(jws: string) {
  const keys = {
    find: (_org: string, kid: string) =>
      kid === key.kid ? { jwk: key.jwk, keyAttestationHashes: [key.hash] } : undefined,
    refresh: async () => undefined,
    isRevoked: () => false,
    forget: () => {},
  };
  return checkItem({ jws, receipt: last }, { orgId: 'default', now: Date.now(), keys });
}

/** Values stored beside the JWS and shown as events must not contain text that PostgreSQL cannot store. */
const unstorable = /\\u0000|\\ud[89a-f][0-9a-f]{2}/;

it('any exchange is refused at the entry, or passes every check of the verifier', async () => {
  let recorded = 0;
  await fc.assert(
    fc.asyncProperty(anyExchange, async (drawn) => {
      let identity: Exchange['identity'];
      try {
        identity = enter(drawn.request);
      } catch (error) {
        expect(isAppError(error, 'invalid_request'), String(error)).toBe(true);
        return;
      }
      const { jws } = await recorder.record(await toExchange(drawn, identity), 1);
      recorded += 1;
      const checked = await verify(jws);
      expect(checked).toMatchObject({ ok: true });
      if (!checked.ok) return;
      expect(checked.evidence.agent_id).toBe(drawn.request.agentId);
      expect(checked.evidence.model_id).toBe(drawn.request.modelId);
      const event = toDecisionEvent({ evidence: checked.evidence, receiptSeq: 1 }, true);
      expect(JSON.stringify(event).replaceAll('\\\\', '')).not.toMatch(unstorable);
    }),
    { numRuns: 150 },
  );
  expect(recorded).toBeGreaterThan(5);
});

it('claims that pass the gateway pass the verifier, with any values', async () => {
  const identity = enter({ agentId: 'a', sessionId: 's', modelId: null, tool: null, server: undefined });
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(aTypedClaim, async (claim) => {
      const { type } = claim;
      const answer = { status: 'success', claims: [claim] };
      const judged = [await judge(answer, type, 'request')];
      if (judged[0]?.results[0]?.status === 'ok') passed += 1;
      const exchange = await toExchange(
        {
          request: { agentId: 'a', sessionId: 's', modelId: null, tool: null, server: undefined },
          answers: [],
          uninspected: [],
          manyUninspected: 0,
          messages: [],
          windows: [],
          isWindowed: false,
        },
        identity,
      );
      const { jws } = await recorder.record({ ...exchange, judged }, 1);
      expect(await verify(jws)).toMatchObject({ ok: true });
    }),
    { numRuns: 200 },
  );
  expect(passed).toBeGreaterThan(10);
});
