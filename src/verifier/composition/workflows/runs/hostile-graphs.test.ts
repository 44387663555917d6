/** Graphs made to exhaust the verifier: a limit ends each before anything large is serialised. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Condition } from '../../../../contract/api/workflows/graph.ts';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../../features.ts';
import { planOf } from '../graph/plan.ts';
import { createEngine } from './engine.ts';
import { hasText } from './json-value.ts';
import { aGraph, createRunFixture, type RunFixture } from './runs.fixture.ts';

const always = { by: 'conditions', cases: [{ port: 'a', when: { pointer: '', op: 'exists' } }], otherwise: 'b' };

/** Layers that each join the previous value twenty times; the engine passes it by reference. */
function aJoinBomb(layers: number, last: 'agent' | 'output') {
  const nodes: Record<string, Parameters<typeof aGraph>[0][string]> = {};
  const edges: string[] = [];
  let before = 'in';
  for (let layer = 0; layer < layers; layer += 1) {
    const join = layer === layers - 1 ? 'end' : `join${layer}`;
    nodes[join] = join === 'end' ? last : ['branch', always];
    for (let one = 0; one < 20; one += 1) {
      nodes[`b${layer}-${one}`] = ['branch', always];
      edges.push(`${before}>b${layer}-${one}`, `b${layer}-${one}:a>${join}`);
    }
    before = `${join}:a`;
  }
  if (last === 'agent') edges.push('end>out');
  return aGraph(nodes, edges);
}

describe('a graph that joins a value again and again', () => {
  let testDb: TestDb;
  let runs: RunFixture;
  beforeAll(async () => {
    testDb = await openTestDb(testDatabaseKind, verifierMigrations);
  });
  afterAll(() => testDb.close());
  beforeEach(async () => {
    await testDb.database().db.execute(sql`truncate workflow_runs, workflow_steps, approvals, events`);
    runs = createRunFixture(testDb.database().db, { now: () => 1_790_000_000_000 });
  });

  // Serialised, ten layers are 20^10 times the input.
  it('fails at the step that would have to be given it, which is not begun', async () => {
    runs.graphs.set('bomb', aJoinBomb(10, 'agent'));
    const id = await runs.start('bomb', { text: 'x'.repeat(1_000) });
    await runs.workflowRunWork.sweep();
    const run = await runs.read('bomb', id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'value_refused', node_id: 'end' } });
    expect(runs.begun).toEqual([]);
  });

  it('fails at its end where the output would be too large', async () => {
    runs.graphs.set('bomb', aJoinBomb(10, 'output'));
    const id = await runs.start('bomb', { text: 'x'.repeat(1_000) });
    await runs.workflowRunWork.sweep();
    expect(await runs.read('bomb', id)).toMatchObject({ status: 'failed', error: { code: 'value_refused' } });
  });
});

describe('conditions over long texts', () => {
  const contains = (value: string): Condition => ({ pointer: '/t', op: 'contains', value });
  const loop = (turns: number, when: Condition) =>
    aGraph(
      {
        l: ['loop', { max_iterations: turns }],
        b: ['branch', { by: 'conditions', cases: [{ port: 'yes', when }], otherwise: 'no' }],
      },
      ['in>l', 'l:body>b', 'b:no>l:next', 'l:done>out'],
    );
  /** Native search takes the product of both lengths on this. */
  const wanted = `${'a'.repeat(250)}b${'a'.repeat(250)}`;
  const text = { t: 'a'.repeat(250 * 1024) };

  it('end the run once all of them together were too much', () => {
    const engine = createEngine(planOf(loop(100, { any: Array.from({ length: 50 }, () => contains(wanted)) })), text);
    engine.advance();
    const error = { code: 'condition_failed', message: expect.stringContaining('too much work') };
    expect(engine.end()).toMatchObject({ status: 'failed', error });
  });

  it('are gone through piece by piece, and come to the same as at once', () => {
    const graph = loop(20, { any: [contains('b'), contains('c')] });
    const atOnce = createEngine(planOf(graph), text);
    const steps = atOnce.advance().own.map(({ place }) => place);
    const engine = createEngine(planOf(graph), text);
    const pieces: string[][] = [];
    for (let isMore = true; isMore; ) {
      const progress = engine.advance(500);
      pieces.push(progress.own.map(({ place }) => place));
      isMore = progress.isMore;
    }
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.flat().sort()).toEqual(steps);
    expect(engine.end()).toEqual(atOnce.end());
  });

  it('find what native search finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 1, max: 3 }), (left, part, times) => {
        const long = `${left.repeat(200)}${part.repeat(times)}${left}`;
        const searched = part.repeat(900).slice(0, 900 + times);
        expect(hasText(long, part)).toBe(long.includes(part));
        expect(hasText(long, searched)).toBe(long.includes(searched));
        expect(hasText(`${long}${searched}${left}`, searched)).toBe(true);
      }),
    );
  });
});
