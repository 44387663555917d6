/** The settings of one exchange, fixed from its beginning to its end, whatever is configured meanwhile. */
import { modeAt, type ResolvedAgent } from '../../configuration/resolve-agent.ts';
import type { AuditMode, EvidenceConfig } from '../../contract/evidence.ts';
import type { ActiveState } from './active-state.ts';

/** An agent with its present settings. */
export interface ActingAgent {
  readonly workspaceId: string;
  readonly state: ActiveState;
  /** The bundle of these settings; absent while the gateway uses only its files. */
  readonly config: EvidenceConfig | undefined;
  readonly mode: ResolvedAgent['mode'];
}

/** The present mode of an agent: `observe` for the whole gateway wins. */
export function actingMode({ mode }: ActingAgent, gatewayMode: AuditMode, nowMs: number): AuditMode {
  if (gatewayMode === 'observe') return 'observe';
  return mode.untilMs === undefined ? mode.word : modeAt(mode, nowMs);
}
