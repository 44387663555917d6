/** Finds the revoked release that a chain names, in every form of naming it. */
import { describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { createStanding, type StandingDeps } from './standing.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const tagged = 'registry.example/tone:1';
const db = {} as Db;

/** The catalog has auditor `tone` with an image by tag; its only release is revoked. */
function open() {
  const release = { id: 'arg_1', status: 'revoked', image_digest: digest, vocabulary_digest: 'v' };
  const auditor = { id: 'tone', image: tagged, vocabularyDigest: 'v' };
  const deps: unknown = {
    store: {
      listInStatus: async () => [release],
      findByImage: async (_db: Db, _orgId: string, named: string) => (named === digest ? release : undefined),
      listByAuditor: async (_db: Db, _orgId: string, id: string) => (id === 'tone' ? [release] : []),
    },
    catalog: {
      find: async (_db: Db, _orgId: string, id: string) => (id === 'tone' ? auditor : undefined),
      listCustom: async () => [auditor],
    },
  };
  return createStanding(deps as StandingDeps);
}

describe('a chain that names a revoked release', () => {
  const item = (image: string, name = 'x') => ({ name, image, port: 8090 });
  it.each([
    ['by its digest', { items: [item(`registry.example/tone@${digest}`)] }, true],
    ['by its digest, from elsewhere and beside a tag', { items: [item(`other.example/y:1@${digest}`)] }, true],
    ['by the name of the auditor', { items: [item('other.example/y:1', 'tone')] }, true],
    ['by the id of the auditor', { auditorChain: { preRequest: [{ auditorId: 'tone' }] } }, true],
    ['by the image of the auditor under another name', { items: [item(tagged)] }, true],
    ['not by another image', { items: [item('registry.example/tone:2')] }, false],
    ['not where another image is pinned', { items: [item(`y@sha256:${'b'.repeat(64)}`, 'tone')] }, false],
  ])('is found if named %s', async (_how, chain, isNamed) => {
    expect((await open().findRevoked(db, 'o', chain)) !== undefined).toBe(isNamed);
  });
});
