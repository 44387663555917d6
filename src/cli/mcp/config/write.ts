/** Changes the file of a client: reports the change, keeps a copy of the old file, and replaces it atomically. */
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CommandIo } from '../../command.ts';
import { saveFile } from '../../save.ts';
import type { Endpoint, McpClient } from './clients.ts';
import { merge, toSnippet } from './merge.ts';

/** Writes the entry, unless it is already there. @throws UsageError */
export async function writeConfig(io: CommandIo, client: McpClient, endpoint: Endpoint, file: string): Promise<void> {
  const old = await readOld(file);
  const { text, isSame, before } = merge(client, endpoint, file, old?.text);
  if (isSame) {
    io.stderr.write(`${file} already has it.\n`);
    return;
  }
  io.stderr.write(
    `${file}\n${before === undefined ? '' : `- ${client.member}.${endpoint.name}, which is replaced\n`}${plus(toSnippet(client, endpoint))}`,
  );
  await mkdir(dirname(file), { recursive: true });
  if (old !== undefined) {
    const copy = `${file}.${toStamp(io.clock.now())}.bak`;
    await copyFile(file, copy);
    io.stderr.write(`The previous version was copied to ${copy}\n`);
  }
  await saveFile(file, [new TextEncoder().encode(text)], { mode: old?.mode ?? 0o600 });
}

async function readOld(file: string): Promise<{ text: string; mode: number } | undefined> {
  try {
    const { mode } = await stat(file);
    return { text: await readFile(file, 'utf8'), mode: mode & 0o777 };
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

function plus(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '+ ').concat('\n');
}

/** A time for use in a file name. */
function toStamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
