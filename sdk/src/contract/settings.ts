/** Setting definitions: catalog form (contract 2.7) and the short vocabulary form (2.6). */
import { type Static, Type } from 'typebox';
import { strictnesses } from './strictness.ts';

export const settingTypes = ['number', 'boolean', 'string', 'string[]'] as const;
export type SettingType = (typeof settingTypes)[number];
export const SettingTypeSchema = Type.Enum(settingTypes);

const StricterSchema = Type.Optional(
  Type.Enum(strictnesses, { description: 'Which values are stricter; absent if nothing can be said' }),
);

export const VocabularySettingSchema = Type.Object({
  key: Type.String(),
  type: SettingTypeSchema,
  default: Type.Unknown({ description: 'Always present; may be null' }),
  stricter: StricterSchema,
});

export const SettingDefinitionSchema = Type.Object({
  key: Type.String(),
  label: Type.String(),
  type: SettingTypeSchema,
  default: Type.Unknown(),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  unit: Type.Optional(Type.String()),
  control: Type.Optional(Type.String({ description: 'Hint such as slider or select' })),
  options: Type.Optional(Type.Array(Type.String())),
  stricter: StricterSchema,
  informs_only: Type.Optional(
    Type.Literal(true, { description: 'It changes claims that no rule of the default policy reads' }),
  ),
});

export type VocabularySetting = Static<typeof VocabularySettingSchema>;
export type SettingDefinition = Static<typeof SettingDefinitionSchema>;
