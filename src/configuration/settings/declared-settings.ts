/** The settings of an auditor that policies may read: those of its claims, and its own. */
import type { SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import { findBuiltInAuditor } from '../../contract/control/built-in-auditors.ts';
import type { AuditorSetting } from '../../policy/chain-settings.ts';

/** Settings of one auditor under its id in the cascade. */
export interface DeclaredSettings {
  readonly auditor: string;
  readonly declared: readonly AuditorSetting[];
}

/**
 * Lists the declared settings of an auditor. A vocabulary has neither bounds nor the auditor's own settings (contract
 * 2.6): those of a built-in auditor come from its release, and the own settings of another one from its registration.
 * Secrets are left out.
 */
export function listDeclaredSettings(
  auditorId: string,
  { vocabulary }: Pick<Vocabulary, 'vocabulary'>,
  registered: readonly SettingDefinition[] = [],
): DeclaredSettings {
  const builtIn = findBuiltInAuditor(auditorId);
  const secrets = new Set(builtIn?.secrets);
  const released = new Map(builtIn?.entry.claims.map(({ name, settings }) => [name, settings]));
  const ofClaims = vocabulary.flatMap(({ name, settings }) =>
    settings
      .filter(({ key }) => !secrets.has(`${name}.${key}`))
      .map((setting): AuditorSetting => {
        const known = released.get(name)?.find(({ key, type }) => key === setting.key && type === setting.type);
        return { claim: name, ...(known ?? setting) };
      }),
  );
  const own = (builtIn?.config ?? registered).filter(({ key }) => !secrets.has(key));
  return { auditor: auditorId, declared: [...ofClaims, ...own] };
}
