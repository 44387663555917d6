/** The toxicity auditor (contract 2.13, port 8093): observes abuse by category, never decides. */
import { defineAuditor, type MethodInput, method, setting } from '@assay/sdk';
import { listJudgedTexts } from '../judged-texts.ts';
import { oncePerInput } from '../once-per-input.ts';
import { categories, detectToxicity, type ScoreName } from './detect.ts';
import { detectLanguage } from './language.ts';

/** The one model so far. Trained classifiers come under names of their own. */
export const lexicalModel = 'assay-lexical-1';
const defaultReplacement = 'This content was filtered because it is toxic.';
const maxSpans = 256;

const threshold = (label: string, value: number) =>
  setting.number({ label, default: value, min: 0, max: 1, step: 0.05, control: 'slider' });

const scoreOf = (description: string) => ({ type: 'score_normalized', description }) as const;

const config = {
  model: setting.string({
    label: 'Model',
    description: 'Detection model; only the lexical one exists so far',
    default: lexicalModel,
    control: 'select',
    options: [lexicalModel],
  }),
  multilingual: setting.boolean({
    label: 'Multilingual',
    description: 'Also judge languages besides English',
    default: true,
  }),
  block_on_detection: setting.boolean({
    label: 'Block on detection',
    description: "Shapes the gateway's default policy; the auditor itself never decides",
    default: true,
  }),
  replacement_message: setting.string({
    label: 'Replacement message',
    description: 'Text of a refusal that the gateway sends because of toxicity',
    default: defaultReplacement,
  }),
};

const settings = {
  threshold: threshold('Threshold', 0.7),
  severe_threshold: threshold('Severe toxicity threshold', 0.5),
  threat_threshold: threshold('Threat threshold', 0.6),
  insult_threshold: threshold('Insult threshold', 0.7),
  identity_attack_threshold: threshold('Identity attack threshold', 0.5),
};

type Thresholds = { readonly [K in keyof typeof settings]: number };

interface Judged {
  readonly overall: number;
  readonly scores: Readonly<Record<ScoreName, number>>;
  readonly spans: readonly Record<string, unknown>[];
}

/** The worst text counts, category by category. */
const judge = oncePerInput((input, multilingual: boolean): Judged => {
  const found = listJudgedTexts(input).map(({ text, place }) => ({ place, ...detectToxicity(text, { multilingual }) }));
  const [only] = found;
  if (found.length === 1 && only?.spans.length === 0) return only;
  const worst = (read: (finding: (typeof found)[number]) => number): number =>
    found.reduce((best, one) => Math.max(best, read(one)), 0);
  const scores = Object.fromEntries(categories.map((name) => [name, worst(({ scores: own }) => own[name])]));
  return {
    overall: worst(({ overall }) => overall),
    scores: scores as Record<ScoreName, number>,
    spans: found
      .flatMap(({ spans, place }) => spans.map((span) => ({ ...span, ...place })))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, maxSpans),
  };
});

/** Categories without a threshold of their own use the overall one. */
function exceededCategories(scores: Judged['scores'], limits: Thresholds): ScoreName[] {
  const limitOf: Partial<Record<ScoreName, number>> = {
    severe_toxicity: limits.severe_threshold,
    threat: limits.threat_threshold,
    insult: limits.insult_threshold,
    identity_attack: limits.identity_attack_threshold,
  };
  return categories.filter((name) => scores[name] > 0 && scores[name] >= (limitOf[name] ?? limits.threshold));
}

function describe(input: MethodInput, limits: Thresholds, multilingual: boolean) {
  const judged = judge(input, multilingual);
  const exceeded = judged.overall > 0 && judged.overall >= limits.threshold;
  return { exceeded, over: exceededCategories(judged.scores, limits), ...judged };
}

const overall = method({
  name: 'overall',
  config,
  produces: { toxic_content: scoreOf('Overall toxicity') },
  settings,
  run(input, { settings: limits, config: { multilingual } }) {
    const judged = describe(input, limits, multilingual);
    const detail = {
      categories: judged.over,
      category_scores: judged.scores,
      exceeded_threshold: judged.exceeded,
      spans: judged.spans,
      threshold: limits.threshold,
    };
    return [{ name: 'toxic_content', value: judged.overall, detail }];
  },
});

const byCategory = method({
  name: 'categories',
  config,
  produces: {
    toxicity_exceeded: { type: 'boolean', description: 'True when the overall score reaches the threshold' },
    severe_toxicity: scoreOf('Hateful, aggressive or threatening to a high degree'),
    threat: scoreOf('Will or call to do harm to somebody'),
    insult: scoreOf('Insulting or demeaning of a person'),
    identity_attack: scoreOf('Hateful towards a group or somebody as part of it'),
    profanity: scoreOf('Swear words; by themselves no toxicity'),
    sexually_explicit: scoreOf('Explicit sexual content'),
    self_harm: scoreOf('Wish, intent or encouragement to harm oneself'),
    violence: scoreOf('Violence done to people'),
    toxicity_categories: { type: 'string_list', description: 'Categories that reach their threshold' },
  },
  settings,
  run(input, { settings: limits, config: { multilingual } }) {
    const { exceeded, over, scores } = describe(input, limits, multilingual);
    return [
      { name: 'toxicity_exceeded', value: exceeded },
      ...categories.map((name) => ({ name, value: scores[name] })),
      { name: 'toxicity_categories', value: over },
    ];
  },
});

const language = method({
  name: 'language',
  produces: {
    language_detected: { type: 'string', description: 'ISO 639-1 code of the text, und when it does not tell' },
  },
  run: (input) => [{ name: 'language_detected', value: detectLanguage(input.text) }],
});

/** Observes toxicity. */
export const toxicity = defineAuditor({
  id: 'toxicity',
  name: 'Toxicity',
  description: 'Measures threats, insults, identity attacks and other abuse',
  category: 'security',
  catalogPhase: 'output_policy',
  icon: 'message-warning',
  color: 'orange',
  defaultPort: 8093,
  phases: ['request', 'response', 'execution'],
  config,
  methods: [overall, byCategory, language],
});
