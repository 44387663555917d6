import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer, GatewayClient } from '../../../../clients/gateway/client.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createLogger } from '../../../../platform/log.ts';
import { createSecret } from '../../../../platform/secret.ts';
import type { ToolOutcome } from '../../../tools/installations/tool-calling.ts';
import type { StepCall, StepEnd } from '../ports.ts';
import { waitingOf } from '../runs/run-steps.ts';
import { createAskGateway } from './ask-gateway.ts';
import { createKeptResults } from './kept-results.ts';
import { openStep } from './step.ts';
import { createToolStep } from './tool-step.ts';

/** The gateway's answer to an evaluation. */
type Judging =
  | 'redact'
  | 'observed'
  | 'allow'
  | 'deny'
  | 'ask'
  | 'busy'
  | 'away'
  | 'late'
  | 'broken'
  | 'refused'
  | 'nonsense';

const evidence = { evidence_id: `ev_${'0'.repeat(36)}`, jws: 'a.b.c' };
const approval = { id: 'apr_1', status: 'pending', expires_at: null, url: null };
const answer = (status: number, body: unknown): GatewayAnswer => ({
  status,
  text: JSON.stringify(body),
  evidenceId: undefined,
  retryAfterS: undefined,
});

function toAnswer(judging: Judging): GatewayAnswer {
  const denied = { decision: 'deny', enforced: 'deny', reasons: ['p'], evidence };
  switch (judging) {
    case 'allow':
      return answer(200, { decision: 'allow', enforced: 'allow', reasons: [], evidence });
    case 'redact':
      return answer(200, { decision: 'allow', enforced: 'allow', obligations: ['redact'], evidence });
    case 'observed': {
      const jws = `a.${Buffer.from('{"mode":"observe"}').toString('base64url')}.c`;
      const observed = { ...evidence, jws };
      return answer(200, { decision: 'allow', enforced: 'allow', obligations: ['redact'], evidence: observed });
    }
    case 'deny':
      return answer(200, denied);
    case 'ask':
      return answer(200, { ...denied, approval, next_action: 'retry' });
    case 'busy':
      return answer(503, { code: 'unavailable' });
    case 'refused':
      return answer(401, { code: 'unauthorized' });
    case 'nonsense':
      return answer(200, []);
    case 'away':
      throw new AppError('unavailable', 'not there');
    case 'late':
      throw new AppError('upstream_timeout', 'late');
    case 'broken':
      throw new AppError('upstream_unavailable', 'broke off');
  }
}

function open(
  judgings: readonly Judging[],
  outcomes: readonly ToolOutcome[],
  isRepeatable = false,
  more: Partial<StepCall> = {},
  /** For each use of the database, whether it is unreachable. */
  faults: readonly boolean[] = [],
) {
  const faultsLeft = [...faults];
  const useDatabase = (): void => {
    if (faultsLeft.shift() === true) throw new Error('Connection terminated unexpectedly');
  };
  const left = [...judgings];
  const outcomesLeft = [...outcomes];
  let now = 1_000_000;
  let calls = 0;
  const order: string[] = [];
  const clock = { now: () => now };
  const gateway: GatewayClient = {
    isOnLoopback: () => true,
    async send() {
      order.push('judged');
      return toAnswer(left.shift() ?? 'allow');
    },
    close: async () => {},
  };
  const tokens = {
    async get() {
      useDatabase();
      return createSecret('t');
    },
    drop: () => {},
  };
  const deps = {
    ask: createAskGateway({ gateway, tokens, clock, makesTokens: true }),
    clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    tell: async (_told: unknown, end: { readonly status: string }) => {
      if (end.status === 'started') useDatabase();
    },
    toolCalls: {
      async find() {
        useDatabase();
        const tool = {
          server: 's',
          name: 'send',
          isRepeatable,
          credentialId: undefined,
          async call() {
            // The read of the credential, before the call is sent.
            useDatabase();
            calls += 1;
            order.push('called');
            return outcomesLeft.shift() ?? done;
          },
        };
        return { isFound: true as const, tool };
      },
    },
  };
  const call: StepCall = {
    orgId: 'o',
    workspaceId: 'w',
    workflowId: 'wfl',
    revision: 1,
    runId: 'wfr',
    stepId: 'wfs',
    turn: [],
    attempt: 0,
    agentId: 'a',
    input: { q: 'x' },
    traceId: 'a'.repeat(32),
    startedBy: 'u',
    depth: 0,
    signal: new AbortController().signal,
    async aboutToAct() {
      useDatabase();
      order.push('leaving');
    },
    node: {
      id: 'n',
      type: 'tool',
      ref: { id: 'send', version: null },
      position: { x: 0, y: 0 },
      config: { installation_id: 'i' },
    },
    ...more,
  };
  let kept = createKeptResults();
  return {
    calls: () => calls,
    /** The actions in order. */
    order,
    restart() {
      kept = createKeptResults();
    },
    /** Continues it as the engine does: after a wait, and again if that is allowed. */
    async run(times: number, onWait: () => void = () => {}): Promise<StepEnd> {
      let attempt = 0;
      let waiting: StepCall['waiting'];
      for (;;) {
        const end = await createToolStep({ ...deps, kept })(
          openStep({ ...call, attempt, ...(waiting === undefined ? {} : { waiting }) }),
        );
        attempt += 1;
        // Keeps it as the engine does.
        waiting =
          end.kind === 'wait' ? waitingOf({ waiting_for: end.waiting.for, waiting_id: end.waiting.id }) : undefined;
        const isOver = end.kind === 'wait' || (end.kind === 'failed' && end.isRetryable) ? attempt >= times : true;
        if (isOver) return end;
        if (end.kind === 'wait') {
          now = Math.max(now, end.until);
          onWait();
        }
      }
    },
  };
}

