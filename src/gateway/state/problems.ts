/** Problems of the configuration in use: revoked auditors, and failures for single agents. */
import type { UseProblem } from '../../edge/config-bundle/bundle-user.ts';
import { describeRevoked, findRevokedAuditors } from '../registry/revoked-auditors.ts';
import type { AgentStates } from './agent-states.ts';

export function problemsOf(states: Pick<AgentStates, 'problems' | 'index' | 'members'>): UseProblem[] {
  const revoked = findRevokedAuditors(states.index()?.bundle, states.members());
  return [
    ...revoked.map((each) => ({ reason: 'auditor_revoked', message: describeRevoked(each) })),
    ...states.problems(),
  ];
}
