import { chmod, mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from './open-browser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-browser-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const url = 'http://127.0.0.1:8200/oauth/authorize?a=1&b=$(touch%20x);c';

describe('opening a browser', () => {
  it.each([
    ['linux', 'xdg-open'],
    ['darwin', 'open'],
  ] as const)('on %s calls %s with the address as one argument, and passes no token', async (platform, name) => {
    const script = join(folder, name);
    const lines = [
      `printf '%s\\n' "$@" "[$ASSAY_ACCESS_TOKEN$ASSAY_API_KEY]" > ${folder}/draft`,
      `mv ${folder}/draft ${folder}/seen`,
    ];
    await writeFile(script, `#!/bin/sh\nPATH=/usr/bin:/bin\n${lines.join('\n')}\n`);
    await chmod(script, 0o755);
    const isThere = (async () => {
      for await (const { filename } of watch(folder)) if (filename === 'seen') return;
    })();
    const env = { PATH: folder, DISPLAY: ':0', ASSAY_ACCESS_TOKEN: 'secret', ASSAY_API_KEY: 'secret' };
    expect(await openBrowser(url, env, platform)).toBe(true);
    await isThere;
    expect(await readFile(join(folder, 'seen'), 'utf8')).toBe(`${url}\n[]\n`);
  });

  it('is not tried without a display, and fails without a program', async () => {
    expect(await openBrowser(url, { PATH: folder }, 'linux')).toBe(false);
    expect(await openBrowser(url, { PATH: folder, WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(false);
  });
});