const done: ToolOutcome = { kind: 'answered', isError: false, result: { content: [{ type: 'text', text: 'yes' }] } };

describe('a tool whose call has effects', () => {
  const judging = fc.constantFrom<Judging>(
    ...(['allow', 'deny', 'ask', 'busy', 'away', 'late', 'broken', 'refused', 'nonsense'] as const),
  );
  const outcome = fc.constantFrom<ToolOutcome>(
    ...[done, { kind: 'unknown', message: 'm' } as const, { ...done, isError: true }],
  );

  it('is called at most once, for any behaviour of the gateway, and any end of its process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(judging, { maxLength: 12 }),
        outcome,
        fc.array(fc.boolean()),
        fc.array(fc.boolean()),
        async (list, one, dies, faults) => {
          const ends = [...dies];
          const scene = open(list, [one], false, {}, faults);
          await scene.run(30, () => {
            if (ends.shift() === true) scene.restart();
          });
          expect(scene.calls()).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('gives its answer once that can be judged again, without another call', async () => {
    const scene = open(['allow', 'busy', 'away', 'late', 'ask', 'allow'], []);
    expect(await scene.run(10)).toMatchObject({ kind: 'done', output: 'yes' });
    expect(scene.calls()).toBe(1);
  });

  it.each([0, 1, 2, 3])('is called, once, when the database was away before that (%i)', async (use) => {
    const scene = open([], [], false, {}, [...Array<boolean>(use).fill(false), true]);
    expect(await scene.run(3)).toMatchObject({ kind: 'done' });
    expect(scene.calls()).toBe(1);
  });

  it("waits while the organisation's call limit is reached", async () => {
    const held = { kind: 'refused', code: 'outbound_rate', message: 'm', isRetryable: true } as const;
    const scene = open([], Array<ToolOutcome>(9).fill(held));
    expect(await scene.run(9)).toMatchObject({ kind: 'wait' });
    expect(await scene.run(1)).toMatchObject({ kind: 'done' });
  });

  it('gives its answer when the database was away at its judgement', async () => {
    const scene = open([], [], false, {}, [false, false, false, false, true, true]);
    expect(await scene.run(4)).toMatchObject({ kind: 'done', output: 'yes' });
    expect(scene.calls()).toBe(1);
  });

  it('ends as unknown when the process with its answer is gone', async () => {
    const scene = open(['allow', 'busy'], []);
    expect(await scene.run(10, scene.restart)).toMatchObject({ kind: 'unknown' });
    expect(scene.calls()).toBe(1);
  });
});

describe('a redacted value', () => {
  it('reaches no tool, and no step behind one', async () => {
    const before = open(['redact'], []);
    expect(await before.run(3)).toMatchObject({ kind: 'failed', code: 'redaction_required', isRetryable: false });
    expect(before.calls()).toBe(0);
    const behind = open(['allow', 'redact'], []);
    expect(await behind.run(3)).toMatchObject({ kind: 'failed', code: 'redaction_required' });
    expect(behind.calls()).toBe(1);
  });

  it('continues unchanged when the gateway only observes', async () => {
    expect(await open(['observed', 'observed'], []).run(1)).toMatchObject({ kind: 'done', output: 'yes' });
  });
});

describe('a template that inserts a large value repeatedly', () => {
  it('ends the step before anything of it is written out', async () => {
    const template = { all: Array.from({ length: 2_000 }, () => ({ $from: '' })) };
    const node = { id: 'n', type: 'tool', ref: { id: 'send', version: null }, position: { x: 0, y: 0 } } as const;
    const config = { installation_id: 'i', arguments: template };
    const tool = open(['allow'], [], false, { node: { ...node, config }, input: 'x'.repeat(250 * 1024) });
    expect(await tool.run(1)).toMatchObject({ kind: 'failed', code: 'invalid_arguments', isRetryable: false });
    expect(tool.calls()).toBe(0);
  });
});

describe('the record of a call about to be sent', () => {
  it('is made after its arguments were judged and before the sending, and not without it', async () => {
    const called = open(['allow'], []);
    await called.run(1);
    expect(called.order).toEqual(['judged', 'leaving', 'called', 'judged']);
    const denied = open(['deny'], []);
    await denied.run(1);
    expect(denied.order).toEqual(['judged']);
  });

  it('keeps it from being sent when it fails, and it is tried again', async () => {
    const aboutToAct = async () => {
      throw new Error('Connection terminated unexpectedly');
    };
    const kept = open(['allow'], [], false, { aboutToAct });
    expect(await kept.run(1)).toMatchObject({ kind: 'failed', code: 'internal', isRetryable: true });
    expect(kept.calls()).toBe(0);
  });
});

describe('a repeatable tool', () => {
  it('is called without a record', async () => {
    const scene = open([], [], true);
    await scene.run(1);
    expect(scene.order).toEqual(['judged', 'called', 'judged']);
  });

  it('is called again after an unknown result', async () => {
    const scene = open([], [{ kind: 'unknown', message: 'm' }], true);
    expect(await scene.run(3)).toMatchObject({ kind: 'done' });
    expect(scene.calls()).toBe(2);
  });
});

describe('an absent gateway', () => {
  it('is waited for ten minutes, and no longer', async () => {
    const back = open(['away', 'away', 'away'], []);
    expect(await back.run(10)).toMatchObject({ kind: 'done' });
    const gone = open(Array<Judging>(1_000).fill('away'), []);
    expect(await gone.run(900)).toMatchObject({ kind: 'failed', code: 'gateway_unavailable', isRetryable: false });
    expect(gone.calls()).toBe(0);
  });
});
