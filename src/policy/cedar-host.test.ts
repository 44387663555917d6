import { expect, it } from 'vitest';
import { type CedarModule, createCedarHost, loadCedarModule } from './cedar-host.ts';
import { anEngine, aRequest } from './chain.fixture.ts';

const permit = 'permit (principal, action, resource);';
const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;

it('a real trap ends the instance: the next use has a fresh one that answers', () => {
  const seen: CedarModule[] = [];
  const host = createCedarHost({
    load: () => {
      const module = loadCedarModule();
      seen.push(module);
      return module;
    },
  });
  const bomb = `permit (principal, action, resource) when { ${deep} == 1 };`;
  expect(() => host.run((engine) => engine.policySetTextToParts(bomb))).toThrow('the policy engine stopped');
  expect(host.run((engine) => engine.policySetTextToParts(permit)).type).toBe('success');
  expect(seen).toHaveLength(2);
  expect(seen[0]).not.toBe(seen[1]);
});

it("a real trap in one set leaves another set's decisions unchanged", () => {
  const cedar = createCedarHost();
  const engine = anEngine('permit (principal, action, resource) when { context.model_id == "echo" };', { cedar });
  expect(() => anEngine(`permit (principal, action, resource) when { ${deep} == 1 };`, { cedar })).toThrow(
    'engine stopped',
  );
  expect(engine.decide(aRequest())).toMatchObject({ decision: 'allow', errors: [] });
  expect(engine.decide(aRequest({ modelId: 'other' }))).toMatchObject({ decision: 'deny', errors: [] });
});

it("ten thousand sets in a row stay within the engine's number of names", () => {
  const names = new Set<string>();
  const host = createCedarHost({ maxSets: 4, load: loadCedarModule });
  for (let index = 0; index < 10_000; index += 1) names.add(host.prepared({}, () => undefined));
  expect(names.size).toBe(4);
});

it('an evicted set is parsed again when it is asked', () => {
  const cedar = createCedarHost({ maxSets: 2 });
  const engines = ['a', 'b', 'c', 'd', 'e'].map((model) => ({
    model,
    engine: anEngine(`permit (principal, action, resource) when { context.model_id == "${model}" };`, { cedar }),
  }));
  for (let round = 0; round < 3; round += 1) {
    for (const { model, engine } of engines) {
      expect(engine.decide(aRequest({ modelId: model })).decision).toBe('allow');
      expect(engine.decide(aRequest({ modelId: 'x' })).decision).toBe('deny');
    }
  }
});

it('each load is a separate instance', () => {
  expect(loadCedarModule()).not.toBe(loadCedarModule());
});
