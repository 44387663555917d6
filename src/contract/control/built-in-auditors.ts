/**
 * The catalog of the nine reference auditors as data, so that readers need not load the auditors and their models.
 * `npm run docs` generates it from their definitions.
 */
import { CatalogEntrySchema, SettingDefinitionSchema, VocabularySchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import file from './built-in-auditors.json' with { type: 'json' };

export const BuiltInAuditorSchema = Type.Object({
  entry: CatalogEntrySchema,
  vocabulary: VocabularySchema,
  vocabulary_digest: Type.String({ description: 'sha256:<hex> of its canonical form (RFC 8785)' }),
  /** Settings of the auditor itself. */
  config: Type.Array(SettingDefinitionSchema),
  /** Claims grouped by the method that makes them. Claims of one method share its parameters. */
  methods: Type.Array(Type.Array(Type.String())),
  /** Names of settings that only environment variables may hold. */
  secrets: Type.Array(Type.String()),
});

export const BuiltInAuditorsSchema = Type.Object({ auditors: Type.Array(BuiltInAuditorSchema) });

export type BuiltInAuditor = Static<typeof BuiltInAuditorSchema>;

/** All built-in auditors, in port order. */
export const builtInAuditors: readonly BuiltInAuditor[] = readFile(file);

/** Finds a built-in auditor by its id. */
export function findBuiltInAuditor(id: string): BuiltInAuditor | undefined {
  return builtInAuditors.find(({ entry }) => entry.id === id);
}

function readFile(content: unknown): BuiltInAuditor[] {
  const validator = Compile(BuiltInAuditorsSchema);
  if (!validator.Check(content)) throw new Error('built-in-auditors.json is not what npm run docs writes');
  return content.auditors;
}
