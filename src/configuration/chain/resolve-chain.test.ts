import type { Vocabulary } from '@assay/sdk/contract';
import { describe, expect, it } from 'vitest';
import type { AuditorChain, ChainItem } from '../../contract/control/chain.ts';
import { builtInChainIds, type KnownAuditor, resolveChain, toChainVocabularies } from './resolve-chain.ts';

const vocabulary = (id: string, phases = ['request', 'response']): Vocabulary => {
  const entry = { name: `${id}_claim`, type: 'boolean' as const, description: '', value_schema: {}, settings: [] };
  return { auditor_id: id, version: '1', phases, vocabulary: [entry] };
};
const builtIn = (id: string): KnownAuditor => ({
  id,
  builtIn: true,
  image: `assay/${id}`,
  port: 8000,
  vocabulary: vocabulary(id),
});
const auditors: KnownAuditor[] = [
  ...builtInChainIds.map(builtIn),
  builtIn('groundedness'),
  {
    id: 'ours',
    builtIn: false,
    image: 'reg/ours:2',
    url: 'http://ours',
    port: 9000,
    vocabulary: vocabulary('ours', ['response', 'execution']),
  },
];
const chainOf = (preRequest: string[], postResponse: string[] = []): AuditorChain => ({
  preRequest: preRequest.map((auditorId) => ({ auditorId })),
  postResponse: postResponse.map((auditorId) => ({ auditorId })),
});
const item = (name: string, image: string, url?: string): ChainItem => ({
  name,
  image,
  port: 1,
  ...(url === undefined ? {} : { url }),
});
const summary = (chain: ReturnType<typeof resolveChain>) =>
  toChainVocabularies(chain).map(({ item: name, auditorId, phases }) => `${name}=${auditorId}:${phases.join('+')}`);

describe('the chain of a workspace', () => {
  it('is the built-in four by default', () => {
    expect(summary(resolveChain({ scopes: [{}, {}], auditors }))).toEqual(
      builtInChainIds.map((id) => `${id}=${id}:request+response`),
    );
  });

  it("is the gateway's chain file when no scope has one", () => {
    const localItems = [item('pii', 'assay/pii'), item('mine', 'reg/mine', 'http://mine')];
    const chain = resolveChain({ scopes: [{}], auditors, localItems });
    expect(chain.items.map(({ item: { name }, auditorId }) => `${name}=${auditorId}`)).toEqual([
      'pii=pii',
      'mine=mine',
    ]);
    expect(summary(chain)).toEqual(['pii=pii:request+response']);
  });

  it('asks each auditor in its named phases, in order, response phases last', () => {
    const chain = resolveChain({
      scopes: [{ auditorChain: chainOf(['secrets', 'injection'], ['ours', 'secrets']) }],
      auditors,
    });
    expect(summary(chain)).toEqual([
      'secrets=secrets:request+response',
      'injection=injection:request',
      'ours=ours:response+execution',
    ]);
    expect(chain.items[2]?.item).toMatchObject({ name: 'ours', url: 'http://ours', port: 9000 });
  });

  it('takes each member from the innermost scope that has it', () => {
    const org = { items: [item('scan', 'assay/pii', 'http://pii')], auditorChain: chainOf(['pii']) };
    expect(summary(resolveChain({ scopes: [org, {}], auditors }))).toEqual(['scan=pii:request']);
    const inner = { auditorChain: chainOf(['injection']) };
    expect(summary(resolveChain({ scopes: [org, inner], auditors }))).toEqual(['injection=injection:request']);
    const places = { items: [item('other', 'assay/pii', 'http://other')] };
    expect(resolveChain({ scopes: [org, places], auditors }).items[0]?.item.url).toBe('http://other');
    expect(summary(resolveChain({ scopes: [org, { auditorChain: {} }], auditors }))).toEqual([]);
  });

  it('finds a registered auditor by image or name', () => {
    const scopes = [
      { items: [item('a', 'reg/ours:2'), item('ours', 'else', 'http://x'), item('b', 'nobody', 'http://y')] },
    ];
    const chain = resolveChain({ scopes, auditors });
    expect(chain.items.map(({ auditorId, vocabulary: known }) => [auditorId, known?.auditor_id])).toEqual([
      ['ours', 'ours'],
      ['ours', 'ours'],
      ['b', undefined],
    ]);
  });

  it('names an unreachable auditor with its phases', () => {
    const chain = resolveChain({ scopes: [{ auditorChain: chainOf(['gone'], ['pii']) }], auditors });
    expect(chain.problems).toMatchObject([{ auditorId: 'gone', phases: expect.arrayContaining(['request']) }]);
    expect(summary(chain)).toEqual(['pii=pii:response']);
  });

  it('finds the place of a named auditor in the chain file of the gateway', () => {
    const localItems = [item('gone', 'reg/gone', 'http://gone')];
    const chain = resolveChain({ scopes: [{ auditorChain: chainOf(['gone']) }], auditors, localItems });
    expect([chain.problems, chain.items[0]?.item.url]).toEqual([[], 'http://gone']);
  });
});

describe('auditors that were installed as apps', () => {
  const joined = (...ids: string[]) => ids.map((auditor_id) => ({ auditor_id }));

  it('are asked after the chain that is there, whatever names it, and none is asked twice', () => {
    const own = [item('injection', 'assay/injection')];
    for (const sources of [{ scopes: [] }, { scopes: [{ items: own }] }, { scopes: [], localItems: own }]) {
      const before = summary(resolveChain({ ...sources, auditors }));
      const after = summary(resolveChain({ ...sources, auditors, joined: joined('injection', 'ours', 'ours') }));
      expect(after).toEqual([...before, 'ours=ours:response+execution']);
    }
  });

  it('that must not be asked stay in the chain, so that their claims are missing and not unknown', () => {
    const chain = resolveChain({ scopes: [], auditors, joined: [{ auditor_id: 'ours', withheld: 'not approved' }] });
    expect(chain.items.at(-1)).toMatchObject({ auditorId: 'ours', withheld: 'not approved' });
    expect(summary(chain)).toContain('ours=ours:response+execution');
  });

  it('that nobody knows, or whose name is taken, are problems', () => {
    const scopes = [{ items: [item('ours', 'assay/pii')] }];
    const { items, problems } = resolveChain({ scopes, auditors, joined: joined('ours', 'nobody') });
    expect(items).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('has its name'),
      expect.stringContaining('nobody registered it'),
    ]);
  });
});
