/** Node `auditor`: asks one auditor of the agent's chain about the value. Its decision stops nothing here. */
import { readAuditorConfig } from '../graph/node-config.ts';
import type { AskGateway } from './ask-gateway.ts';
import { inPhase, judge, readRuns } from './evaluate.ts';
import { agentOf, done, failed, type TakeStep, textOf } from './step.ts';

export function createAuditorStep({ ask }: { readonly ask: AskGateway }): TakeStep {
  return async (step) => {
    const who = agentOf(step);
    if ('end' in who) return who.end;
    const { node, input } = step.call;
    const { phase } = readAuditorConfig(node);
    if (node.ref === null) return failed(step, 'auditor_missing', `node ${node.id} names no auditor`);
    const { id, version } = node.ref;
    const judgement = await judge(ask, step, { ...who, ...inPhase(phase, textOf(input)) });
    if (judgement.kind === 'ended') return judgement.end;
    const runs = readRuns(judgement.jws);
    const own = runs?.auditors.filter(({ auditor_id }) => auditor_id === id) ?? [];
    if (version !== null && own.some((run) => run.version !== version)) {
      return failed(step, 'auditor_version', `the gateway runs another version of auditor ${id} than ${version}`);
    }
    const claims = own
      .flatMap((run) => run.claims.map((index) => runs?.claims[index]))
      .filter((one) => one !== undefined);
    if (claims.length === 0) return failed(step, 'auditor_silent', whySilent(id, own[0]?.status));
    const said = claims.map(({ name, value, confidence = null, type }) => [name, { value, confidence, type }]);
    return done(step, { claims: Object.fromEntries(said), decision: judgement.word });
  };
}

function whySilent(id: string, status: string | undefined): string {
  if (status === undefined) return `auditor ${id} is not in the chain of the agent`;
  return `auditor ${id} gave no claims (${status}): in this phase, for policies of this agent, it may have none`;
}
