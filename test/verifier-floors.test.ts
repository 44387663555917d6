/** Checks the floors of `src/verifier`: the arrows of imports, the groups of each floor, and the tables that groups share. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { attestationFeatures } from '../src/verifier/attestation/features.ts';
import { baseFeatures } from '../src/verifier/base/features.ts';
import { compositionFeatures } from '../src/verifier/composition/features.ts';
import { configurationFeatures } from '../src/verifier/configuration/features.ts';
import { delegationFeatures } from '../src/verifier/delegation/features.ts';
import { features } from '../src/verifier/features.ts';
import { frontFeatures } from '../src/verifier/front/features.ts';
import { identityFeatures } from '../src/verifier/identity/features.ts';
import { toolsFeatures } from '../src/verifier/tools/features.ts';
import { floors, sharedTables } from './support/verifier-floors.ts';

const root = fileURLToPath(new URL('../src/verifier', import.meta.url));
const featuresOf = {
  base: baseFeatures,
  attestation: attestationFeatures,
  configuration: configurationFeatures,
  identity: identityFeatures,
  delegation: delegationFeatures,
  tools: toolsFeatures,
  composition: compositionFeatures,
  front: frontFeatures,
} satisfies Record<(typeof floors)[number], unknown>;

/** Text of each source by its path below the root, without tests. */
let sources: ReadonlyMap<string, string>;
beforeAll(async () => {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/\.(test|fixture)\.ts$|(^|\/)test-[^/]*$/.test(path));
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const;
  sources = new Map(await Promise.all(paths.map(read)));
});

const floorOf = (path: string) => {
  const index = floors.findIndex((floor) => path.startsWith(`${floor}/`));
  return index < 0 ? floors.length : index;
};
/** `identity/issuer`; undefined for a file of a floor itself, or of the root. */
const groupOf = (path: string) => /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];

/** Lists imports as pairs of paths below the root. */
function importsWithin(): { readonly from: string; readonly to: string }[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)]
      .map(([, target = '']) => ({ from, to: normalize(join(dirname(from), target)) }))
      .filter(({ to }) => !to.startsWith('..')),
  );
}

const toLine = ({ from, to }: { readonly from: string; readonly to: string }) => `${from} → ${to}`;

describe('the floors of the verifier', () => {
  it('import only floors below them: move what both need down, or hand it in as a dependency or a hook', () => {
    const upward = importsWithin().filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upward.map(toLine)).toEqual([]);
  });

  it('are wired at the root alone: a group or floor names what it needs, and not the whole of another floor', () => {
    const isWiring = (path: string) => floors.some((floor) => path === `${floor}/create.ts`);
    const wired = importsWithin().filter(({ from, to }) => isWiring(to) && floorOf(from) < floors.length);
    expect(wired.map(toLine)).toEqual([]);
  });

  it.each(floors)('%s has every folder as a group in its features.ts', async (floor) => {
    const entries = await readdir(join(root, floor), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(featuresOf[floor].map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it('are all folders of the verifier, and make up its features, the lowest floor first', async () => {
    const entries = await readdir(root, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.sort()).toEqual([...floors].sort());
    const ofFloors = floors.flatMap((floor) => featuresOf[floor].map(({ name }) => name));
    expect(features.map(({ name }) => name)).toEqual(ofFloors);
  });
});

describe('the tables of a group', () => {
  /** Gives uses of tables as `reader ← owner table`. */
  function findUses(): string[] {
    const owners = new Map<string, { readonly group: string; readonly table: string }>();
    const inSql = new Map<string, string>();
    for (const [path, text] of sources) {
      for (const [, table = '', name = ''] of text.matchAll(/export const (\w+Table) = pgTable\(\s*'([a-z_]+)'/g)) {
        owners.set(table, { group: groupOf(path) ?? path, table });
        inSql.set(name, table);
      }
    }
    const uses = [...sources].flatMap(([path, text]) => {
      const reader = groupOf(path);
      if (reader === undefined) return [];
      const imported = [...text.matchAll(/import \{([^}]*)\}/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      );
      const code = (text.split(/Migrations: readonly/)[0] ?? '').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
      const statements = [...code.matchAll(/\b(?:from|join|update|into)\s+([a-z_]+)\b/g)].map(
        ([, name = '']) => inSql.get(name) ?? '',
      );
      return [...imported, ...statements].flatMap((name) => {
        const owner = owners.get(name);
        return owner === undefined || owner.group === reader ? [] : [`${reader} ← ${owner.group} ${owner.table}`];
      });
    });
    return [...new Set(uses)].sort();
  }

  it('is used by others only as named: ask the owner, or add the reason to test/support/verifier-floors.ts', () => {
    const named = Object.entries(sharedTables).flatMap(([reader, tables]) =>
      Object.keys(tables).map((table) => `${reader} ← ${table}`),
    );
    const uses = findUses();
    expect(uses.filter((use) => !named.includes(use))).toEqual([]);
    expect(named.filter((use) => !uses.includes(use))).toEqual([]);
  });
});
