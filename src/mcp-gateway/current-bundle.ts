/** The configuration in use at the MCP gateway. It only says who may call, so nothing has to be prepared. */
import { type BundleIndex, indexBundle } from '../configuration/resolve-agent.ts';
import type { BundleUser } from '../edge/config-bundle/bundle-user.ts';

export interface CurrentBundle extends BundleUser {
  /** `<lineage>.<revision>`; undefined while there is no usable one. */
  version(): string | undefined;
  /** The reason why every call is refused; undefined while calls are accepted. */
  denying(): string | undefined;
}

/** @param onChange called after each other bundle, and when none is usable any longer. */
export function createCurrentBundle(onChange: () => void): CurrentBundle {
  let held: { readonly index: BundleIndex; readonly version: string } | undefined;
  let denied: string | undefined = 'the verifier has not given its configuration yet: no agent is known';
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
    // Reported by the code that follows the configuration, or in /health.
    problems: () => [],
    profiles: () => 0,
  };
}
