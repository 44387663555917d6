import { type AuditorDefinition, createAuditor, defineAuditor, method } from '@assay/sdk';
import { describe, expect, it } from 'vitest';
import { adversarialTexts } from './adversarial.fixture.ts';
import { auditors } from './catalog.ts';

const short = 25_000;
const long = 100_000;
/** Four times the text may take twice four times as long: growth of caches, collections and tables is not due to the text. */
const maxGrowth = 8;
/** Less work is lost in the noise. Quadratic work of this duration for the short text takes 16 times as much for the long one. */
const floorMs = 1;
const tries = 6;

/** Processor time of one call, which excludes other processes; the least of some runs. */
async function workMs(run: () => Promise<unknown>, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < runs; at += 1) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Growth of the work from the short to the long text, measured again while it looks too steep. */
async function growthOf(
  definition: AuditorDefinition,
  build: (length: number) => string,
  attempts = tries,
): Promise<number> {
  const auditor = createAuditor(definition, { env: {} });
  const call = (length: number) => {
    const text = build(length);
    // An answer that is its own source is the most work for a judge of sources.
    const metadata = { sources: [{ id: 'source', text }] };
    return async () => {
      for (const phase of textPhases.filter((one) => definition.phases.includes(one))) {
        const data = phase === 'request' ? { input: text, metadata } : { output: text, metadata };
        const answer = await auditor.claims({ phase, data });
        // Input over an auditor's bound is refused, which is no more work.
        const isBound = answer.status === 'error' && answer.error.code === 'INVALID_REQUEST';
        expect(isBound ? 'success' : answer.status, answer.status === 'error' ? answer.error.message : '').toBe(
          'success',
        );
      }
    };
  };
  const [few, many] = [call(short), call(long)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const growth = Math.max(floorMs, await workMs(many, attempt)) / Math.max(floorMs, await workMs(few, attempt));
    least = Math.min(least, growth);
    if (least <= maxGrowth) return least;
  }
  return least;
}

const textPhases = ['request', 'response'] as const;
const judgesText = (definition: AuditorDefinition) => textPhases.some((phase) => definition.phases.includes(phase));

describe('the work of an auditor depends only on the length of the text', () => {
  describe.each(auditors.filter(judgesText).map((definition) => ({ id: definition.id, definition })))(
    '$id',
    ({ definition }) => {
      it.each(adversarialTexts)('$name', async ({ build }) => {
        expect(build(long).length).toBeGreaterThan(long * 0.9);
        expect(await growthOf(definition, build)).toBeLessThanOrEqual(maxGrowth);
      });
    },
  );
});

it('quadratic work is detected', async () => {
  const square = method({
    name: 'square',
    produces: { square: { type: 'count', description: 'Pairs of equal units, of every sixteenth place' } },
    run({ text }) {
      let pairs = 0;
      for (let at = 0; at < text.length; at += 16)
        for (let other = at; other < text.length; other += 1) if (text[at] === text[other]) pairs += 1;
      return [{ name: 'square', value: pairs }];
    },
  });
  const definition = defineAuditor({
    id: 'square',
    name: 'Square',
    description: 'Compares everything with everything',
    category: 'observability',
    catalogPhase: 'input_guarding',
    icon: 'square',
    color: 'gray',
    defaultPort: 8999,
    phases: ['request', 'response'],
    methods: [square],
  });
  expect(await growthOf(definition, (length) => 'ab'.repeat(length / 2), 1)).toBeGreaterThan(maxGrowth);
});
