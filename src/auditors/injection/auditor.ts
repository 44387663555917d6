/** The prompt injection auditor (contract 2.13, port 8090): observes, never decides. */
import { type AuditorDefinition, defineAuditor, type MethodInput, method, setting } from '@assay/sdk';
import { type JudgedText, listJudgedTexts } from '../judged-texts.ts';
import { oncePerInput } from '../once-per-input.ts';
import { patterns, substrings } from './banned-methods.ts';
import { createDetector, type InjectionFinding } from './detect.ts';
import { scoreInsults } from './insults.ts';
import { findInvisible } from './invisible.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { findProtectedSecret } from './protected-secret.ts';
import { loadClassifier } from './shipped-model.ts';
import { createTokenMethods } from './token-methods.ts';
import { type CountTokens, loadTokenizer } from './tokens.ts';

const allPhases = ['request', 'response', 'execution'] as const;
/** Spans in one claim's detail, over all texts. */
const maxSpans = 256;

const settings = {
  threshold: setting.number({
    label: 'Threshold',
    description: 'Lowest risk that counts as detected',
    default: 0.8,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'lower',
  }),
};

const classifier = loadClassifier();
const detect = createDetector(classifier);

const risk = method({
  name: 'risk',
  produces: {
    injection_risk: {
      type: 'score_normalized',
      description: 'How likely it is that the texts contain a prompt injection',
    },
  },
  settings,
  run(input, { settings: { threshold } }) {
    const judged = judgeTexts(input, threshold);
    const { detected, type, patterns } = judged;
    const spans = judged.spans.slice(0, maxSpans);
    const detail = {
      detected,
      injection_type: type,
      pattern_matched: patterns[0] ?? null,
      score: judged.risk,
      scores: judged.scores,
      model: classifier.modelId,
      spans,
    };
    return [{ name: 'injection_risk', value: judged.risk, detail }];
  },
});

const kind = method({
  name: 'kind',
  produces: {
    injection_detected: { type: 'boolean', description: 'True if injection_risk reaches the threshold' },
    injection_type: {
      type: 'string',
      description: 'Kind of the detected injection',
      valueSchema: { enum: ['none', 'direct', 'indirect', 'jailbreak'] },
    },
    indirect_injection_risk: {
      type: 'score_normalized',
      description: 'The injection risk of external parts only: documents, tool results, system text',
    },
    injection_patterns: { type: 'string_list', description: 'Ids of the patterns found, strongest first' },
  },
  settings,
  run(input, { settings: { threshold } }) {
    const { detected, type, indirect, patterns } = judgeTexts(input, threshold);
    return [
      { name: 'injection_detected', value: detected },
      { name: 'injection_type', value: type },
      { name: 'indirect_injection_risk', value: indirect.risk, detail: { spans: indirect.spans.slice(0, maxSpans) } },
      { name: 'injection_patterns', value: patterns },
    ];
  },
});

const judgeTexts = oncePerInput((input, threshold: number) => {
  const found = listJudgedTexts(input).map((judged) => ({ judged, finding: judgeText(input, judged) }));
  const worst = worstOf(found);
  const highest = worst?.finding.risk ?? 0;
  const detected = highest > 0 && highest >= threshold;
  const external = found.filter(({ judged }) => judged.origin === 'document');
  const spans = listSpans(found);
  return {
    risk: highest,
    detected,
    type: !detected || worst === undefined ? 'none' : typeOf(worst.judged.origin, worst.finding),
    scores: worst?.finding.scores ?? { rules: 0, model: 0, indirect: 0 },
    indirect: { risk: worstOf(external)?.finding.risk ?? 0, spans: listSpans(external, input.documents) },
    patterns: [...new Set(spans.map((span) => span.type))],
    spans,
  };
});

/** Judges one text alone, and the user's text also beside the system text. */
function judgeText(input: MethodInput, { text, origin, place }: JudgedText): InjectionFinding {
  if (place.field === 'system') return detect(text, { origin: 'system' });
  // In phase execution `input` holds a tool's arguments, which are no request.
  if (origin === 'document') return detect(text, { origin, request: input.phase === 'execution' ? '' : input.input });
  const finding = detect(text, { origin });
  const secret = origin === 'input' ? findProtectedSecret(text, input.system) : undefined;
  if (secret === undefined) return finding;
  const span = { start: 0, end: text.length, type: secret.id, score: secret.weight };
  return { ...finding, risk: Math.max(finding.risk, secret.weight), family: 'leak', spans: [span, ...finding.spans] };
}

