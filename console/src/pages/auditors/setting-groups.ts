/** Puts equal settings of several claims together, so that one control can change all of them. */
import type { AuditorSettingsSchema } from '@assay/client';

export type SettingDefinition = AuditorSettingsSchema['settings'][number];

export interface SettingGroup {
  readonly definition: SettingDefinition;
  /** Full names: `<claim>.<key>`, or the key alone for a setting of the auditor itself. */
  readonly names: readonly string[];
  /** Claims that have it; empty for a setting of the auditor itself. */
  readonly claims: readonly string[];
}

/** Settings of the auditor first, then those of claims, in their order. Settings with other bounds or defaults stay apart. */
export function groupSettings({
  settings,
  claims,
}: Pick<AuditorSettingsSchema, 'settings' | 'claims'>): SettingGroup[] {
  const own = settings.map((definition) => ({ definition, names: [definition.key], claims: [] }));
  const groups = new Map<string, SettingGroup>();
  for (const claim of claims) {
    for (const definition of claim.settings) {
      const likeness = JSON.stringify(Object.entries(definition).sort(([a], [b]) => (a < b ? -1 : 1)));
      const group = groups.get(likeness);
      groups.set(likeness, {
        definition,
        names: [...(group?.names ?? []), `${claim.name}.${definition.key}`],
        claims: [...(group?.claims ?? []), claim.name],
      });
    }
  }
  return [...own, ...groups.values()];
}
