/**
 * A folder that behaves like the kernel's configfs-tsm: a new entry gets its attributes, every write counts, and
 * reading the report gives one about the last bytes written. It watches the folder by polling, because it is no file
 * system.
 */
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile as writePlain } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Writes atomically, because a reader of the kernel's attributes never sees half of one. */
async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  await writePlain(draft, content);
  await rename(draft, path);
}

export interface KernelOptions {
  readonly provider: string;
  /** Makes the report about these bytes. */
  readonly answer: (inblob: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  readonly auxblob?: Uint8Array;
  /** The number of foreign writes between our write and our read. */
  readonly races?: number;
}

export interface Kernel {
  readonly basePath: string;
  /** The number of entries ever made. */
  entries(): number;
  close(): Promise<void>;
}

export async function startKernel({ provider, answer, auxblob, races = 0 }: KernelOptions): Promise<Kernel> {
  const basePath = await mkdtemp(join(tmpdir(), 'assay-tsm-'));
  const known = new Map<string, { generation: number; inblob: string }>();
  let racesLeft = races;
  let isOpen = true;

  const serve = async (name: string): Promise<void> => {
    const at = (attribute: string) => join(basePath, name, attribute);
    const state = known.get(name);
    if (state === undefined) {
      known.set(name, { generation: 0, inblob: '' });
      await writeFile(at('provider'), `${provider}\n`);
      await writeFile(at('generation'), '0\n');
      return;
    }
    const inblob = await readFile(at('inblob')).catch(() => new Uint8Array());
    const written = (await stat(at('inblob')).catch(() => undefined))?.mtimeMs ?? 0;
    const mark = `${Buffer.from(inblob).toString('hex')}@${written}`;
    if (inblob.length === 0 || mark === state.inblob) return;
    const step = racesLeft > 0 ? 2 : 1;
    racesLeft = Math.max(0, racesLeft - 1);
    known.set(name, { generation: state.generation + step, inblob: mark });
    if (auxblob !== undefined) await writeFile(at('auxblob'), auxblob);
    await writeFile(at('outblob'), await answer(inblob));
    await writeFile(at('generation'), `${state.generation + step}\n`);
  };

  const run = async (): Promise<void> => {
    while (isOpen) {
      for (const name of await readdir(basePath)) await serve(name);
      await sleep(2);
    }
  };
  const running = run();
  return {
    basePath,
    entries: () => known.size,
    async close() {
      isOpen = false;
      await running;
      await rm(basePath, { recursive: true, force: true });
    },
  };
}
