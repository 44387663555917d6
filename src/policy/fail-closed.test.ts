/** Cedar skips a policy that it cannot evaluate, and then allows. Each test here would be an allow without its rule. */
import { describe, expect, it } from 'vitest';
import { type CedarModule, createCedarHost, loadCedarModule } from './cedar-host.ts';
import { anEngine, aRequest, claimsOf, harmless, textChain } from './chain.fixture.ts';
import { createEntitySet } from './entity-model.ts';

const permit = '@id("open") permit (principal, action, resource);';
const blockPii = `${permit}
@id("no-pii") forbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };`;

/** An engine module with some functions replaced, as a host loads it. */
function hostWith(replace: (real: CedarModule) => Partial<CedarModule>) {
  const real = loadCedarModule();
  return createCedarHost({ load: () => ({ ...real, ...replace(real) }) });
}

it('the harmless request is allowed, so that every deny below has its own cause', () => {
  expect(anEngine(blockPii).decide(aRequest())).toMatchObject({ decision: 'allow', reasons: ['open'], errors: [] });
});

describe('rule 1: an answer of type failure is a deny', () => {
  it("with the engine's message in the errors", () => {
    const failure = { type: 'failure', errors: [{ message: 'no' }], warnings: [] };
    const cedar = hostWith(() => ({ statefulIsAuthorized: () => JSON.parse(JSON.stringify(failure)) }));
    expect(anEngine(blockPii, { cedar }).decide(aRequest())).toMatchObject({
      decision: 'deny',
      reasons: [],
      errors: ['engine: no'],
    });
  });
});

describe('rules 2 and 8: an evaluation error is a deny although the engine allows', () => {
  const overflow = `${permit}
@id("sum") forbid (principal, action, resource)
when { context.claims has invisible_char_count && context.claims.invisible_char_count * 4611686018427387904 > 7 };`;

  it('on the overflow of a Long', () => {
    const decision = anEngine(overflow).decide(aRequest({ values: { invisible_char_count: 2 } }));
    expect(decision).toMatchObject({ decision: 'deny', reasons: [] });
    expect(decision.errors).toEqual([expect.stringMatching(/^policy sum: .*overflow/)]);
    expect(anEngine(overflow).decide(aRequest({ values: { invisible_char_count: 1 } })).decision).toBe('deny');
    expect(anEngine(overflow).decide(aRequest()).decision).toBe('allow');
  });

  it('in the second evaluation too', () => {
    const text = `@id("warn") @response("warn") forbid (principal, action, resource);
@id("fragile") permit (principal, action, resource)
when { context.claims has invisible_char_count && context.claims.invisible_char_count * 4611686018427387904 > -1 };
${permit}`;
    expect(anEngine(text).decide(aRequest()).decision).toBe('allow');
    const decision = anEngine(text).decide(aRequest({ values: { invisible_char_count: 2 } }));
    expect(decision).toMatchObject({ decision: 'deny', errors: [expect.stringContaining('policy fragile')] });
  });

  it('is never cached', () => {
    const engine = anEngine(overflow, { cacheSize: 10 });
    const request = aRequest({ values: { invisible_char_count: 2 } });
    engine.decide(request);
    expect(engine.decide(request)).toMatchObject({ decision: 'deny', cached: false });
  });
});

describe('rule 3: a set unknown to the engine', () => {
  const unknown = { type: 'failure', errors: [{ message: "preparsed policy set 'x' not found" }], warnings: [] };

  it('is parsed again once', () => {
    let isKnown = false;
    const cedar = hostWith((real) => ({
      preparsePolicySet: (id, policies) => {
        isKnown = true;
        return real.preparsePolicySet(id, policies);
      },
      statefulIsAuthorized: (call) => (isKnown ? real.statefulIsAuthorized(call) : JSON.parse(JSON.stringify(unknown))),
    }));
    const engine = anEngine(blockPii, { cedar });
    isKnown = false;
    expect(engine.decide(aRequest())).toMatchObject({ decision: 'allow', errors: [] });
  });

  it('and then denied', () => {
    const cedar = hostWith(() => ({ statefulIsAuthorized: () => JSON.parse(JSON.stringify(unknown)) }));
    expect(anEngine(blockPii, { cedar }).decide(aRequest())).toMatchObject({ decision: 'deny', reasons: [] });
  });
});

