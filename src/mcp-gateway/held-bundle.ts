/** The configuration that the MCP gateway acts on: who may call, and nothing that has to be prepared. */
import { type BundleIndex, indexBundle } from '../configuration/resolve-agent.ts';
import type { BundleUser } from '../edge/config-bundle/bundle-user.ts';

export interface HeldBundle extends BundleUser {
  /** `<lineage>.<revision>`; undefined while there is none that can be used. */
  version(): string | undefined;
  /** Why nobody may call, if nobody may. */
  denying(): string | undefined;
}

/** @param onChange told after each other bundle, and when none can be used any longer. */
export function createHeldBundle(onChange: () => void): HeldBundle {
  let held: { readonly index: BundleIndex; readonly version: string } | undefined;
  let denied: string | undefined = 'the verifier has given no configuration yet: nobody is known here';
  return {
    index: () => held?.index,
    version: () => held?.version,
    denying: () => denied,
    async replaceBundle({ bundle, version }) {
      held = { index: indexBundle(bundle), version };
      denied = undefined;
      onChange();
    },
    denyUntilBundle(problem) {
      held = undefined;
      denied = problem;
      onChange();
    },
    // Told of by whoever follows the configuration, or in /health.
    problems: () => [],
    profiles: () => 0,
  };
}
