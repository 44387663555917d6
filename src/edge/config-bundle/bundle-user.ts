/** What acts on the configuration of the verifier: a gateway of models, or one of tools. */

import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { BundleIndex } from '../../configuration/resolve-agent.ts';

export interface BundleUser {
  /** The bundle that is acted on. */
  index(): BundleIndex | undefined;
  /** Acts on this bundle when it resolves. */
  replaceBundle(sound: SoundBundle): Promise<void>;
  /** Denies everything until there is a bundle: the one that was acted on last cannot be read any longer. */
  denyUntilBundle(problem: string): void;
  /** What of it does not work here. */
  problems(): readonly UseProblem[];
  /** States that are kept for agents. */
  profiles(): number;
}

export interface UseProblem {
  /** One word, e.g. `auditor_revoked`. */
  readonly reason: string;
  readonly message: string;
  /** Of one agent alone. */
  readonly agentId?: string;
}
