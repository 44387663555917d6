import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anAuditor, shouting } from './auditor.fixture.ts';
import { createAuditor } from './create-auditor.ts';
import { defineAuditor, type MethodInput, type RunOptions } from './definition.ts';
import { AuditorFailure, ModelUnavailableError } from './failure.ts';
import type { SettingMap } from './setting.ts';

const request = { data: { input: 'HELLO' }, phase: 'request' };
const clock = () => 0;

describe('a valid request', () => {
  it('is answered with claims, their time and their settings, but no secret', async () => {
    const auditor = createAuditor(shouting, { clock, env: { SHOUTING_IGNORED_WORDS: 'A, B' } });
    const response = await auditor.claims(request);
    expect(response.claims[0]).toEqual({
      name: 'shouting_share',
      type: 'score_normalized',
      value: 1,
      detail: { letters: 'latin', ignored: 2 },
      timestamp: '1970-01-01T00:00:00.000Z',
      provenance: { threshold: 0.8, ignored_words: '["A","B"]', 'config.letters': 'latin' },
    });
    expect(JSON.stringify(response)).not.toContain('pepper');
  });

  it('health shows id, version and readiness', () => {
    const health = { status: 'healthy', auditor_id: 'shouting', version: '2.1.0', ready: true };
    expect(createAuditor(shouting).health()).toEqual(health);
    expect(createAuditor(anAuditor(() => [])).health().version).toBe('1.0.0');
  });

  it('the effective configuration can be read', () => {
    expect(createAuditor(shouting, { env: { SHOUTING_LETTERS: 'all' } }).effectiveConfig).toEqual({ letters: 'all' });
  });
});

/** Runs a request and returns the method's input. */
async function seen(
  body: unknown,
  options = {},
): Promise<{ input: MethodInput; options: RunOptions<SettingMap, SettingMap> }> {
  const run = vi.fn((_input: MethodInput, _options: RunOptions<SettingMap, SettingMap>) => []);
  const definition = defineAuditor({
    ...anAuditor(() => []),
    phases: ['request', 'response', 'execution', 'artifact'],
    methods: [{ name: 'm', produces: { a: { type: 'boolean', description: 'd' } }, run }],
  });
  await createAuditor(definition, { clock: () => 42 }).claims(body, options);
  const [input, runOptions] = run.mock.calls[0] ?? [];
  if (input === undefined || runOptions === undefined) throw new Error('the method did not run');
  return { input, options: runOptions };
}

describe('a method', () => {
  it.each([
    ['request', 'in', 'out', 'in'],
    ['response', 'in', 'out', 'out'],
    ['execution', 'in', 'out', 'out'],
    ['execution', 'in', '', 'in'],
    ['artifact', 'in', '', 'in'],
  ])('receives in phase %s of %j and %j the text %j', async (phase, input, output, text) => {
    expect((await seen({ data: { input, output }, phase })).input).toMatchObject({ text, input, output, phase });
  });

  it('receives empty texts for absent ones', async () => {
    expect((await seen({ data: {}, phase: 'request' })).input).toEqual({
      text: '',
      input: '',
      output: '',
      phase: 'request',
      metadata: {},
      documents: [],
      system: '',
    });
  });

  it('receives documents, system text and unknown metadata', async () => {
    const metadata = { documents: [{ id: 'd', text: 't' }], system: 's', rows: [1] };
    expect((await seen({ data: { metadata }, phase: 'request' })).input).toMatchObject({
      documents: metadata.documents,
      system: 's',
      metadata,
    });
  });

  it('receives trace and agent of the body, otherwise the trace of the transport', async () => {
    const context = { trace_id: 'body', agent_id: 'agent' };
    const named = await seen({ ...request, vendor_context: context }, { traceId: 'header' });
    expect(named.options.context).toMatchObject({ traceId: 'body', agentId: 'agent', now: 42 });
    expect((await seen(request, { traceId: 'header' })).options.context).toMatchObject({
      traceId: 'header',
      agentId: '',
    });
  });
});

describe('an invalid request is answered in-band', () => {
  const auditor = createAuditor(shouting);
  it.each([
    [undefined, 'INVALID_REQUEST', 'the body must be object'],
    [{ phase: 'request' }, 'INVALID_REQUEST', 'data'],
    [{ data: { input: 5 }, phase: 'request' }, 'INVALID_REQUEST', '/data/input must be string'],
    [{ data: {} }, 'INVALID_REQUEST', 'phase'],
    [{ data: {}, phase: 7 }, 'INVALID_REQUEST', '/phase'],
    [{ data: {}, phase: 'execution' }, 'UNSUPPORTED_PHASE', 'send one of: request, response'],
    [{ data: {}, phase: 'nonsense' }, 'UNSUPPORTED_PHASE', 'no such phase'],
    [
      { data: {}, phase: 'request', vendor_context: { needed_claims: 'a' } },
      'INVALID_REQUEST',
      '/vendor_context/needed_claims',
    ],
  ])('%#: %j', async (body, code, message) => {
    const response = await auditor.claims(body);
    expect(response).toMatchObject({ status: 'error', claims: [], error: { code, retryable: false } });
    expect(response.status === 'error' && response.error.message).toContain(message);
  });

  it('any body gets an answer of the contract that quotes nothing of it', async () => {
    const canary = 'canary4711';
    const body = fc.oneof(
      fc.anything({ withBigInt: true }),
      fc.record({
        data: fc.oneof(fc.constant({ input: [canary] }), fc.record({ input: fc.anything(), metadata: fc.anything() })),
        phase: fc.constantFrom('request', 'response', canary, 1),
        vendor_context: fc.oneof(
          fc.anything(),
          fc.record({ claim_instances: fc.anything(), needed_claims: fc.anything() }),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (candidate) => {
        const response = await auditor.claims(candidate);
        expect(['success', 'error']).toContain(response.status);
        if (response.status === 'error') expect(response.error.code).not.toBe('INTERNAL_ERROR');
        expect(JSON.stringify(response)).not.toContain(canary);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a failing method', () => {
  it('is reported in general terms; onError gets the inner error', async () => {
    const onError = vi.fn();
    const inner = new Error('the prompt was: secret');
    const failing = anAuditor(() => {
      throw inner;
    });
    const response = await createAuditor(failing, { onError }).claims(request);
    expect(response).toEqual({
      status: 'error',
      claims: [],
      error: { code: 'INTERNAL_ERROR', message: 'The analysis failed inside the auditor', retryable: true },
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(inner);
  });

  it('may report an unavailable model or an unsuitable input', async () => {
    const onError = vi.fn();
    const away = anAuditor(() => {
      throw new ModelUnavailableError();
    });
    expect(await createAuditor(away, { onError }).claims(request)).toMatchObject({
      error: { code: 'MODEL_UNAVAILABLE', retryable: true },
    });
    const picky = anAuditor(() =>
      Promise.reject(new AuditorFailure('INVALID_REQUEST', 'data.metadata.rows must be a list')),
    );
    expect(await createAuditor(picky, { onError }).claims(request)).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: 'data.metadata.rows must be a list' },
    });
  });

  it("logs a warning without the error's message when there is no listener", async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const failing = anAuditor(() => {
      throw new RangeError('the prompt was: secret\n    and more');
    });
    await createAuditor(failing).claims(request);
    expect(warn).toHaveBeenCalledOnce();
    expect(String(warn.mock.calls[0]?.[0])).toContain('auditor probe: a claims call failed with RangeError');
    expect(String(warn.mock.calls[0]?.[0])).not.toContain('secret');
    warn.mockRestore();
  });
});
