import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64Url } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from '../../platform/data-dir.ts';
import { createSecret } from '../../platform/secret.ts';
import { type BoundTo, type CallStates, createCallStates, type StateParts } from './call-state.ts';
import { createReplayGuard } from './replay-guard.ts';
import { createSealer, maxSealedChars } from './seal.ts';
import { loadStateKeys, stateKeyFile } from './state-keys.ts';

const bound: BoundTo = {
  principalKey: 'bot/key_1',
  agentId: 'bot',
  server: 'mail',
  tool: 'send',
  argumentsHash: 'a'.repeat(64),
  definitionHash: 'sha256:1',
};
const parts: StateParts = { kind: 'input', round: 1, asked: ['name'], serverState: 'of the server' };
const keys = (byte: number, before?: number) => ({
  current: new Uint8Array(32).fill(byte),
  previous: before === undefined ? undefined : new Uint8Array(32).fill(before),
});

let now: number;
beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00Z');
});
const open = (stateKeys = keys(1), most?: number): CallStates => {
  const clock = { now: () => now };
  const used = createReplayGuard({ clock, ...(most === undefined ? {} : { most }) });
  return createCallStates({ sealer: createSealer(stateKeys), used, clock, randomBytes });
};
const sealed = (states: CallStates, change: Partial<StateParts> = {}): string => {
  const state = states.make(bound, { ...parts, ...change });
  if (state === undefined) throw new Error('too long');
  return state;
};

describe('a sealed state', () => {
  it('returns its content, once', () => {
    const states = open();
    const state = sealed(states);
    expect(states.open(bound, state)).toMatchObject({
      kind: 'opened',
      state: { kind: 'input', round: 1, asked: ['name'], server_state: 'of the server' },
    });
    expect(states.open(bound, state)).toEqual({ kind: 'invalid' });
  });

  it('is reusable when it was not used after all', () => {
    const states = open();
    const state = sealed(states);
    const first = states.open(bound, state);
    if (first.kind === 'opened') first.giveBack();
    expect(states.open(bound, state).kind).toBe('opened');
  });

  it('is refused with any bit changed', () => {
    const states = open();
    const bytes = Buffer.from(sealed(states), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(states.open(bound, changed.toString('base64url'))).toEqual({ kind: 'invalid' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is refused in any other spelling, shortened, extended, and in any other form', () => {
    const states = open();
    const state = sealed(states);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat(state.length - 1).map((end) => state.slice(0, end)),
        ),
        (text) => {
          expect(states.open(bound, text)).toEqual({ kind: 'invalid' });
        },
      ),
    );
    for (const text of [`${state}=`, `${state} `, ` ${state}`, `${state}A`, 'A'.repeat(maxSealedChars + 1)]) {
      expect(states.open(bound, text)).toEqual({ kind: 'invalid' });
    }
  });

  it('is invalid for any other principal, agent, server, tool, arguments or definition', () => {
    const states = open();
    const state = sealed(states);
    const members = Object.keys(bound) as (keyof BoundTo)[];
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.string(), (member, text) => {
        fc.pre(bound[member] !== text);
        expect(states.open({ ...bound, [member]: text }, state)).toEqual({ kind: 'invalid' });
      }),
    );
    expect(states.open({ ...bound, agentId: 'botmail', server: '' }, state)).toEqual({ kind: 'invalid' });
    expect(states.open(bound, state).kind).toBe('opened');
  });

  it('ends after ten minutes, or with its approval', () => {
    const states = open();
    const [short, long] = [sealed(states), sealed(states, { expiresAt: '2026-01-01T01:00:00Z' })];
    now += 10 * 60_000 - 1;
    expect(states.open(bound, short).kind).toBe('opened');
    const other = sealed(states);
    now += 10 * 60_000;
    expect(states.open(bound, other).kind).toBe('invalid');
    expect(states.open(bound, long).kind).toBe('opened');
  });

  it('is still refused as used when others have expired, and unusable when it cannot be remembered', () => {
    const states = open(keys(1), 2);
    const lasting = sealed(states, { expiresAt: '2027-01-01T00:00:00Z' });
    states.open(bound, lasting);
    states.open(bound, sealed(states));
    expect(states.open(bound, sealed(states))).toEqual({ kind: 'full' });
    now += 10 * 60_000;
    expect(states.open(bound, sealed(states)).kind).toBe('opened');
    expect(states.open(bound, lasting)).toEqual({ kind: 'invalid' });
  });

  it('of another process is valid with the same key, or the former key until it is dropped', () => {
    const state = sealed(open(keys(1)));
    expect(open(keys(1)).open(bound, state).kind).toBe('opened');
    expect(open(keys(2)).open(bound, state).kind).toBe('invalid');
    expect(open(keys(2, 1)).open(bound, state).kind).toBe('opened');
    expect(open(keys(1)).open(bound, sealed(open(keys(2, 1)))).kind).toBe('invalid');
  });

  it('reveals little by its length, nothing of its content, and is never too long to return', () => {
    const states = open();
    const lengths = ['', 'x', 'x'.repeat(60)].map((serverState) => sealed(states, { serverState }).length);
    expect(new Set(lengths).size).toBe(1);
    expect(Buffer.from(sealed(states), 'base64url').toString('latin1')).not.toContain('server');
    expect(states.make(bound, { ...parts, serverState: 'x'.repeat(50_000) })).toBeUndefined();
    const long = sealed(states, { serverState: 'x'.repeat(45_000) });
    expect(long.length).toBeLessThanOrEqual(maxSealedChars);
    expect(states.open(bound, long).kind).toBe('opened');
  });

  it('keeps texts of any kind', () => {
    const states = open();
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 50 }), (units) => {
        const serverState = String.fromCharCode(...units);
        const opened = states.open(bound, sealed(states, { serverState }));
        expect(opened).toMatchObject({ state: { server_state: serverState } });
      }),
    );
  });
});

describe('the key of sealed states', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-state-'));
    return () => rm(folder, { recursive: true, force: true });
  });
  const load = async (variable?: string) => {
    const { current, previous } = await loadStateKeys({
      dataDir: await openDataDir(folder),
      randomBytes,
      variable: variable === undefined ? undefined : createSecret(variable),
    });
    return [current, ...(previous === undefined ? [] : [previous])].map(toBase64Url);
  };

  it('is made once for all processes of a folder, readable only by its owner', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => load()));
    expect(new Set(all.flat()).size).toBe(1);
    expect(((await stat(join(folder, stateKeyFile))).mode & 0o777).toString(8)).toBe('600');
  });

  it('may come from the environment, with the former one', async () => {
    const [one, two] = [toBase64Url(keys(1).current), toBase64Url(keys(2).current)];
    expect(await load(one)).toEqual([one]);
    expect(await load(`${two},${one}`)).toEqual([two, one]);
    await expect(stat(join(folder, stateKeyFile))).rejects.toThrow('ENOENT');
    await (await openDataDir(folder)).write(stateKeyFile, `${two}\n${one}\n`);
    expect(await load()).toEqual([two, one]);
  });

  it('is refused in any other form, without showing it', async () => {
    const short = toBase64Url(new Uint8Array(16));
    for (const text of [' ', short, 'secret words', `${short},${short},${short}`]) {
      const failure = await load(text).catch(String);
      expect(failure).toContain('MCP_GATEWAY_STATE_KEY must hold one or two keys');
      expect(failure).not.toContain(short);
    }
  });
});
