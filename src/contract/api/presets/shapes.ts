/** Wire shapes of presets. */
import { type Static, Type } from 'typebox';
import { SettingEntriesSchema } from '../../control/setting.ts';
import { bundleNames, presetAuditors, presetResponses, tiers } from './states.ts';

const AuditorSchema = Type.Enum(presetAuditors);
const TierSchema = Type.Enum(tiers);

/** Exactly one of two bodies: a preset of one auditor, or a bundle. */
export const ApplyPresetSchema = Type.Union(
  [
    Type.Object({ auditor: AuditorSchema, tier: TierSchema }, { additionalProperties: false }),
    Type.Object({ bundle: Type.Enum(bundleNames) }, { additionalProperties: false }),
  ],
  { $id: 'ApplyPreset', examples: [{ auditor: 'injection', tier: 'balanced' }, { bundle: 'solo_builder' }] },
);

const switchOf = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));

export const ApplyPresetQuerySchema = Type.Object(
  {
    overwrite: switchOf('true: also replaces values and rules that a person set'),
    preview: switchOf('true: gives the same answer and changes nothing'),
  },
  { additionalProperties: false },
);

export const AppliedTierSchema = Type.Object({ auditor: AuditorSchema, tier: TierSchema });

export const PresetUnchangedSchema = Type.Object({
  name: Type.String({ description: 'Name of the setting or the policy' }),
  reason: Type.Enum(['enforced', 'set_by_person', 'edited_by_person']),
  auditor: AuditorSchema,
  message: Type.String(),
});

export const PresetChangeSchema = Type.Object({
  kind: Type.Enum(['chain', 'setting', 'policy']),
  name: Type.String({ description: 'Name of the added auditor, the setting or the policy record' }),
  action: Type.Enum(['added', 'updated', 'removed']),
  auditor: Type.Optional(AuditorSchema),
  before: Type.Optional(Type.Unknown({ description: 'Value of the setting before' })),
  after: Type.Optional(Type.Unknown({ description: 'Value of the setting after' })),
});

export const PresetAnswerSchema = Type.Object(
  {
    workspace_id: Type.String(),
    applied: Type.Array(AppliedTierSchema),
    settings: Type.Record(Type.String(), SettingEntriesSchema, {
      description: 'Settings that the workspace has from the preset, by auditor',
    }),
    policies: Type.Array(Type.String(), { description: 'Ids of the rules, as reasons of decisions name them' }),
    unchanged: Type.Array(PresetUnchangedSchema, {
      description: 'Settings and policies that stayed as they were, with the reason',
    }),
    changed: Type.Array(PresetChangeSchema, { description: 'Empty if all of it applied before' }),
  },
  {
    $id: 'AppliedPreset',
    examples: [
      {
        workspace_id: 'default',
        applied: [{ auditor: 'secrets', tier: 'balanced' }],
        settings: {
          secrets: {
            'secret_leaked.min_entropy': { value: 3.5 },
            'secret_leaked.verified_formats_only': { value: false },
          },
        },
        policies: ['preset.secrets.balanced.1', 'preset.secrets.balanced.2', 'preset.secrets.balanced.3'],
        unchanged: [],
        changed: [
          { kind: 'setting', auditor: 'secrets', name: 'secret_leaked.min_entropy', action: 'added', after: 3.5 },
          { kind: 'policy', auditor: 'secrets', name: 'preset.secrets.balanced', action: 'added' },
        ],
      },
    ],
  },
);

const PresetRuleSchema = Type.Object({
  id: Type.String(),
  phase: Type.String(),
  claim: Type.String(),
  when: Type.String({ description: 'Condition in words' }),
  response: Type.Enum(presetResponses),
  reason: Type.String(),
});

export const PresetViewSchema = Type.Object({
  auditor: AuditorSchema,
  tier: TierSchema,
  description: Type.String(),
  settings: SettingEntriesSchema,
  rules: Type.Array(PresetRuleSchema),
  policy: Type.Object({ name: Type.String(), text: Type.String({ description: 'Cedar' }) }),
});

export const PresetListSchema = Type.Object(
  {
    items: Type.Array(PresetViewSchema),
    bundles: Type.Array(
      Type.Object({
        bundle: Type.Enum(bundleNames),
        description: Type.String(),
        applies: Type.Array(AppliedTierSchema),
      }),
    ),
    next_cursor: Type.Null(),
    has_more: Type.Literal(false),
  },
  { $id: 'PresetList' },
);

export const PresetParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type PresetAnswer = Static<typeof PresetAnswerSchema>;
export type PresetUnchanged = Static<typeof PresetUnchangedSchema>;
export type PresetChange = Static<typeof PresetChangeSchema>;
export type PresetList = Static<typeof PresetListSchema>;
export type PresetView = Static<typeof PresetViewSchema>;
