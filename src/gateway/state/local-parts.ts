/** What the gateway has of its own: its chain, its policy file, and the state that they make together. */

import type { LocalFiles } from '../../configuration/resolve-agent.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import type { DefaultPolicySettings } from '../../policy/default-policy.ts';
import type { ChainMember } from '../collect/chain.ts';
import type { ActiveState } from './active-state.ts';
import type { OwnSettings } from './own-settings.ts';

/** Replaced as a whole when a file changes or an auditor comes back. */
export interface LocalParts {
  /** Another number for other parts. */
  readonly serial: number;
  readonly chain: readonly ChainMember[];
  readonly policy: LocalFiles['policy'];
  /** Shape the generated policy, for chains other than its own too. */
  readonly policySettings: DefaultPolicySettings;
  /** What the gateway's own variables set, by auditor. */
  readonly ownSettings: OwnSettings;
  /** Denies everything while the files cannot be acted on. */
  readonly state: ActiveState;
}

/** Items of the chain. */
export function itemsOf({ chain }: Pick<LocalParts, 'chain'>): readonly ChainItem[] {
  return chain.map(({ item }) => item);
}
