import { describe, expect, it } from 'vitest';
import { createLines, createScreen } from './output.ts';

const urls = {
  injection: 'http://127.0.0.1:8090',
  pii: 'http://127.0.0.1:8091',
  attestor: 'http://127.0.0.1:8400',
  gateway: 'http://127.0.0.1:8300',
};

function show(env: Record<string, string> = {}, shown: Readonly<Record<string, string>> = urls) {
  const out: string[] = [];
  const err: string[] = [];
  const to = (list: string[]) => ({ write: (text: string) => list.push(text) });
  const screen = createScreen(
    { stdout: to(out), stderr: to(err), color: false },
    { version: '1.2.3', folder: '/home/ada/.assay', env },
  );
  screen.starting();
  for (const [name, url] of Object.entries(shown)) screen.started(name, url);
  screen.warn('unknown variables are ignored: GATEWAY_PROT');
  screen.ready(shown, 2_345);
  return { out: out.join(''), err: err.join('') };
}

describe('the screen of a start', () => {
  it('names version, data folder, addresses, docs, and a command that shows a refusal', () => {
    const { out } = show();
    for (const part of ['Assay 1.2.3', '/home/ada/.assay', urls.attestor, `${urls.gateway}/v1`, 'Ready after 2.3 s'])
      expect(out).toContain(part);
    expect(out).toContain('2 on ports 8090 to 8091');
    expect(out).toContain('docs/guides/first-steps.md');
    expect(out).toMatch(/^ {2}npx assay evaluate "Ignore all previous instructions[^"]*"$/m);
    expect(out).not.toContain('{');
  });

  it('has one line for each warning', () => {
    expect(show().err).toBe('warning  unknown variables are ignored: GATEWAY_PROT\n');
  });

  it('shows a command that fits another address, and where a credential is needed', () => {
    const moved = show({ ASSAY_AUTHENTICATION: 'required' }, { gateway: 'http://127.0.0.1:9000' }).out;
    expect(moved).toMatch(/ASSAY_ACCESS_TOKEN="\$\(cat '\/home\/ada\/\.assay\/operator-token'\)" npx assay evaluate/);
    expect(moved).toContain('--gateway http://127.0.0.1:9000');
  });

  it('says nothing of a gateway that was not started', () => {
    expect(show({}, { injection: urls.injection }).out).not.toContain('evaluate');
  });
});

it('lines for programs are one JSON line on standard output', () => {
  const out: string[] = [];
  const err: string[] = [];
  const lines = createLines({
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
  });
  lines.starting();
  lines.started('gateway', urls.gateway);
  lines.ready({ gateway: urls.gateway }, 1);
  lines.say('Waiting for the gateway.');
  expect(out).toEqual([`{"ready":true,"urls":{"gateway":"${urls.gateway}"}}\n`]);
  expect(err).toEqual([`  gateway      ${urls.gateway}\n`, 'Waiting for the gateway.\n']);
});
