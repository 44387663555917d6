/** The gateway's own parts: its chain, its policy file, and their state. */

import type { LocalFiles } from '../../configuration/resolve-agent.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import type { DefaultPolicySettings } from '../../policy/default-policy.ts';
import type { ChainMember } from '../collect/chain.ts';
import type { ActiveState } from './active-state.ts';
import type { OwnSettings } from './own-settings.ts';

/** Replaced as a whole when a file changes or an auditor comes back. */
export interface LocalParts {
  /** Differs for other parts. */
  readonly serial: number;
  readonly chain: readonly ChainMember[];
  readonly policy: LocalFiles['policy'];
  /** Settings of the generated policy, for other chains than its own too. */
  readonly policySettings: DefaultPolicySettings;
  /** Settings of the gateway's own variables, by auditor. */
  readonly ownSettings: OwnSettings;
  /** Denies everything while the files are unusable. */
  readonly state: ActiveState;
}

export function itemsOf({ chain }: Pick<LocalParts, 'chain'>): readonly ChainItem[] {
  return chain.map(({ item }) => item);
}
