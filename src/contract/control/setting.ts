/** Values of auditor settings at one scope (`auditorSettings` of contract 2.10). */
import { type Static, Type } from 'typebox';

const SettingValueSchema = Type.Union([
  Type.Number(),
  Type.Boolean(),
  Type.String({ maxLength: 4_096 }),
  Type.Array(Type.String({ maxLength: 1_024 }), { maxItems: 256 }),
]);

export const SettingEntrySchema = Type.Object(
  {
    value: SettingValueSchema,
    enforced: Type.Optional(Type.Boolean({ description: 'inner scopes cannot change it' })),
  },
  { additionalProperties: false },
);

/** By setting name: `<key>` of the auditor, `<claim>.<key>` of one claim. */
export const SettingEntriesSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}(?:\\.[A-Za-z][A-Za-z0-9_]{0,63})?$' }),
  SettingEntrySchema,
);

export type SettingValue = Static<typeof SettingValueSchema>;
export type SettingEntry = Static<typeof SettingEntrySchema>;
export type SettingEntries = Static<typeof SettingEntriesSchema>;
