/**
 * The catalog of the nine reference auditors as data: generated from their definitions, so that whoever configures
 * them need not load them and their models. `npm run docs` writes it.
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
  /** Claims by the method that makes them: those of one method share its parameters. */
  methods: Type.Array(Type.Array(Type.String())),
  /** Names of settings that only the environment may hold. */
  secrets: Type.Array(Type.String()),
});

export const BuiltInAuditorsSchema = Type.Object({ auditors: Type.Array(BuiltInAuditorSchema) });

export type BuiltInAuditor = Static<typeof BuiltInAuditorSchema>;

/** All of them, in port order. */
export const builtInAuditors: readonly BuiltInAuditor[] = readFile(file);

/** The built-in auditor of an id. */
export function findBuiltInAuditor(id: string): BuiltInAuditor | undefined {
  return builtInAuditors.find(({ entry }) => entry.id === id);
}

function readFile(content: unknown): BuiltInAuditor[] {
  const validator = Compile(BuiltInAuditorsSchema);
  if (!validator.Check(content)) throw new Error('built-in-auditors.json is not what npm run docs writes');
  return content.auditors;
}
