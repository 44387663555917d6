/**
 * Auditor settings from the gateway's own variables (contract 2.13), the level below the configuration. An auditor of
 * this process reads them in its environment; a remote one is sent them, so that both use the same values.
 */
import type { Vocabulary } from '@assay/sdk/contract';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import { AppError } from '../../platform/errors.ts';
import { type DefaultPolicySettings, defaultPolicySettings } from '../../policy/default-policy.ts';
import { allowedFeatures, featureSettingsId } from '../../policy/provider-features.ts';
import type { GatewayConfig } from '../config.ts';

/** Values of one auditor by their bare keys; only those that are set. */
export interface OwnValues {
  readonly ofClaims: Readonly<Record<string, number>>;
  readonly ofAuditor: Readonly<Record<string, boolean | string | readonly string[]>>;
}

export type OwnSettings = ReadonlyMap<string, OwnValues>;

type Variables = Pick<GatewayConfig, keyof DefaultPolicySettings | 'GATEWAY_ALLOWED_FEATURES'>;

/** Reads the settings from the gateway's variables. */
export function ownSettingsOf(config: Variables): OwnSettings {
  const allowed = parseAllowedFeatures(config.GATEWAY_ALLOWED_FEATURES);
  return new Map<string, OwnValues>([
    [featureSettingsId, { ofClaims: {}, ofAuditor: allowed === undefined ? {} : { [allowedFeatures.key]: allowed } }],
    [
      'injection',
      {
        ofClaims: pickSet({ threshold: config.INJECTION_THRESHOLD }),
        ofAuditor: pickSet({ block_on_detection: config.INJECTION_BLOCK_ON_DETECTION }),
      },
    ],
    [
      'toxicity',
      {
        ofClaims: pickSet({ threshold: config.TOXICITY_THRESHOLD }),
        ofAuditor: pickSet<boolean | string>({
          block_on_detection: config.TOXICITY_BLOCK_ON_DETECTION,
          replacement_message: config.TOXICITY_REPLACEMENT_MESSAGE,
        }),
      },
    ],
  ]);
}

/** `undefined` where it is unset. @throws AppError `config` for an unknown feature. */
function parseAllowedFeatures(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !allowedFeatures.options.includes(name));
  if (unknown === undefined) return names;
  throw new AppError(
    'config',
    `GATEWAY_ALLOWED_FEATURES names ${unknown}; it takes ${allowedFeatures.options.join(', ')}`,
  );
}

/** Settings of the generated policy where a chain does not declare them. */
export function policySettingsOf(config: Pick<GatewayConfig, keyof DefaultPolicySettings>): DefaultPolicySettings {
  const { INJECTION_THRESHOLD, INJECTION_BLOCK_ON_DETECTION, TOXICITY_THRESHOLD } = config;
  const { TOXICITY_BLOCK_ON_DETECTION, TOXICITY_REPLACEMENT_MESSAGE } = config;
  const defaults = defaultPolicySettings;
  return {
    INJECTION_THRESHOLD: INJECTION_THRESHOLD ?? defaults.INJECTION_THRESHOLD,
    INJECTION_BLOCK_ON_DETECTION: INJECTION_BLOCK_ON_DETECTION ?? defaults.INJECTION_BLOCK_ON_DETECTION,
    TOXICITY_THRESHOLD: TOXICITY_THRESHOLD ?? defaults.TOXICITY_THRESHOLD,
    TOXICITY_BLOCK_ON_DETECTION: TOXICITY_BLOCK_ON_DETECTION ?? defaults.TOXICITY_BLOCK_ON_DETECTION,
    TOXICITY_REPLACEMENT_MESSAGE: TOXICITY_REPLACEMENT_MESSAGE ?? defaults.TOXICITY_REPLACEMENT_MESSAGE,
  };
}

/** The configuration's settings over those of the gateway's variables, for an auditor of another process. */
export function withOwnSettings(
  values: AuditorValues | undefined,
  own: OwnValues | undefined,
  { vocabulary }: Pick<Vocabulary, 'vocabulary'>,
): AuditorValues | undefined {
  if (own === undefined || Object.keys(own.ofClaims).length === 0) return values;
  const detection_overrides = { ...values?.detection_overrides };
  for (const { name, settings } of vocabulary) {
    const set = settings.flatMap(({ key }): [string, number][] => {
      const value = own.ofClaims[key];
      return value === undefined ? [] : [[key, value]];
    });
    if (set.length > 0) detection_overrides[name] = { ...Object.fromEntries(set), ...detection_overrides[name] };
  }
  return { auditor_config: {}, ...values, detection_overrides };
}

function pickSet<T extends string | number | boolean>(
  values: Readonly<Record<string, T | undefined>>,
): Record<string, T> {
  const set: Record<string, T> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) set[key] = value;
  return set;
}
