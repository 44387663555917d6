/** The default key encryption key of a deployment: a file of the data folder, mode 0600, with its versions. */
import type { KeyObject } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { wrongKekConfig } from './errors.ts';
import { keyBytes } from './gcm.ts';
import type { Kek } from './kek.ts';
import { createLocalWrap, parseKey } from './kek-local.ts';

export const kekFile = 'secrets-kek.json';
export const fileKekId = 'file';

const format = 'assay-secrets-kek-1';
const kekFileContent = Compile(
  Type.Object(
    {
      format: Type.Literal(format),
      versions: Type.Array(
        Type.Object({
          version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
          key: Type.String(),
          created_at: Type.String(),
        }),
        { minItems: 1 },
      ),
    },
    { additionalProperties: false },
  ),
);

export interface FileKekDeps {
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** @throws AppError `config` if the file is malformed. */
export async function createFileKek({ dataDir, clock, randomBytes }: FileKekDeps): Promise<Kek> {
  let keys = await readKeys(dataDir);
  // Another process with this folder may have made a version meanwhile.
  const refresh = async () => {
    keys = await readKeys(dataDir);
    return keys;
  };
  const find = async (version: number) => keys.get(version) ?? (await refresh()).get(version);
  const remedy = `copy ${kekFile} from the data folder of the verifier process that made it`;
  return {
    id: fileKekId,
    isRemote: false,
    newest: async () => newestOf(await refresh()),
    knows: async (version) => (await find(version)) !== undefined,
    ...createLocalWrap({ id: fileKekId, find, remedy }, randomBytes),
    async makeNext(above) {
      const text = await dataDir.read(kekFile);
      const known = text === undefined ? [] : parseFile(text, dataDir).versions;
      const version = Math.max(above, ...known.map((each) => each.version)) + 1;
      const made = { version, key: makeKey(randomBytes), created_at: toTimestamp(clock.now()) };
      const content = JSON.stringify({ format, versions: [...known, made] }, null, 2);
      // A first version never replaces one that another process made at the same time.
      if (text === undefined) await dataDir.writeOnce(kekFile, () => `${content}\n`);
      else await dataDir.write(kekFile, `${content}\n`);
      return newestOf(await refresh()) ?? version;
    },
  };
}

function makeKey(randomBytes: RandomBytes): string {
  const bytes = Buffer.from(randomBytes(keyBytes));
  const text = bytes.toString('base64');
  bytes.fill(0);
  return text;
}

async function readKeys(dataDir: DataDir): Promise<Map<number, KeyObject>> {
  const text = await dataDir.read(kekFile);
  const keys = new Map<number, KeyObject>();
  if (text === undefined) return keys;
  const { versions } = parseFile(text, dataDir);
  text.fill(0);
  for (const { version, key } of versions) {
    const parsed = parseKey(key);
    if (parsed === undefined || keys.has(version)) throw damaged(dataDir);
    keys.set(version, parsed);
  }
  return keys;
}

function parseFile(text: Buffer, dataDir: DataDir) {
  let content: unknown;
  try {
    content = JSON.parse(text.toString('utf8'));
  } catch {
    // The parser's own message quotes a part of the text.
    throw damaged(dataDir);
  }
  if (!kekFileContent.Check(content)) throw damaged(dataDir);
  return content;
}

function damaged(dataDir: DataDir) {
  return wrongKekConfig(
    `${dataDir.file(kekFile)} does not hold the keys of secrets any more: put it back from a copy; never remove it while secrets are sealed with it`,
  );
}

function newestOf(keys: ReadonlyMap<number, KeyObject>): number | undefined {
  return keys.size === 0 ? undefined : Math.max(...keys.keys());
}
