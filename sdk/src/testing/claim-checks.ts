/** Checks of the claims that an auditor makes on the samples (contract 2.4, 2.5, 4.1 rules 2 and 4). */
import { Compile } from 'typebox/schema';
import { bounds } from '../contract/bounds.ts';
import { findClaimProblem } from '../contract/claim.ts';
import { normalizeClaim } from '../contract/normalize.ts';
import { isRecord } from '../contract/record.ts';
import { askSamples, type Success } from './answers.ts';
import { type Check, expect, type Json, type KitContext, SkipCheck } from './check.ts';

export const claimChecks: readonly Check[] = [
  {
    id: 'claims-success',
    obligation: 'contract',
    title: 'every declared phase is answered with claims',
    async run(kit) {
      const answers = await askSamples(kit);
      if (answers.length === 0) throw new SkipCheck('the declared phases have no sample');
    },
  },
  {
    id: 'claims-sound',
    obligation: 'contract',
    title: 'every claim is within the bounds and has a value of its type',
    run: (kit) =>
      onEachClaim(kit, (claim) => {
        // Other checks cover time and provenance.
        const { timestamp: _time, provenance: _provenance, ...rest } = claim;
        const problem = findClaimProblem(normalizeClaim(rest, sampleTime));
        expect(problem === undefined, problem ?? '');
      }),
  },
  {
    id: 'claims-unique',
    obligation: 'advice',
    title: `an answer holds at most ${bounds.claimsPerResponse} claims and no name twice`,
    async run(kit) {
      for (const { claims } of await askSamples(kit)) {
        expect(
          claims.length <= bounds.claimsPerResponse,
          `an answer holds more than ${bounds.claimsPerResponse} claims`,
        );
        const names = claims.map(({ name }) => name);
        expect(new Set(names).size === names.length, 'two claims of one answer have one name');
      }
    },
  },
  {
    id: 'claims-declared',
    obligation: 'contract',
    title: 'every claim is declared in the vocabulary with its type',
    async run(kit) {
      const { vocabulary } = await kit.vocabulary();
      if (vocabulary.length === 0) throw new SkipCheck('the auditor declares no claims, so it may make any');
      const types = new Map(vocabulary.map(({ name, type }) => [name, type] as const));
      await onEachClaim(kit, ({ name, type }) => {
        const declared = typeof name === 'string' ? types.get(name) : undefined;
        expect(declared !== undefined, `claim ${show(name)} is not in the vocabulary`);
        expect(declared === type, `claim ${show(name)} is declared as ${declared} but has the type ${show(type)}`);
      });
    },
  },
  {
    id: 'claims-value-schema',
    obligation: 'contract',
    title: 'every value fits the value_schema of its claim',
    async run(kit) {
      const schemas = new Map(
        (await kit.vocabulary()).vocabulary.map(({ name, value_schema: schema }) => [name, Compile(schema)] as const),
      );
      await onEachClaim(kit, ({ name, value }) => {
        const schema = typeof name === 'string' ? schemas.get(name) : undefined;
        expect(schema?.Check(value) !== false, `the value of claim ${show(name)} does not fit its value_schema`);
      });
    },
  },
  {
    id: 'claims-timestamp',
    obligation: 'contract',
    title: 'a timestamp is an ISO 8601 date and time',
    run: (kit) =>
      onEachClaim(kit, ({ name, timestamp }) => {
        const claim = normalizeClaim(
          { name: 'kit', type: 'boolean', value: true, timestamp: timestamp ?? null },
          sampleTime,
        );
        const problem = findClaimProblem(claim);
        expect(problem === undefined, `the timestamp of claim ${show(name)} is not an ISO 8601 date and time`);
      }),
  },
  {
    id: 'claims-provenance',
    obligation: 'contract',
    title: 'provenance records the effective settings as primitives',
    async run(kit) {
      const settings = new Map(
        (await kit.vocabulary()).vocabulary.map((entry) => [entry.name, entry.settings] as const),
      );
      await onEachClaim(kit, ({ name, provenance }) => {
        const label = show(name);
        const isAbsent = provenance === undefined || provenance === null;
        const own = (typeof name === 'string' ? settings.get(name) : undefined) ?? [];
        // Without settings there are none to record (contract 2.5 rule 4), and provenance is optional.
        if (isAbsent && own.length === 0) return;
        expect(isRecord(provenance), `claim ${label} has no provenance object`);
        const problem = findClaimProblem({ name: 'kit', type: 'boolean', value: true, provenance });
        expect(problem === undefined, `the provenance of claim ${label} must hold primitives within the bounds`);
        // A null default may hide a secret, which provenance leaves out.
        const missing = own.find(({ key, default: value }) => value !== null && !Object.hasOwn(provenance, key));
        expect(missing === undefined, `the provenance of claim ${label} lacks the setting ${missing?.key}`);
      });
    },
  },
  {
    id: 'no-decision',
    obligation: 'contract',
    title: 'an answer holds observations and no decision',
    async run(kit) {
      const { phases } = await kit.vocabulary();
      for (const phase of ['request', 'response', 'execution', 'artifact'] as const) {
        if (!phases.includes(phase)) continue;
        for (const data of kit.samples[phase]) {
          const response = await kit.target.claims(JSON.stringify({ data, phase }));
          expect(isRecord(response), 'the answer is not a JSON object');
          expectNoDecision(response);
        }
      }
    },
  },
];

const sampleTime = '2026-01-01T00:00:00Z';
const decisionMembers = ['decision', 'verdict', 'action', 'allow', 'allowed', 'deny', 'denied', 'block', 'blocked'];

function expectNoDecision(response: Json): void {
  const { status } = response;
  expect(status === 'success' || status === 'error', `the status must be success or error, never a decision`);
  const member = decisionMembers.find((name) => Object.hasOwn(response, name));
  expect(member === undefined, `the answer has the decision member ${member}`);
}

async function onEachClaim(kit: KitContext, check: (claim: Json, answer: Success) => void): Promise<void> {
  const answers = await askSamples(kit);
  for (const answer of answers) for (const claim of answer.claims) check(claim, answer);
  if (answers.every(({ claims }) => claims.length === 0)) throw new SkipCheck('no sample made a claim');
}

function show(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 128) : 'without a name';
}
