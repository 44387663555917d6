/** Replaces the package that runs external entailment models. */
import type { ImportPackage } from './entailment.ts';

export interface FakeEntailment {
  readonly importPackage: ImportPackage;
  /** Lists the loaded models. */
  loaded(): string[];
  /** Lists the judged pairs, premise first. */
  judged(): [premise: string, hypothesis: string][];
  readonly env: Record<string, unknown>;
}

const standardLabels: Readonly<Record<string, string>> = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' };

/** Makes a package whose model answers with these logits for each pair. */
export function fakeEntailment(
  logitsOf: (premise: string, hypothesis: string) => readonly number[],
  labels: Readonly<Record<string, string>> = standardLabels,
): FakeEntailment {
  const models: string[] = [];
  const pairs: [string, string][] = [];
  const env: Record<string, unknown> = {};
  const tokenize = (premises: readonly string[], { text_pair: hypotheses }: { text_pair: readonly string[] }) =>
    premises.map((premise, at) => [premise, hypotheses[at] ?? '']);
  const classify = (inputs: readonly [string, string][]): Promise<unknown> => {
    pairs.push(...inputs);
    const data = Float32Array.from(inputs.flatMap(([premise, hypothesis]) => [...logitsOf(premise, hypothesis)]));
    return Promise.resolve({ logits: { data } });
  };
  const exports = {
    env,
    AutoTokenizer: { from_pretrained: () => Promise.resolve(tokenize) },
    AutoModelForSequenceClassification: {
      from_pretrained: (id: string) => {
        models.push(id);
        return Promise.resolve(Object.assign(classify, { config: { id2label: labels } }));
      },
    },
  };
  return { importPackage: () => Promise.resolve(exports), loaded: () => models, judged: () => pairs, env };
}
