/**
 * `--peer mcp-proxy`: the most installed open-source MCP proxy of the npm registry, which only forwards and speaks MCP of
 * 2026-07-28 on both sides. Installed into a temporary folder.
 */
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild, textOf } from '../child.ts';

const version = '6.7.19';
const run = promisify(execFile);

/** Starts it in front of a server and gives its endpoint's URL; it stops with the other children. */
export async function startMcpProxy(
  folder: string,
  server: string,
  children: Child[],
  progress: (message: string) => void,
): Promise<string> {
  progress(`installing mcp-proxy@${version}`);
  const quick = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quick, '--prefix', folder, `mcp-proxy@${version}`]);
  // In its install folder, so that its imports resolve there.
  const main = join(folder, 'main.mjs');
  await copyFile(join(import.meta.dirname, 'mcp-proxy-main.mjs'), main);
  const child = await startChild(main, [server]);
  children.push(child);
  return textOf(child.line, 'url');
}
