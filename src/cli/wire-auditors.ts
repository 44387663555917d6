/** Shapes of the auditor catalog and of settings, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf, ScopeShape } from './wire-page.ts';

const DefinitionShape = Type.Object({
  key: Type.String(),
  type: Type.String(),
  default: Type.Unknown(),
  label: Type.Optional(Type.String()),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  control: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.String())),
  secret: Type.Optional(Type.Boolean()),
});

const AuditorShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  built_in: Type.Boolean(),
  version: Type.String(),
  vocabulary_digest: Type.String(),
  phases: Type.Array(Type.String()),
  config: Type.Array(DefinitionShape),
  claims: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      description: Type.String(),
      settings: Type.Array(DefinitionShape),
    }),
  ),
  image: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  defaultPort: Type.Integer(),
  revision: Type.Integer(),
  created_by: Type.Optional(Type.String()),
  vocabulary_at: Type.Optional(Type.String()),
});

const SettingsSchemaShape = Type.Object({
  auditor_id: Type.String(),
  version: Type.String(),
  settings: Type.Array(DefinitionShape),
  claims: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), settings: Type.Array(DefinitionShape) })),
});

const EntriesShape = Type.Record(
  Type.String(),
  Type.Object({ value: Type.Unknown(), enforced: Type.Optional(Type.Boolean()) }),
);

const SettingsRecordShape = Type.Object({
  id: Type.String(),
  scope: ScopeShape,
  auditor_id: Type.String(),
  settings: EntriesShape,
  revision: Type.Integer(),
  created_by: Type.String(),
  updated_at: Type.String(),
});

const EffectiveSettingsShape = Type.Object({
  agent_id: Type.String(),
  auditor_id: Type.String(),
  revision: Type.Integer(),
  settings: Type.Record(
    Type.String(),
    Type.Object({
      value: Type.Unknown(),
      decided_by: Type.Object({ level: Type.String(), id: Type.String() }),
      enforced: Type.Boolean(),
      source: Type.String(),
      overridden: Type.Array(Type.Object({ level: Type.String(), id: Type.String(), value: Type.Unknown() })),
    }),
  ),
});

const EffectiveListShape = Type.Object({
  items: Type.Array(EffectiveSettingsShape),
  next_cursor: NullableText,
  has_more: Type.Boolean(),
});

export const auditor = Compile(AuditorShape);
export const auditorPage = Compile(pageOf(AuditorShape));
export const settingsSchema = Compile(SettingsSchemaShape);
export const settingsRecord = Compile(SettingsRecordShape);
export const settingsPage = Compile(pageOf(SettingsRecordShape));
export const effectiveSettings = Compile(EffectiveSettingsShape);
export const effectiveList = Compile(EffectiveListShape);

export type SettingDefinition = Type.Static<typeof DefinitionShape>;
export type Auditor = Type.Static<typeof AuditorShape>;
export type SettingsSchema = Type.Static<typeof SettingsSchemaShape>;
export type SettingsRecord = Type.Static<typeof SettingsRecordShape>;
export type EffectiveSettings = Type.Static<typeof EffectiveSettingsShape>;
export type EffectiveList = Type.Static<typeof EffectiveListShape>;
