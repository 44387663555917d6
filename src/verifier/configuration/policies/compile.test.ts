/** Tests what may become active: it compiles in its place, and decides fast enough. */
import { describe, expect, it } from 'vitest';
import { resolveChain } from '../../../configuration/chain/resolve-chain.ts';
import { createCedarHost } from '../../../policy/cedar-host.ts';
import { builtIns } from '../auditor-catalog/catalog-auditor.ts';
import { createPolicyCompiler, maxDecisionMs } from './compile.ts';
import type { PolicyContext } from './contexts.ts';

const cedar = createCedarHost();
const chain = resolveChain({ scopes: [], auditors: builtIns });
const permitAll = '@id("all") permit (principal, action, resource);';

const place = (id: string, ...texts: string[]): PolicyContext => ({
  scope: { level: 'workspace', id },
  workspaceId: id,
  chain,
  levels: [{ kind: 'org', id: 'o', records: texts.map((text, index) => ({ name: `r${index}`, text })) }],
});

/** A clock on which every decision takes the given time. */
function compilerAt(decisionMs: () => number) {
  let now = 0;
  let isEnd = false;
  let breaths = 0;
  const compiler = createPolicyCompiler({
    cedar,
    clock: { now: () => 0 },
    monotonicMs: () => {
      if (isEnd) now += decisionMs();
      isEnd = !isEnd;
      return now;
    },
    yieldThread: async () => {
      breaths += 1;
    },
  });
  return { compiler, breaths: () => breaths };
}

describe('a set that becomes active', () => {
  it('is refused while one decision takes too long, and not for ever', async () => {
    let decisionMs = maxDecisionMs + 1;
    const { compiler } = compilerAt(() => decisionMs);
    const slow = await compiler.findBroken([place('w', permitAll)]);
    expect(slow).toMatchObject({ isSlow: true, broken: [{ scope: { id: 'w' }, problems: [{ code: 'too_slow' }] }] });
    decisionMs = maxDecisionMs;
    expect(await compiler.findBroken([place('w', permitAll)])).toMatchObject({ isSlow: false, broken: [] });
  });

  it('is accepted on a busy machine once one try is fast enough', async () => {
    let tries = 0;
    const { compiler } = compilerAt(() => {
      tries += 1;
      return tries % 8 === 0 ? 1 : maxDecisionMs + 10;
    });
    expect(await compiler.findBroken([place('w', permitAll)])).toMatchObject({
      isSlow: false,
      broken: [],
      decisionMs: 1,
    });
  });

  it('is refused with too many policies at a level', async () => {
    const many = Array.from({ length: 300 }, () => 'permit (principal, action, resource);').join('\n');
    const { broken } = await compilerAt(() => 0).compiler.findBroken([place('w', many, many)]);
    expect(broken).toMatchObject([{ problems: [{ message: expect.stringContaining('600 policies') }] }]);
  });

  it('is checked once for equal places, and other work runs between places', async () => {
    let decisions = 0;
    const { compiler, breaths } = compilerAt(() => {
      decisions += 1;
      return 0;
    });
    await compiler.findBroken([place('a', permitAll)]);
    const first = decisions;
    await compiler.findBroken(['b', 'c', 'd'].map((id) => place(id, permitAll)));
    expect([decisions, breaths()]).toEqual([first, 4]);
  });
});
