/** Default name of a wrapped server in policies and Evidence. */

const launchers = new Set([
  'npx',
  'npm',
  'bunx',
  'uvx',
  'uv',
  'pipx',
  'node',
  'deno',
  'bun',
  'python',
  'python3',
  'docker',
]);
const verbs = new Set(['run', 'exec', 'x', 'dlx', 'tool']);
const maxLength = 40;

/** Lower case letters, digits and single hyphens, e.g. `server-everything` of `npx -y @scope/server-everything@1.2.0`. */
export function toServerName(command: string, args: readonly string[]): string {
  const program = lastPart(command);
  const named = launchers.has(program) ? args.find((arg) => !arg.startsWith('-') && !verbs.has(arg)) : undefined;
  const part = lastPart(named ?? command);
  const name = part
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
  return name === '' ? 'server' : name;
}

/** Removes folders, scope, version and file extension. */
function lastPart(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/(?<=.)@.*$/, '').replace(/\.(?:exe|cmd|m?[jt]s|py)$/i, '');
}
