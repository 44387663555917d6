import { describe, expect, it } from 'vitest';
import { canAsk, moved, orderOf, withOrder } from './chain.ts';

const auditor = (id: string, ...phases: string[]) => ({ id, phases, built_in: true });
const catalog = [
  auditor('injection', 'request', 'response', 'execution'),
  auditor('pii', 'request', 'response'),
  auditor('secrets', 'request', 'response'),
  auditor('toxicity', 'request', 'response'),
  auditor('groundedness', 'response'),
  auditor('model-security', 'artifact'),
];
const own = { auditorChain: { preRequest: [{ auditorId: 'pii' }], postResponse: [{ auditorId: 'groundedness' }] } };
const item = { name: 'strict pii', image: 'assay/pii:1', port: 8091 };

describe('the chain of a workspace', () => {
  it('is the built-in one where no scope has a chain', () => {
    const { source, before } = orderOf({}, {}, catalog);
    expect([source, before]).toEqual(['builtIn', ['injection', 'pii', 'secrets', 'toxicity']]);
  });

  it('is inherited from the organisation until the workspace has its own', () => {
    expect(orderOf(own, {}, catalog)).toEqual({ source: 'org', before: ['pii'], after: ['groundedness'] });
    expect(orderOf({}, own, catalog).source).toBe('workspace');
  });

  it('leaves auditors out of phases that they cannot read', () => {
    const items = [item, { name: 'groundedness', image: 'assay/groundedness', port: 8094 }];
    expect(orderOf({}, { items }, catalog)).toEqual({
      source: 'workspace',
      before: ['pii'],
      after: ['pii', 'groundedness'],
    });
  });

  it('lets an auditor of files stand before the request only', () => {
    expect([canAsk('model-security', 'request', catalog), canAsk('model-security', 'response', catalog)]).toEqual([
      true,
      false,
    ]);
  });

  it('keeps the items with their addresses when the order changes', () => {
    expect(withOrder({ items: [item] }, { before: ['pii'], after: [] })).toEqual({
      items: [item],
      auditorChain: { preRequest: [{ auditorId: 'pii' }], postResponse: [] },
    });
    expect(withOrder(own, undefined)).toEqual({});
  });

  it('moves one auditor and keeps the order of the others', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
    expect(moved(['a'], 5, 0)).toEqual(['a']);
  });
});
