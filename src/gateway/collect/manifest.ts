/** The chain manifest (contract 2.9): which auditors stand behind the gateway, in which order. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseDocument } from 'yaml';
import { AppError } from '../../platform/errors.ts';

const ChainItemSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$', description: 'Unique instance name' }),
    description: Type.Optional(Type.String()),
    image: Type.String({ description: 'Image tag; `assay/<name>` is a built-in auditor' }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
    env: Type.Optional(Type.Record(Type.String(), Type.String())),
    url: Type.Optional(Type.String({ pattern: '^https?://', description: 'Where it is reached, if not on this host' })),
  },
  { additionalProperties: false },
);

export const ChainManifestSchema = Type.Object(
  { chain: Type.Array(ChainItemSchema, { minItems: 1, maxItems: 64 }) },
  { additionalProperties: false },
);

export type ChainItem = Static<typeof ChainItemSchema>;
export type ChainManifest = Static<typeof ChainManifestSchema>;

const check = Compile(ChainManifestSchema);
const maxManifestLength = 1024 * 1024;
const maxAliases = 20;

/** Reads a manifest in YAML or JSON. @throws AppError `config` naming the place and what is expected there. */
export function parseChainManifest(text: string, source: string): ChainManifest {
  if (text.length > maxManifestLength) throw wrong(source, 'it is larger than 1 MiB');
  const manifest = parseYaml(text, source);
  if (!check.Check(manifest)) {
    const first = check.Errors(manifest)[0];
    throw wrong(source, `${first?.instancePath || '/'} ${first?.message ?? 'is not a chain manifest'}`);
  }
  const names = manifest.chain.map((item) => item.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(source, `two items have the name ${twice}`);
  return manifest;
}

function parseYaml(text: string, source: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  const problem = document.errors[0];
  if (problem !== undefined) throw wrong(source, problem.message);
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    // The library tells unresolved and excessive aliases only now, as ReferenceError.
    throw wrong(source, cause instanceof Error ? cause.message : 'an alias cannot be resolved', cause);
  }
}

/** Id of the built-in auditor that an item means: image `assay/<id>`, with or without a tag or registry, and no `url`. */
export function builtInId(item: ChainItem): string | undefined {
  if (item.url !== undefined) return undefined;
  return /^(?:.*\/)?assay\/([a-z0-9-]+)(?:[:@].*)?$/.exec(item.image)?.[1];
}

/** Where an item is reached over HTTP. */
export function itemUrl(item: ChainItem): string {
  return item.url ?? `http://127.0.0.1:${item.port}`;
}

function wrong(source: string, what: string, cause?: unknown): AppError {
  const detail = `chain manifest ${source}: ${what}`;
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
