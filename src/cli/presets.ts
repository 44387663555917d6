/** Requests of the preset commands to the verifier, and the read parts of its answers. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { connectService } from './service.ts';

const TierSchema = Type.Object({ auditor: Type.String(), tier: Type.String() });
const EntriesSchema = Type.Record(Type.String(), Type.Object({ value: Type.Unknown() }));

const PresetListSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      ...TierSchema.properties,
      description: Type.String(),
      settings: EntriesSchema,
      rules: Type.Array(
        Type.Object({ id: Type.String(), phase: Type.String(), when: Type.String(), response: Type.String() }),
      ),
    }),
  ),
  bundles: Type.Array(
    Type.Object({ bundle: Type.String(), description: Type.String(), applies: Type.Array(TierSchema) }),
  ),
});

const PresetAnswerSchema = Type.Object({
  workspace_id: Type.String(),
  applied: Type.Array(TierSchema),
  settings: Type.Record(Type.String(), EntriesSchema),
  policies: Type.Array(Type.String()),
  unchanged: Type.Array(Type.Object({ name: Type.String(), reason: Type.String(), message: Type.String() })),
  changed: Type.Array(
    Type.Object({
      kind: Type.String(),
      name: Type.String(),
      action: Type.String(),
      auditor: Type.Optional(Type.String()),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
    }),
  ),
});

export type PresetListAnswer = Type.Static<typeof PresetListSchema>;
export type PresetAnswer = Type.Static<typeof PresetAnswerSchema>;

/** One of the two bodies of the contract. */
export type PresetBody = { readonly auditor: string; readonly tier: string } | { readonly bundle: string };

export interface PresetCaller {
  list(): Promise<PresetListAnswer>;
  apply(
    workspaceId: string,
    body: PresetBody,
    options: { overwrite: boolean; preview: boolean },
  ): Promise<PresetAnswer>;
}

const listShape = Compile(PresetListSchema);
const answerShape = Compile(PresetAnswerSchema);

/** Connects to the verifier that option, environment or default name. @throws UsageError. */
export function connectPresets(io: CommandIo, args: ParsedArguments): PresetCaller {
  const service = connectService('verifier', io, args);
  return {
    list: () => service.json({ path: '/v1/presets' }, (value) => listShape.Check(value)),
    apply: (workspaceId, body, { overwrite, preview }) =>
      service.json(
        {
          method: 'POST',
          path: `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/apply-preset`,
          query: { overwrite: overwrite ? 'true' : undefined, preview: preview ? 'true' : undefined },
          body,
        },
        (value) => answerShape.Check(value),
      ),
  };
}
