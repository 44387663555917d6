/** The interface of a gateway (for models or tools) that uses the verifier's configuration. */

import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { BundleIndex } from '../../configuration/resolve-agent.ts';

export interface BundleUser {
  /** The bundle in use. */
  index(): BundleIndex | undefined;
  /** Uses this bundle when it resolves. */
  replaceBundle(sound: SoundBundle): Promise<void>;
  /** Denies everything until the next bundle, because the last one can no longer be read. */
  denyUntilBundle(problem: string): void;
  /** Lists the parts of it that do not work here. */
  problems(): readonly UseProblem[];
  /** The number of cached agent states. */
  profiles(): number;
}

export interface UseProblem {
  /** One word, e.g. `auditor_revoked`. */
  readonly reason: string;
  readonly message: string;
  /** Set if only this agent is affected. */
  readonly agentId?: string;
}
