/** Refuses an inactive agent before any judging, whatever its policies say. */
import { activeStatus } from '../../contract/control/config-bundle.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
}

const refusals: ReadonlyMap<string, Refusal> = new Map([
  ['stopped', { code: 'agent_stopped', detail: 'This agent is stopped. assay agent start lets it run again.' }],
  ['suspended', { code: 'agent_suspended', detail: 'This agent is suspended. Its owner can have it reactivated.' }],
  ['orphaned', { code: 'agent_orphaned', detail: 'This agent has no owner. Give it an owner to continue.' }],
  ['decommissioned', { code: 'agent_decommissioned', detail: 'This agent is decommissioned.' }],
]);
const notActive: Refusal = { code: 'agent_not_active', detail: 'This agent is not active yet.' };

/** The reason why an agent with this status may not call; `undefined`: it may. An unknown status counts as inactive. */
export function refuseAgent(status: string): AppError | undefined {
  if (status === activeStatus) return undefined;
  const { code, detail } = refusals.get(status) ?? notActive;
  return new AppError(code, detail, { detail });
}
