/**
 * The items of a chain file. With `extends: built-in` they are the built-in items and its own, so that adding an
 * auditor removes no guard. Gateway and verifier share it.
 */
import { type ChainItem, type ChainManifest, maxChainItems } from '../../contract/control/chain.ts';
import { builtInIdOfImage } from './resolve-chain.ts';

export type ExtendedChain =
  | { readonly ok: true; readonly items: readonly ChainItem[] }
  /** `pointer` is into the file. */
  | { readonly ok: false; readonly pointer: string; readonly message: string };

/**
 * Gives the built-in items first, then those of the file. An item with the name of a built-in one configures it: its
 * `env` is laid over the built-in one, its `port`, `url` and `description` replace. It must be the same auditor.
 */
export function extendChain(
  file: Pick<ChainManifest, 'extends' | 'chain'>,
  builtIn: readonly ChainItem[],
): ExtendedChain {
  const { chain } = file;
  if (file.extends === undefined) return { ok: true, items: chain };
  const guards = new Map(builtIn.map((item) => [item.name, item]));
  for (const [index, { name, image }] of chain.entries()) {
    const guard = guards.get(name);
    if (guard === undefined || builtInIdOfImage(image) === builtInIdOfImage(guard.image)) continue;
    const message =
      `${image} would replace the built-in auditor ${name}. Give the item another name, or the image ${guard.image} ` +
      'to configure the built-in one';
    return { ok: false, pointer: `/chain/${index}/image`, message };
  }
  const own = new Map(chain.map((item) => [item.name, item]));
  const items = [
    ...builtIn.map((item) => configure(item, own.get(item.name))),
    ...chain.filter(({ name }) => !guards.has(name)),
  ];
  if (items.length <= maxChainItems) return { ok: true, items };
  const message = `has ${items.length} items with the built-in ones; at most ${maxChainItems} are allowed`;
  return { ok: false, pointer: '/chain', message };
}

function configure(item: ChainItem, own: ChainItem | undefined): ChainItem {
  if (own === undefined) return item;
  const env = { ...item.env, ...own.env };
  return { ...item, ...own, ...(Object.keys(env).length === 0 ? {} : { env }) };
}
