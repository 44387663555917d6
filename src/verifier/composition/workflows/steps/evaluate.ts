/** Has the gateway judge a value without a model (`POST /v1/evaluate`), and reads its decision. */
import type { Phase } from '@assay/sdk/contract';
import { isRecord } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseForeignJson } from '../../../../clients/bounded-body.ts';
import { gatewayPaths } from '../../../../clients/gateway/client.ts';
import type { StepEnd } from '../ports.ts';
import type { AskGateway } from './ask-gateway.ts';
import { type ReadRefusal, readDenial } from './refusal.ts';
import { failed, type Step } from './step.ts';

/** A value to judge, and the agent it belongs to. */
export interface Judgeable {
  readonly agentId: string;
  readonly phase: Phase;
  /** Sent to a model or a tool. */
  readonly input?: string;
  /** Received from one. */
  readonly output?: string;
  readonly tool?: string;
}

const word = Type.Union([Type.Literal('allow'), Type.Literal('deny')]);
const ResultSchema = Type.Object({
  decision: word,
  enforced: word,
  obligations: Type.Optional(Type.Array(Type.String())),
  evidence: Type.Object({ evidence_id: Type.String({ maxLength: 200 }), jws: Type.String() }),
});
/** The part of the Evidence that is read: what each auditor found. */
const RunsSchema = Type.Object({
  claims: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 200 }),
      type: Type.String({ maxLength: 64 }),
      value: Type.Unknown(),
      confidence: Type.Optional(Type.Number()),
    }),
  ),
  auditors: Type.Array(
    Type.Object({
      auditor_id: Type.String(),
      version: Type.String(),
      status: Type.String(),
      claims: Type.Array(Type.Integer({ minimum: 0 })),
    }),
  ),
});
const isResult = Compile(ResultSchema);
const areRuns = Compile(RunsSchema);

export type AuditorRuns = Static<typeof RunsSchema>;

export type Judgement =
  /** `word`: the decision of the policies; `denial`: why the value must not continue, undefined if it may. */
  | {
      readonly kind: 'judged';
      readonly word: 'allow' | 'deny';
      readonly denial: ReadRefusal | undefined;
      readonly jws: string;
    }
  | { readonly kind: 'ended'; readonly end: StepEnd };

/** @throws the reason of the abort signal. */
export async function judge(ask: AskGateway, step: Step, judged: Judgeable): Promise<Judgement> {
  const { agentId, phase, input, output, tool } = judged;
  const data = {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(tool === undefined ? {} : { metadata: { tool } }),
  };
  const reply = await ask(step, { path: gatewayPaths.evaluate, agentId, body: { data, phase } });
  if (reply.kind === 'ended') return reply;
  const result = parseForeignJson(reply.text);
  if (!isResult.Check(result)) {
    return { kind: 'ended', end: failed(step, 'gateway_refused', 'the gateway answered without a decision') };
  }
  const { decision, enforced, evidence, obligations = [] } = result;
  // The response header has it too, unless something on the way removed the header.
  if (!step.evidenceIds.includes(evidence.evidence_id)) step.evidenceIds.push(evidence.evidence_id);
  const isToRedact = enforced === 'allow' && obligations.includes('redact') && !isObserved(evidence.jws);
  const denial = enforced === 'deny' ? readDenial(Object.fromEntries(Object.entries(result))) : undefined;
  return { kind: 'judged', word: decision, denial: isToRedact ? cannotRedact : denial, jws: evidence.jws };
}

/**
 * The gateway redacts what it forwards itself. Here it only judges and the caller would have to redact, which no step can do. So
 * the value does not continue.
 */
const cannotRedact: ReadRefusal = {
  code: 'redaction_required',
  isRetryable: false,
  message: 'the policies allow it only redacted, and a step does not redact: remove the named data before this step',
};

/** In observe mode nothing is held up. Evidence that does not say so comes from a gateway that enforces. */
function isObserved(jws: string): boolean {
  const evidence = readPayload(jws);
  return isRecord(evidence) && evidence['mode'] === 'observe';
}

function readPayload(jws: string): unknown {
  const [, payload = ''] = jws.split('.', 3);
  return parseForeignJson(Buffer.from(payload, 'base64url').toString('utf8'));
}

/**
 * Reads the results of the auditors from the Evidence that the gateway signed. The verifier checks the signature when it is
 * stored.
 */
export function readRuns(jws: string): AuditorRuns | undefined {
  const runs = readPayload(jws);
  return areRuns.Check(runs) ? runs : undefined;
}

/** Puts a value in the field of its phase: an answer is output, anything else input. */
export function inPhase(phase: Phase, text: string): Pick<Judgeable, 'phase' | 'input' | 'output'> {
  return phase === 'response' ? { phase, output: text } : { phase, input: text };
}
