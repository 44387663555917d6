/** Reads an app of type auditor: which auditor it is, where it answers, and whose chain it joins. */
import { builtInIdOfImage } from '../../../../configuration/chain/resolve-chain.ts';
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { assertNothing } from '../config-values.ts';

export interface AuditorTarget {
  readonly kind: 'auditor';
  readonly auditorId: string;
  /** Part of the release: gateways have it in their own process. */
  readonly isBuiltIn: boolean;
  /** Where it answers; absent where nobody has started it yet. */
  readonly url?: string;
  readonly image?: string;
  /** Its claims by its publisher, where the verifier cannot ask it. */
  readonly declared?: Readonly<Record<string, unknown>>;
  readonly joins: 'agent' | 'workspace';
}

/** @throws AppError `unprocessable` with a `reason` and the place. */
export function toAuditorTarget({ auditor, title }: AppVersion, config: InstallationConfig): AuditorTarget {
  assertNothing(config, ['variables', 'headers', 'environment']);
  if (auditor === undefined) {
    throw unprocessable('nothing_to_run', '/version', `this version of ${title} does not say which auditor it is`);
  }
  const { auditor_id: auditorId, image, vocabulary: declared } = auditor;
  const isBuiltIn = image !== undefined && builtInIdOfImage(image) === auditorId;
  if (config.url !== undefined && (isBuiltIn || image === undefined)) {
    const why = isBuiltIn ? 'gateways have it in their own process' : 'its entry says where it answers';
    throw unprocessable('value_unknown', '/config/url', `the app takes no url: ${why}`);
  }
  const url = config.url ?? auditor.url;
  return {
    kind: 'auditor',
    auditorId,
    isBuiltIn,
    joins: config.joins ?? 'agent',
    ...(url === undefined ? {} : { url }),
    ...(image === undefined ? {} : { image }),
    ...(declared === undefined || url !== undefined ? {} : { declared }),
  };
}