describe('rule 4: a trap denies only its request', () => {
  it('and the instance is replaced before the next one', () => {
    let loads = 0;
    let bad = false;
    const cedar = createCedarHost({
      load: () => {
        loads += 1;
        const real = loadCedarModule();
        return {
          ...real,
          statefulIsAuthorized: (call) => {
            if (bad) throw new Error('unreachable');
            return real.statefulIsAuthorized(call);
          },
        };
      },
    });
    const engine = anEngine(blockPii, { cedar });
    expect(engine.decide(aRequest()).decision).toBe('allow');
    bad = true;
    expect(engine.decide(aRequest())).toMatchObject({
      decision: 'deny',
      reasons: [],
      errors: ['the policy engine stopped: unreachable'],
    });
    bad = false;
    expect(engine.decide(aRequest()).decision).toBe('allow');
    expect(engine.decide(aRequest({ values: { pii_found: true } })).decision).toBe('deny');
    expect(loads).toBe(2);
  });

  it('and every request while the engine cannot be loaded', () => {
    let isBroken = false;
    const cedar = createCedarHost({
      load: () => {
        if (isBroken) throw new Error('no such file');
        return loadCedarModule();
      },
    });
    const engine = anEngine(blockPii, { cedar });
    isBroken = true;
    expect(() =>
      cedar.run(() => {
        throw new Error('unreachable');
      }),
    ).toThrow('unreachable');
    expect(engine.decide(aRequest())).toMatchObject({
      decision: 'deny',
      errors: ['the policy engine stopped: no such file'],
    });
    expect(engine.decide(aRequest()).decision).toBe('deny');
    isBroken = false;
    expect(engine.decide(aRequest()).decision).toBe('allow');
  });

  it('and a contradictory answer is no answer', () => {
    const answers = [
      { decision: 'allow', diagnostics: { reason: [], errors: [] } },
      { decision: 'allow', diagnostics: { reason: ['no-pii'], errors: [] } },
      { decision: 'allow', diagnostics: { reason: ['nobody'], errors: [] } },
      { decision: 'deny', diagnostics: { reason: ['open'], errors: [] } },
      { decision: null, diagnostics: { reason: ['open'], errors: [] } },
    ];
    for (const response of answers) {
      const cedar = hostWith(() => ({
        statefulIsAuthorized: () => JSON.parse(JSON.stringify({ type: 'success', response, warnings: [] })),
      }));
      const decision = anEngine(blockPii, { cedar }).decide(aRequest());
      expect(decision).toMatchObject({ decision: 'deny', errors: [expect.stringContaining('engine:')] });
    }
  });
});

it('rule 5: an empty set denies, and so does one without an applicable permit', () => {
  expect(anEngine('').decide(aRequest())).toMatchObject({
    decision: 'deny',
    messages: [expect.stringContaining('no permit')],
  });
  expect(anEngine('permit (principal is Assay::User, action, resource);').decide(aRequest()).decision).toBe('deny');
});

// Rule 6 (validation errors inside a success) is tested in policy-set.test.ts.

describe('rule 7: an invalid claim denies, also when no policy reads it', () => {
  const undeclared = { contextName: 'made_up', type: 'boolean' as const, value: true, auditor: 'pii' };
  const claims = claimsOf(harmless);
  const changed = (name: string, change: object) =>
    claims.map((claim) => (claim.contextName === name ? { ...claim, ...change } : claim));

  it.each([
    ['undeclared', [...claims, undeclared], 'is not declared'],
    ['of another type', changed('toxic_content', { type: 'count', value: 0 }), 'does not have its declared type'],
    ['of another auditor', changed('pii_found', { auditor: 'injection' }), 'belongs to auditor pii'],
    ['occurs twice', [...claims, { ...undeclared, contextName: 'pii_found' }], 'occurs twice'],
    ['with a value that is not its type', changed('pii_found', { value: 0 }), 'must be true or false'],
    ['that nobody reads with a value that is not its type', changed('pii_types', { value: [7] }), 'must be a list'],
    ['with a value that is null', changed('pii_found', { value: null }), 'must be true or false'],
  ])('a claim %s', (_, given, problem) => {
    expect(anEngine(blockPii).decide(aRequest({ claims: given }))).toMatchObject({
      decision: 'deny',
      reasons: [],
      errors: [expect.stringContaining(problem)],
    });
  });

  it('a claim of an unsuccessful auditor', () => {
    const auditors = textChain.map(({ item }) => ({
      item,
      status: item === 'pii' ? ('failed' as const) : ('ok' as const),
    }));
    const decision = anEngine(permit).decide(aRequest({ auditors }));
    expect(decision).toMatchObject({
      decision: 'deny',
      errors: [expect.stringContaining('did not succeed'), expect.anything()],
    });
  });

  it('the engine validates the request against the schema as well', () => {
    const calls: unknown[] = [];
    const cedar = hostWith((real) => ({
      statefulIsAuthorized: (call) => {
        calls.push(call.validateRequest, call.preparsedSchemaName);
        return real.statefulIsAuthorized(call);
      },
    }));
    const wrong = { ...aRequest(), resource: { type: 'Tool', id: 't' } as const };
    expect(anEngine(permit, { cedar }).decide(wrong)).toMatchObject({
      decision: 'deny',
      errors: [expect.stringContaining('engine:')],
    });
    expect(calls).toEqual([true, 'slot0']);
  });
});

it('text on which the engine throws is denied before it costs an instance', () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return loadCedarModule();
  };
  const text = 'permit (principal, action, resource) when { context.model_id == "echo" || context.session_id == "x" };';
  const engine = anEngine(text, { cedar: createCedarHost({ load }) });
  const bad = 'a\ud800';
  const requests = [
    ...[aRequest({ modelId: bad }), aRequest({ sessionId: bad }), aRequest({ principal: { type: 'Agent', id: bad } })],
    aRequest({ action: 'call_tool', resource: { type: 'Tool', id: bad } }),
  ];
  for (const request of requests) {
    expect(engine.decide(request)).toMatchObject({
      decision: 'deny',
      errors: [expect.stringContaining('well-formed')],
    });
  }
  expect(engine.decide(aRequest()).decision).toBe('allow');
  expect(loads).toBe(1);
  expect(() => createEntitySet([{ type: 'User', id: 'u', attributes: { email: bad } }])).toThrow(TypeError);
});
