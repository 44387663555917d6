/** A gateway for tests of tool calls: small auditors, possible approvals, and its records. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgeOptions } from '../../src/clients/tool-judge/client.ts';
import { createLocalToolJudge } from '../../src/clients/tool-judge/local.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { LiveEvent } from '../../src/contract/live-events.ts';
import type { ToolCallOutcome, ToolCallQuestion } from '../../src/contract/tool-calls.ts';
import { createApprovingVerifier } from './approving-verifier.ts';
import { attackAuditor, privateAuditor } from './auditors.ts';
import { recordedEvidence } from './evidence.ts';
import { startTestGateway } from './gateway.ts';

/** `ATTACK` is blocked, `ASK` escalates, `PRIVATEn` is redacted; tool `pay` and server `bank` need a person. */
export const toolPolicy = `@id("open") permit (principal, action, resource);
@id("attack") @reason("No attacks") forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.9")) };
@id("ask") @response("escalate") @reason("Ask a person") forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.4")) &&
  context.claims.injection_risk.lessThan(decimal("0.6")) };
@id("privacy") @response("redact") forbid (principal, action, resource)
when { context.claims has pii_found && context.claims.pii_found };
@id("pay") @response("escalate")
forbid (principal, action == Assay::Action::"call_tool", resource == Assay::Tool::"pay");
@id("vault") forbid (principal, action == Assay::Action::"call_tool", resource)
when { resource has server && resource.server == "vault" };`;

const phases = ['request', 'response', 'execution'] as const;
const [method] = attackAuditor.methods;
if (method === undefined) throw new Error('the auditor has a method');
export const readingAuditors = [
  {
    ...attackAuditor,
    phases: [...phases],
    methods: [
      {
        ...method,
        run: ({ text }: { text: string }) => {
          const value = text.includes('ATTACK') ? 1 : text.includes('ASK') ? 0.5 : 0;
          return [{ name: 'injection_risk', value }];
        },
      },
    ],
  },
  { ...privateAuditor, phases: [...phases] },
];

export type ToolGateway = Awaited<ReturnType<typeof startToolGateway>>;

export const judgeOptions = (): JudgeOptions => ({
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  signal: new AbortController().signal,
});

/** A question of agent clerk; members of `caller` are those of the question's caller. */
export function aQuestion(change: Partial<ToolCallQuestion> = {}): ToolCallQuestion {
  return {
    caller: { agent_id: 'clerk', authentication: 'api_key', credential_id: 'key_1', session_id: 's-1' },
    server: 'crm',
    tool: 'find',
    arguments: { name: 'Ada' },
    ...change,
  };
}

export const aResult = (text: string, more: object = {}): Extract<ToolCallOutcome, { kind: 'result' }> => ({
  kind: 'result',
  result: { content: [{ type: 'text', text }], ...more },
});

export async function startToolGateway(options: { env?: Record<string, string>; policy?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-tool-calls-'));
  await writeFile(join(folder, 'policy.cedar'), options.policy ?? toolPolicy);
  const verifier = createApprovingVerifier();
  const events: LiveEvent[] = [];
  verifier.publish();
  const client = {
    ...verifier.client,
    async reportEvents(told: readonly LiveEvent[]) {
      events.push(...told);
      return { stored: told.length, known: 0, refused: 0 };
    },
  };
  const start = () => startTestGateway({ folder, verifier: client, auditors: readingAuditors, env: options.env ?? {} });
  const first = await start();
  let gateway = first;
  return {
    verifier,
    events,
    folder,
    gateway: () => gateway,
    judge: () => createLocalToolJudge(gateway.toolCalls),
    recorded: (): Promise<Evidence[]> => recordedEvidence(gateway),
    /** Receipts from the export, oldest first. */
    async receipts(): Promise<Record<string, unknown>[]> {
      const lines = (await (await gateway.get('/v1/receipts/export')).text()).trim().split('\n').slice(1);
      return lines.flatMap((line) => {
        const { attachment, record } = JSON.parse(line);
        return attachment === undefined ? [] : [JSON.parse(record)];
      });
    },
    async restart(): Promise<void> {
      await gateway.close();
      gateway = await start();
    },
    async dispose(): Promise<void> {
      await gateway.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
