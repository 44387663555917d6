/** What one exchange goes by from its beginning to its end, whatever is configured meanwhile. */
import { modeAt, type ResolvedAgent } from '../../configuration/resolve-agent.ts';
import type { AuditMode, EvidenceConfig } from '../../contract/evidence.ts';
import type { ActiveState } from './active-state.ts';

/** An agent with what holds for it at present. */
export interface ActingAgent {
  readonly workspaceId: string;
  readonly state: ActiveState;
  /** The bundle that this comes from; absent while the gateway acts on its files alone. */
  readonly config: EvidenceConfig | undefined;
  readonly mode: ResolvedAgent['mode'];
}

/** The mode of an agent now: `observe` for the whole gateway is the outermost word. */
export function actingMode({ mode }: ActingAgent, gatewayMode: AuditMode, nowMs: number): AuditMode {
  if (gatewayMode === 'observe') return 'observe';
  return mode.untilMs === undefined ? mode.word : modeAt(mode, nowMs);
}
