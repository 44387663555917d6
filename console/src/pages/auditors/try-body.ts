/** Asks what an auditor would find in a text, with the settings that are not saved yet. */
import type { ClaimsRequestInput } from '@assay/client';
import { cascadeOf, type ScopeSettings, valueWith } from './cascade.ts';
import type { Draft } from './setting-drafts.ts';
import type { SettingGroup } from './setting-groups.ts';

export const tryPhases = ['request', 'response'] as const;
export type TryPhase = (typeof tryPhases)[number];

interface Typed {
  readonly text: string;
  readonly phase: TryPhase;
}

interface Unsaved {
  readonly groups: readonly SettingGroup[];
  readonly stored: readonly ScopeSettings[];
  readonly draft: Draft;
}

/** Saved settings hold anyway; only the changes are sent. A value that the draft takes away is sent as what would hold then. */
export function toTryBody({ text, phase }: Typed, { groups, stored, draft }: Unsaved): ClaimsRequestInput {
  const config: Record<string, unknown> = {};
  const overrides: Record<string, Record<string, unknown>> = {};
  for (const { definition, names, claims } of groups) {
    for (const [index, name] of names.entries()) {
      const entry = draft[name];
      if (entry === undefined) continue;
      const value = valueWith(cascadeOf(name, definition.default, stored), entry);
      const claim = claims[index];
      if (claim === undefined) config[definition.key] = value;
      else overrides[claim] = { ...overrides[claim], [definition.key]: value };
    }
  }
  const context = {
    ...(Object.keys(config).length === 0 ? {} : { auditor_config: config }),
    ...(Object.keys(overrides).length === 0 ? {} : { detection_overrides: overrides }),
  };
  return {
    phase,
    data: phase === 'request' ? { input: text } : { output: text },
    ...(Object.keys(context).length === 0 ? {} : { vendor_context: context }),
  };
}