interface JudgedFinding {
  readonly judged: JudgedText;
  readonly finding: InjectionFinding;
}

function worstOf(found: readonly JudgedFinding[]): JudgedFinding | undefined {
  return found.reduce<JudgedFinding | undefined>(
    (worst, one) => (worst === undefined || one.finding.risk > worst.finding.risk ? one : worst),
    undefined,
  );
}

/** Lists the spans of all texts, strongest first; those of documents name the document's source if it has one. */
function listSpans(found: readonly JudgedFinding[], documents: MethodInput['documents'] = []) {
  const sources = new Map(documents.map(({ id, source }) => [id, source]));
  return found
    .flatMap(({ judged: { place }, finding }) => {
      const source = place.document === undefined ? undefined : sources.get(place.document);
      return finding.spans.map((span) => ({
        start: span.start,
        end: span.end,
        type: span.type,
        score: span.score,
        ...place,
        ...(source === undefined ? {} : { source }),
      }));
    })
    .toSorted((left, right) => right.score - left.score);
}

function typeOf(origin: 'input' | 'output' | 'document', finding: InjectionFinding): string {
  if (origin === 'document' || finding.family === 'indirect') return 'indirect';
  return finding.family === 'jailbreak' ? 'jailbreak' : 'direct';
}

const disabled = 'invisible_char_check is false';
const characters = method({
  name: 'characters',
  produces: {
    invisible_chars: { type: 'boolean', description: 'True if the text contains hidden characters', absent: disabled },
    invisible_char_count: { type: 'count', description: 'Number of hidden characters', absent: disabled },
  },
  settings: {
    invisible_char_check: setting.boolean({
      label: 'Check for invisible characters',
      default: true,
      control: 'toggle',
      stricter: 'true',
    }),
  },
  run(input, { settings: { invisible_char_check: isChecked } }) {
    if (!isChecked) return [];
    const found = listJudgedTexts(input).map((judged) => ({ judged, finding: findInvisible(judged.text) }));
    const count = found.reduce((sum, { finding }) => sum + finding.count, 0);
    const spans = found.flatMap(({ judged, finding }) => finding.spans.map((span) => ({ ...span, ...judged.place })));
    return [
      { name: 'invisible_chars', value: count > 0, detail: { spans: spans.slice(0, maxSpans) } },
      { name: 'invisible_char_count', value: count },
    ];
  },
});

const toxicity = method({
  name: 'toxicity',
  produces: {
    input_toxicity: { type: 'score_normalized', description: 'Quick lexical estimate of abuse in the input' },
  },
  phases: ['request'],
  settings: {
    toxicity_threshold: setting.number({
      label: 'Toxicity threshold',
      description: 'Lowest abuse of a prompt that the default policy notes',
      default: 0.7,
      min: 0,
      max: 1,
      step: 0.05,
      control: 'slider',
      stricter: 'lower',
    }),
  },
  run({ input }, { settings }) {
    const score = scoreInsults(input);
    return [
      { name: 'input_toxicity', value: score, detail: { exceeded: score > 0 && score >= settings.toxicity_threshold } },
    ];
  },
});

/** Makes the auditor over a tokenizer. */
export function createInjectionAuditor(load: () => Promise<CountTokens>): AuditorDefinition {
  const { tokenCount, tokenLimit } = createTokenMethods(load);
  return defineAuditor({
    id: 'injection',
    name: 'Prompt injection',
    description: 'Finds prompt injection, jailbreaks, hidden characters and banned text; counts tokens',
    category: 'security',
    catalogPhase: 'input_guarding',
    icon: 'shield',
    color: 'red',
    defaultPort: 8090,
    policyOptions,
    defaultPolicy,
    phases: allPhases,
    config: {
      block_on_detection: setting.boolean({
        label: 'Block on detection',
        description: 'The default policy and presets refuse what is found; false: they only note it',
        default: true,
        stricter: 'true',
      }),
    },
    methods: [risk, kind, characters, substrings, patterns, tokenCount, tokenLimit, toxicity],
  });
}

/** Observes prompt injection, jailbreaks, hidden characters, banned text and token limits. */
export const injection = createInjectionAuditor(loadTokenizer);
