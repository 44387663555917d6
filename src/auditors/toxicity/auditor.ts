/** The toxicity auditor (contract 2.13, port 8093): observes abuse by category, never decides. */
import { AuditorFailure, type ClaimDraft, defineAuditor, type MethodInput, method, setting } from '@assay/sdk';
import { oncePerInput } from '../once-per-input.ts';
import { categories, type ScoreName } from './categories.ts';
import { type Classifier, type ImportPackage, loadClassifier } from './classifier.ts';
import { createDetector, type ToxicityModel } from './detect.ts';
import { type Judged, judgeTexts, judgeWithClassifier } from './judge.ts';
import { detectLanguage } from './language.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { loadShippedModel, shippedModelId } from './shipped-model.ts';

const defaultReplacement = 'This content was filtered because it is toxic.';

const threshold = (label: string, value: number) =>
  setting.number({ label, default: value, min: 0, max: 1, step: 0.05, control: 'slider', stricter: 'lower' });

const scoreOf = (description: string) => ({ type: 'score_normalized', description }) as const;

const config = {
  model: setting.string({
    label: 'Model',
    description:
      'The shipped model, or the folder or hub id of an ONNX text classifier (needs an ONNX runtime that you install)',
    default: shippedModelId,
    options: [shippedModelId],
  }),
  multilingual: setting.boolean({
    label: 'Multilingual',
    description: 'Also judge languages other than English',
    default: true,
    stricter: 'true',
  }),
  block_on_detection: setting.boolean({
    label: 'Block on detection',
    description: 'The default policy and presets refuse toxic answers; false: they only note them',
    default: true,
    stricter: 'true',
  }),
  replacement_message: setting.string({
    label: 'Replacement message',
    description: 'Text that the gateway sends when it refuses an exchange because of toxicity',
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

/** Lists exceeded categories. Categories without their own threshold use the overall one. */
function exceededCategories(scores: Judged['scores'], limits: Thresholds): ScoreName[] {
  const limitOf: Partial<Record<ScoreName, number>> = {
    severe_toxicity: limits.severe_threshold,
    threat: limits.threat_threshold,
    insult: limits.insult_threshold,
    identity_attack: limits.identity_attack_threshold,
  };
  return categories.filter((name) => scores[name] > 0 && scores[name] >= (limitOf[name] ?? limits.threshold));
}

interface Dependencies {
  /** Default: the model that ships. */
  readonly model?: ToxicityModel;
  readonly importPackage: ImportPackage;
}

interface JudgeOptions {
  readonly model: string;
  readonly multilingual: boolean;
}

/** Defines the auditor. */
export function defineToxicity({ model = loadShippedModel(), importPackage }: Dependencies) {
  const detect = createDetector(model);
  /** Loads only models that the operator configured: a request must not make the auditor load something. */
  const classifiers = new Map<string, Classifier>();
  const judge = oncePerInput((input, multilingual: boolean) => judgeTexts(input, detect, { multilingual }));

  const judgeOutside = oncePerInput((input, { model: name, multilingual }: JudgeOptions) => {
    const classifier = classifiers.get(name);
    if (classifier === undefined) {
      throw new AuditorFailure('INVALID_SETTING', 'config.model names a model that this auditor was not started with');
    }
    return judgeWithClassifier(input, detect, classifier, { multilingual });
  });

  function report(
    input: MethodInput,
    { model: name, multilingual }: JudgeOptions,
    toClaims: (judged: Judged) => ClaimDraft[],
  ): ClaimDraft[] | Promise<ClaimDraft[]> {
    if (name === shippedModelId) return toClaims(judge(input, multilingual));
    return judgeOutside(input, { model: name, multilingual }).then(toClaims);
  }

  const overall = method({
    name: 'overall',
    config,
    produces: overallClaims,
    settings,
    run: (input, { settings: limits, config: options }) =>
      report(input, options, (judged) => toOverallClaims(judged, limits)),
  });

  const byCategory = method({
    name: 'categories',
    config,
    produces: categoryClaims,
    run: (input, { config: options }) => report(input, options, toCategoryClaims),
  });

  return defineAuditor({
    id: 'toxicity',
    name: 'Toxicity',
    description: 'Measures threats, insults, identity attacks and other abuse',
    category: 'security',
    catalogPhase: 'output_policy',
    icon: 'message-warning',
    color: 'orange',
    defaultPort: 8093,
    policyOptions,
    defaultPolicy,
    phases: ['request', 'response', 'execution'],
    config,
    methods: [overall, byCategory, language],
    setup({ config: { model: name } }) {
      if (name === shippedModelId || classifiers.has(name)) return undefined;
      return loadClassifier(name, importPackage).then((classifier) => {
        classifiers.set(name, classifier);
      });
    },
  });
}

/** What the thresholds decide; one method, so that each threshold is one parameter of all of them. */
const overallClaims = {
  toxic_content: scoreOf('Overall toxicity'),
  toxicity_exceeded: { type: 'boolean', description: 'True if the overall score reaches the threshold' },
  toxicity_categories: { type: 'string_list', description: 'Categories that reach their threshold' },
} as const;

function toOverallClaims({ overall, scores, spans }: Judged, limits: Thresholds): ClaimDraft[] {
  const isExceeded = overall > 0 && overall >= limits.threshold;
  const exceeded = exceededCategories(scores, limits);
  const detail = {
    categories: exceeded,
    category_scores: scores,
    exceeded_threshold: isExceeded,
    spans,
    threshold: limits.threshold,
  };
  return [
    { name: 'toxic_content', value: overall, detail },
    { name: 'toxicity_exceeded', value: isExceeded },
    { name: 'toxicity_categories', value: exceeded },
  ];
}

const categoryClaims = {
  severe_toxicity: scoreOf('Hateful, aggressive or threatening to a high degree'),
  threat: scoreOf('Intent to harm somebody, or a call to do so'),
  insult: scoreOf('Insulting or demeaning of a person'),
  identity_attack: scoreOf('Hateful towards a group or its members'),
  profanity: scoreOf('Swear words; on their own they are not toxicity'),
  sexually_explicit: scoreOf('Explicit sexual content'),
  self_harm: scoreOf('Wish or intent to harm oneself, or encouragement of it'),
  violence: scoreOf('Violence against people'),
} as const;

function toCategoryClaims({ scores }: Judged): ClaimDraft[] {
  return categories.map((name) => ({ name, value: scores[name] }));
}

const language = method({
  name: 'language',
  produces: {
    language_detected: {
      type: 'string',
      description: 'ISO 639-1 code of the language of the text; und if it is unknown',
    },
  },
  run: (input) => [{ name: 'language_detected', value: detectLanguage(input.text) }],
});

export const toxicity = defineToxicity({ importPackage: (name) => import(name) });
