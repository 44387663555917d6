/**
 * The keys for sealed states. All processes on a data folder share them, and a key change still accepts states that
 * were sealed shortly before.
 */
import { fromBase64Url, toBase64Url } from '@assay/sdk/crypto';
import type { DataDir } from '../../platform/data-dir.ts';
import { AppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Secret } from '../../platform/secret.ts';

/** One key per line, or separated by commas in the variable: the current key first, at most one previous key. */
export const stateKeyFile = 'mcp-state.key';
const keyBytes = 32;

export interface StateKeys {
  readonly current: Uint8Array;
  /** Only opens states. */
  readonly previous: Uint8Array | undefined;
}

export interface StateKeySource {
  readonly dataDir: Pick<DataDir, 'writeOnce'>;
  /** `MCP_GATEWAY_STATE_KEY`: wins over the file, which is then neither read nor made. */
  readonly variable: Secret | undefined;
  readonly randomBytes: RandomBytes;
}

/**
 * Gives the keys of the variable, else of the file, which is made at the first start (mode 0600). @throws AppError
 * `config` for anything but one or two keys of 32 bytes in base64url.
 */
export async function loadStateKeys({ dataDir, variable, randomBytes }: StateKeySource): Promise<StateKeys> {
  if (variable !== undefined) return parseKeys(variable.reveal(), 'MCP_GATEWAY_STATE_KEY');
  const file = await dataDir.writeOnce(stateKeyFile, () => `${toBase64Url(randomBytes(keyBytes))}\n`);
  return parseKeys(file.toString('utf8'), stateKeyFile);
}

function parseKeys(text: string, where: string): StateKeys {
  const [current, previous, ...more] = text.split(/[\s,]+/).filter((part) => part !== '');
  if (current === undefined || more.length > 0) throw wrong(where);
  return {
    current: parseKey(current, where),
    previous: previous === undefined ? undefined : parseKey(previous, where),
  };
}

function parseKey(text: string, where: string): Uint8Array {
  let key: Uint8Array;
  try {
    key = fromBase64Url(text);
  } catch {
    throw wrong(where);
  }
  if (key.length !== keyBytes) throw wrong(where);
  return key;
}

function wrong(where: string): AppError {
  const detail = `${where} must hold one or two keys of 32 bytes in base64url: the current one first, then the one before.`;
  return new AppError('config', detail, { detail });
}
