/** Checks of overrides, instances and needed claims (contract 2.11). */
import { isRecord } from '../contract/record.ts';
import type { Phase } from '../contract/request.ts';
import type { Vocabulary, VocabularyEntry } from '../contract/vocabulary.ts';
import { ask, askInstances, expectError, expectSuccess, findSampleWith, firstSample } from './answers.ts';
import { type Check, expect, type Json, type KitContext, type SampleData, SkipCheck } from './check.ts';

export const contextChecks: readonly Check[] = [
  {
    id: 'needed-claims',
    obligation: 'advice',
    title: 'needed_claims skips work without errors, but never a needed claim',
    async run(kit) {
      const { phase, data } = await firstSample(kit);
      const none = await askWith(kit, { phase, data }, { needed_claims: [] });
      expectSuccess(none, 'a request that needs no claim');
      for (const { name } of (await kit.vocabulary()).vocabulary.slice(0, 8)) {
        const full = expectSuccess(await ask(kit, { phase, data }), 'a sample');
        const some = expectSuccess(await askWith(kit, { phase, data }, { needed_claims: [name] }), `needing ${name}`);
        expect(hasClaim(some, name) || !hasClaim(full, name), `claim ${name} is missing although it is needed`);
      }
    },
  },
  {
    id: 'overrides-applied',
    obligation: 'contract',
    title: 'detection_overrides change the settings that provenance records',
    async run(kit) {
      const { entry, key, candidates } = await findOverridable(kit);
      const sample = await findSampleWith(kit, entry.name);
      for (const value of candidates) {
        const response = await askWith(kit, sample, { detection_overrides: { [entry.name]: { [key]: value } } });
        if (response['status'] === 'error') continue;
        const claim = expectSuccess(response, 'overrides').find(({ name }) => name === entry.name);
        if (claim === undefined) continue;
        const provenance = isRecord(claim['provenance']) ? claim['provenance'] : {};
        expect(provenance[key] === value, `an override of ${entry.name}.${key} does not show in its provenance`);
        return;
      }
      throw new SkipCheck(`no override of ${entry.name}.${key} was accepted with the claim still made`);
    },
  },
  {
    id: 'overrides-invalid',
    obligation: 'advice',
    title: 'an override with an unknown key or a value of the wrong type is refused in-band',
    async run(kit) {
      const { entry, key } = await findOverridable(kit);
      const sample = await findSampleWith(kit, entry.name);
      const unknown = { detection_overrides: { [entry.name]: { no_such_setting: 1 } } };
      expectError(await askWith(kit, sample, unknown), 'an override with an unknown key');
      const wrong = { detection_overrides: { [entry.name]: { [key]: { not: 'a value' } } } };
      expectError(await askWith(kit, sample, wrong), 'an override with a value of the wrong type');
    },
  },
  {
    id: 'overrides-foreign',
    obligation: 'advice',
    title: "overrides of another auditor's claims are passed over",
    async run(kit) {
      const sample = await firstSample(kit);
      const context = { detection_overrides: { claim_of_somebody_else: { threshold: 'anything' } } };
      expectSuccess(await askWith(kit, sample, context), 'overrides of a claim of another auditor');
    },
  },
  {
    id: 'instances-renamed',
    obligation: 'contract',
    title: 'claims of an instance are named after it and keep their type',
    async run(kit) {
      const { entry, sample } = await findClaimed(kit);
      const ids = ['kit-Instance.1', 'kit-Instance.2'];
      const instances = ids.map((id) => ({ instance_id: id, produces: [entry.name], settings: {} }));
      const claims = await askInstances(kit, sample, instances);
      expect(!hasClaim(claims, entry.name), `claim ${entry.name} keeps its name although instances are requested`);
      for (const id of ids) {
        const claim = claims.find(({ name }) => name === id);
        expect(claim !== undefined, `no claim is named after instance ${id}`);
        expect(claim['type'] === entry.type, `the claim of instance ${id} has another type than ${entry.name}`);
      }
    },
  },
  {
    id: 'instances-foreign',
    obligation: 'contract',
    title: "an instance of another auditor's claims changes nothing",
    async run(kit) {
      const { entry, sample } = await findClaimed(kit);
      const instance = { instance_id: 'kit-foreign', produces: ['claim_of_somebody_else'], settings: { anything: 1 } };
      const claims = await askInstances(kit, sample, [instance]);
      expect(hasClaim(claims, entry.name), `claim ${entry.name} is missing although no instance is requested for it`);
      expect(!hasClaim(claims, 'kit-foreign'), 'a claim is named after an instance of another auditor');
    },
  },
];

interface Sample {
  readonly phase: Phase;
  readonly data: SampleData;
}

function askWith(kit: KitContext, { phase, data }: Sample, context: Json): Promise<Json> {
  return ask(kit, { phase, data, vendor_context: context });
}

function hasClaim(claims: readonly Json[], claim: string): boolean {
  return claims.some(({ name }) => name === claim);
}

async function findClaimed(
  kit: KitContext,
): Promise<{ entry: VocabularyEntry; sample: Awaited<ReturnType<typeof findSampleWith>> }> {
  return findFirst(await kit.vocabulary(), async (entry) => ({ entry, sample: await findSampleWith(kit, entry.name) }));
}

async function findOverridable(
  kit: KitContext,
): Promise<{ entry: VocabularyEntry; key: string; candidates: unknown[] }> {
  return findFirst(await kit.vocabulary(), async (entry) => {
    await findSampleWith(kit, entry.name);
    for (const { key, type, default: value } of entry.settings) {
      if (type === 'number' && typeof value === 'number') {
        return { entry, key, candidates: [value / 2, value + 1, 0.5, 1].filter((other) => other !== value) };
      }
      if (type === 'boolean' && typeof value === 'boolean') return { entry, key, candidates: [!value] };
    }
    throw new SkipCheck('no claim has a number or boolean setting');
  });
}

async function findFirst<T>(vocabulary: Vocabulary, find: (entry: VocabularyEntry) => Promise<T>): Promise<T> {
  let reason = new SkipCheck('the vocabulary is empty');
  for (const entry of vocabulary.vocabulary) {
    try {
      return await find(entry);
    } catch (error) {
      if (!(error instanceof SkipCheck)) throw error;
      reason = error;
    }
  }
  throw reason;
}
