/** Which acts fit the status of an agent. The verifier decides all the same. */

export type AgentAct =
  | 'approve'
  | 'activate'
  | 'stop'
  | 'start'
  | 'suspend'
  | 'reactivate'
  | 'transfer'
  | 'attest'
  | 'heartbeat'
  | 'rotateCredentials'
  | 'decommission';

const acts: Readonly<Record<string, readonly AgentAct[]>> = {
  pending_approval: ['approve', 'decommission'],
  staged: ['activate', 'decommission'],
  active: ['suspend', 'stop', 'heartbeat', 'attest', 'transfer', 'rotateCredentials', 'decommission'],
  stopped: ['start', 'suspend', 'attest', 'transfer', 'rotateCredentials', 'decommission'],
  suspended: ['reactivate', 'transfer', 'decommission'],
  orphaned: ['transfer', 'decommission'],
};

/** Acts that fit the status and that the caller may do, the most wanted first. None for a status that is not known. */
export function actsFor(status: string, may: (operation: string) => boolean): readonly AgentAct[] {
  return (acts[status] ?? []).filter((act) => may(`agents.${act}`));
}
