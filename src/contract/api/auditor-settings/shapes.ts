/** Wire shapes of auditor settings. */
import { type Static, Type } from 'typebox';
import { ScopeSchema, scopeLevels } from '../../control/scope.ts';
import { SettingEntriesSchema, SettingEntrySchema } from '../../control/setting.ts';
import { pageQuery } from '../page.ts';

const AuditorIdSchema = Type.String({ maxLength: 64 });
const maxSettings = 1_024;

export const AuditorSettingsSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    scope: ScopeSchema,
    auditor_id: Type.String(),
    settings: SettingEntriesSchema,
    revision: Type.Integer({ description: 'Revision of the record, also its ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'AuditorSettings' },
);

/** Accepts any name, so that the error for an unknown name can suggest the nearest known one. */
const WrittenEntriesSchema = Type.Record(Type.String({ maxLength: 256 }), SettingEntrySchema, {
  maxProperties: maxSettings,
});
const MergedEntriesSchema = Type.Record(
  Type.String({ maxLength: 256 }),
  Type.Union([SettingEntrySchema, Type.Null({ description: 'Removes the value' })]),
  { maxProperties: maxSettings },
);

export const CreateAuditorSettingsSchema = Type.Object(
  { scope: ScopeSchema, auditor_id: AuditorIdSchema, settings: WrittenEntriesSchema },
  {
    $id: 'CreateAuditorSettings',
    additionalProperties: false,
    examples: [
      {
        scope: { level: 'workspace', id: 'payments' },
        auditor_id: 'injection',
        settings: { 'injection_risk.threshold': { value: 0.7, enforced: true } },
      },
    ],
  },
);

/** Scope and auditor of a record never change; a body may repeat them. */
const fixed = { scope: Type.Optional(ScopeSchema), auditor_id: Type.Optional(AuditorIdSchema) };

export const ReplaceAuditorSettingsSchema = Type.Object(
  { ...fixed, settings: WrittenEntriesSchema },
  {
    $id: 'ReplaceAuditorSettings',
    additionalProperties: false,
    examples: [{ settings: { 'injection_risk.threshold': { value: 0.6 } } }],
  },
);
export const MergeAuditorSettingsSchema = Type.Object(
  { ...fixed, settings: MergedEntriesSchema },
  {
    $id: 'MergeAuditorSettings',
    additionalProperties: false,
    examples: [{ settings: { 'injection_risk.threshold': null } }],
  },
);

const EffectiveSettingSchema = Type.Object({
  value: Type.Unknown(),
  decided_by: Type.Object({
    level: Type.Enum([...scopeLevels, 'default']),
    id: Type.String({ description: 'Id of the scope; id of the auditor for a default' }),
  }),
  enforced: Type.Boolean(),
  source: Type.Enum(['setting', 'preset', 'default']),
  overridden: Type.Array(Type.Object({ level: Type.Enum(scopeLevels), id: Type.String(), value: Type.Unknown() }), {
    description: 'Values that scopes set but that do not decide, outermost scope first',
  }),
});

export const EffectiveSettingsSchema = Type.Object(
  {
    agent_id: Type.String(),
    auditor_id: Type.String(),
    revision: Type.Integer({ description: "Revision of the organisation's configuration" }),
    settings: Type.Record(Type.String(), EffectiveSettingSchema),
    auditor_config: Type.Record(Type.String(), Type.Unknown()),
    detection_overrides: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'EffectiveAuditorSettings' },
);

/** The view of one auditor if the query has `auditor_id`, otherwise the views of all. */
export const EffectiveAnswerSchema = Type.Union(
  [
    EffectiveSettingsSchema,
    Type.Object({
      items: Type.Array(EffectiveSettingsSchema),
      next_cursor: Type.Null(),
      has_more: Type.Literal(false),
    }),
  ],
  { $id: 'EffectiveAuditorSettingsAnswer' },
);

export const EffectiveQuerySchema = Type.Object(
  { agent_id: Type.String({ maxLength: 200 }), auditor_id: Type.Optional(AuditorIdSchema) },
  { additionalProperties: false },
);

export const SettingsListQuerySchema = Type.Object(
  {
    ...pageQuery,
    level: Type.Optional(Type.Enum(scopeLevels)),
    scope_id: Type.Optional(Type.String({ maxLength: 200 })),
    auditor_id: Type.Optional(AuditorIdSchema),
  },
  { additionalProperties: false },
);

export const SettingsParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type AuditorSettingsRecord = Static<typeof AuditorSettingsSchema>;
export type EffectiveSettings = Static<typeof EffectiveSettingsSchema>;
