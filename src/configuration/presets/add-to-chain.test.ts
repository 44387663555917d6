import { createAuditor } from '@assay/sdk';
import { describe, expect, it } from 'vitest';
import { textAuditors } from '../../auditors/catalog.ts';
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import { askedPhases, resolveChain } from '../chain/resolve-chain.ts';
import { addToChain, type NeededAuditor } from './add-to-chain.ts';

const auditors = textAuditors.map((definition) => ({
  id: definition.id,
  builtIn: true,
  port: definition.defaultPort,
  vocabulary: createAuditor(definition).vocabulary(),
}));
const injection: NeededAuditor = { id: 'injection', port: 8090, phases: ['request', 'execution'] };
const pii: NeededAuditor = { id: 'pii', port: 8091, phases: ['request', 'response'] };
const toxicity: NeededAuditor = { id: 'toxicity', port: 8093, phases: ['response'] };

function add(org: ScopeChain, workspace: ScopeChain, needed: readonly NeededAuditor[]) {
  const scopes = [org, workspace] as const;
  return addToChain(scopes, resolveChain({ scopes, auditors }), needed);
}

/** Every needed auditor is asked in every phase that it is needed in. */
function expectAsked(org: ScopeChain, workspace: ScopeChain, needed: readonly NeededAuditor[]): void {
  const { items, problems } = resolveChain({ scopes: [org, workspace], auditors });
  expect(problems).toEqual([]);
  for (const { id, phases } of needed) {
    const found = items.find(({ auditorId }) => auditorId === id);
    const asked = found?.vocabulary === undefined ? [] : askedPhases(found.vocabulary, found.askedIn);
    expect([id, phases.filter((phase) => !asked.includes(phase))]).toEqual([id, []]);
  }
}

const item = (name: string, image = `assay/${name}`) => ({ name, image, port: 9000 });

describe("a preset's auditors in a chain", () => {
  it('need no change when the built-in chain applies, which has them all', () => {
    expect(add({}, {}, [injection, pii, toxicity])).toBeUndefined();
  });

  it.each([
    ['an item of the workspace', {}, { items: [item('injection'), item('secrets'), item('ours', 'registry/ours')] }],
    ['an item of the organisation', { items: [item('injection'), item('secrets')] }, {}],
    ['a name that another auditor has', { items: [item('pii', 'assay/injection'), item('secrets')] }, {}],
    [
      'a phase of the workspace',
      {},
      { auditorChain: { preRequest: [{ auditorId: 'injection' }, { auditorId: 'pii' }] } },
    ],
    [
      'a phase of the organisation',
      { auditorChain: { postResponse: [{ auditorId: 'secrets' }] } },
      { items: [item('secrets')] },
    ],
    ['an empty list', { auditorChain: {} }, {}],
  ] as const)('%s: missing ones are added, and nothing the second time', (_, org, workspace) => {
    const needed = [injection, pii, toxicity];
    const addition = add(org as ScopeChain, workspace as ScopeChain, needed);
    if (addition === undefined) throw new Error('something was missing');
    expectAsked(org as ScopeChain, addition.chain, needed);
    expect(add(org as ScopeChain, addition.chain, needed)).toBeUndefined();
  });

  it('keep inherited ones first, in the order of the built-in chain', () => {
    const org: ScopeChain = { items: [item('injection'), item('ours', 'registry/ours'), item('toxicity')] };
    const addition = add(org, {}, [pii]);
    expect(addition?.added).toEqual(['pii']);
    expect(addition?.chain.items?.map(({ name }) => name)).toEqual(['injection', 'ours', 'pii', 'toxicity']);
    expect(addition?.chain.items?.[2]).toEqual({
      name: 'pii',
      image: 'assay/pii',
      port: 8091,
      env: { PII_NAMES: 'false' },
    });
  });

  it('are only asked when their claims are read', () => {
    const org: ScopeChain = { auditorChain: { preRequest: [{ auditorId: 'secrets' }], postResponse: [] } };
    expect(add(org, {}, [injection, pii, toxicity])?.chain.auditorChain).toEqual({
      preRequest: [{ auditorId: 'injection' }, { auditorId: 'pii' }, { auditorId: 'secrets' }],
      postResponse: [{ auditorId: 'pii' }, { auditorId: 'toxicity' }],
    });
  });

  it("keep the workspace's other settings", () => {
    const workspace: ScopeChain = { items: [item('injection')], auditorChain: { preRequest: [] } };
    const chain = add({}, workspace, [injection])?.chain;
    expect(chain).toEqual({ items: [item('injection')], auditorChain: { preRequest: [{ auditorId: 'injection' }] } });
  });
});
