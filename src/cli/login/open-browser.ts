/** Opens an address in the user's browser, if there is one. */
import { spawn } from 'node:child_process';
import type { Environment } from '../../platform/config.ts';
import { apiKeyVariable, tokenVariable } from '../service-address.ts';

/** @returns false when no program was found to show it */
export async function openBrowser(url: string, env: Environment, platform: NodeJS.Platform): Promise<boolean> {
  const opener = openerOf(platform, env);
  if (opener === undefined) return false;
  const [command, ...args] = opener;
  const { [tokenVariable]: _token, [apiKeyVariable]: _key, ...rest } = env;
  return new Promise((resolve) => {
    // No shell, because an address may hold shell syntax.
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, env: rest });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function openerOf(platform: NodeJS.Platform, env: Environment): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  // Without a display the program would show it in this terminal, if at all.
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
