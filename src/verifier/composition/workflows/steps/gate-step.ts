/** Node `policy_gate`: the policies of the agent choose the port for a value. Escalations wait for people. */
import { readPolicyGateConfig } from '../graph/node-config.ts';
import { type AskGateway, toEnd } from './ask-gateway.ts';
import { inPhase, judge } from './evaluate.ts';
import { agentOf, done, type TakeStep, textOf } from './step.ts';

export interface GateStepDeps {
  readonly ask: AskGateway;
  readonly now: () => number;
}

export function createGateStep({ ask, now }: GateStepDeps): TakeStep {
  return async (step) => {
    const who = agentOf(step);
    if ('end' in who) return who.end;
    const { node, input } = step.call;
    const { phase } = readPolicyGateConfig(node);
    const judgement = await judge(ask, step, { ...who, ...inPhase(phase, textOf(input)) });
    if (judgement.kind === 'ended') return judgement.end;
    const { denial } = judgement;
    if (denial === undefined) return done(step, input, 'allowed');
    // Nobody could be asked at this moment, or the request is pending: this is no decision of the policies.
    if (denial.approvalId !== undefined || denial.isRetryable) return toEnd(step, denial, now());
    return done(step, input, 'denied');
  };
}
