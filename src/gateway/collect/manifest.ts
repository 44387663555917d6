/** The chain manifest (contract 2.9): the auditors behind the gateway, in order. */
import { isRecord } from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import { parseDocument } from 'yaml';
import { extendChain } from '../../configuration/chain/extend-chain.ts';
import { builtInIdOfImage } from '../../configuration/chain/resolve-chain.ts';
import { type ChainItem, type ChainManifest, ChainManifestSchema, itemNameRule } from '../../contract/control/chain.ts';
import { AppError } from '../../platform/errors.ts';

export type { ChainItem } from '../../contract/control/chain.ts';

const check = Compile(ChainManifestSchema);
const maxManifestLength = 1024 * 1024;
const maxAliases = 20;

/** Reads a manifest in YAML or JSON. @throws AppError `config` naming the position and the expected form. */
export function parseChainManifest(text: string, source: string): ChainManifest {
  if (text.length > maxManifestLength) throw wrong(source, 'it is larger than 1 MiB');
  const manifest = parseYaml(text, source);
  if (!check.Check(manifest)) {
    const base: unknown = isRecord(manifest) ? manifest['extends'] : undefined;
    if (base !== undefined && base !== 'built-in') {
      throw wrong(source, `extends is ${JSON.stringify(base)}; the only chain to extend is built-in`);
    }
    const first = check.Errors(manifest)[0];
    const path = first?.instancePath ?? '';
    const isName = /^\/chain\/\d+\/name$/.test(path);
    throw wrong(source, `${path || '/'} ${isName ? itemNameRule : (first?.message ?? 'is not a chain manifest')}`);
  }
  const names = manifest.chain.map((item) => item.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(source, `two items have the name ${twice}`);
  return manifest;
}

/** Reads the items of a manifest; `extends: built-in` adds them to the given ones. @throws AppError `config` */
export function parseChainItems(text: string, source: string, builtIn: readonly ChainItem[]): readonly ChainItem[] {
  const extended = extendChain(parseChainManifest(text, source), builtIn);
  if (extended.ok) return extended.items;
  throw wrong(source, `${extended.pointer} ${extended.message}`);
}

function parseYaml(text: string, source: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  const problem = document.errors[0];
  if (problem !== undefined) throw wrong(source, problem.message);
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    // The library reports unresolved and excessive aliases only here, as ReferenceError.
    throw wrong(source, cause instanceof Error ? cause.message : 'an alias cannot be resolved', cause);
  }
}

/** Id of the built-in auditor of an item: image `assay/<id>`, with or without a tag or registry, and no `url`. */
export function builtInId(item: ChainItem): string | undefined {
  return item.url === undefined ? builtInIdOfImage(item.image) : undefined;
}

export function itemUrl(item: ChainItem): string {
  return item.url ?? `http://127.0.0.1:${item.port}`;
}

function wrong(source: string, what: string, cause?: unknown): AppError {
  const detail = `chain manifest ${source}: ${what}`;
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
