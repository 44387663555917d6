/**
 * The groundedness auditor (port 8094) reports how much of an answer its sources support, claim by claim; it never
 * decides.
 */
import {
  AuditorFailure,
  type ClaimDraft,
  defineAuditor,
  groundednessClaim,
  type MethodInput,
  method,
  setting,
} from '@assay/sdk';
import { boundSpans } from '../bound-spans.ts';
import { oncePerInput } from '../once-per-input.ts';
import { cutClaims } from './claims.ts';
import { type EntailmentModel, type ImportPackage, loadEntailmentModel } from './entailment.ts';
import { type JudgedAnswer, judgeAnswer } from './judge.ts';
import { judgeWithModel } from './judge-with-model.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { type ReadSources, readSources } from './read-sources.ts';
import { loadSupportModel, type SupportModel, shippedModelId } from './support-model.ts';

const config = {
  model: setting.string({
    label: 'Model',
    description:
      'The shipped model, or the folder or hub id of an ONNX entailment model to use as well (needs @huggingface/transformers)',
    default: shippedModelId,
    options: [shippedModelId],
  }),
};

const sourceSettings = {
  max_sources: setting.number({
    label: 'Most sources',
    description: 'Number of sources to analyse; further sources are only counted',
    default: 64,
    min: 1,
    max: 64,
    step: 1,
    unit: 'sources',
  }),
  use_documents: setting.boolean({
    label: 'Documents are sources',
    description: 'Also use metadata.documents, such as tool results, as sources',
    default: false,
  }),
};

const settings = {
  threshold: setting.number({
    label: 'Threshold',
    description: 'A hallucination is reported if the share of supported claims is below this value',
    default: 0.8,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'higher',
  }),
  support_threshold: setting.number({
    label: 'Support threshold',
    description: 'Lowest support at which a claim counts as supported',
    default: 0.5,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'higher',
  }),
  ...sourceSettings,
};

interface Limits {
  readonly threshold: number;
  readonly support_threshold: number;
  readonly max_sources: number;
  readonly use_documents: boolean;
}

/** Findings of one input; `judged` is missing without sources. */
interface Finding {
  readonly read: ReadSources;
  readonly totalClaims: number;
  readonly judged: JudgedAnswer | undefined;
}

interface Dependencies {
  /** Default: the model in the product. */
  readonly model?: SupportModel;
  readonly importPackage: ImportPackage;
}

type SourceOptions = Pick<Limits, 'max_sources' | 'use_documents'>;

const face = {
  id: 'groundedness',
  name: 'Groundedness',
  description: 'Measures how much of an answer is supported by its sources',
  category: 'evaluation',
  catalogPhase: 'output_policy',
  icon: 'anchor',
  color: 'teal',
  defaultPort: 8094,
  phases: ['response'],
  policyOptions,
  defaultPolicy,
} as const;

/** Defines the auditor. */
export function defineGroundedness({ model = loadSupportModel(), importPackage }: Dependencies) {
  /** Only the operator's configuration counts: a request must not make the auditor load a model. */
  const models = new Map<string, EntailmentModel>();
  const find = oncePerInput((input, options: SourceOptions) => findIn(input, options, model));
  const findWithModel = oncePerInput(async (input, { name, options }: { name: string; options: SourceOptions }) => {
    const outside = models.get(name);
    if (outside === undefined) {
      throw new AuditorFailure('INVALID_SETTING', 'config.model names a model that this auditor was not started with');
    }
    const finding = findIn(input, options, model);
    if (finding.judged === undefined) return finding;
    const { sources } = finding.read;
    const judged = await judgeWithModel(input.output, { sources, judged: finding.judged, model: outside });
    return { read: finding.read, totalClaims: finding.totalClaims, judged };
  });

  function report(
    input: MethodInput,
    name: string,
    limits: Limits,
    toClaims: (finding: Finding, limits: Limits) => ClaimDraft[],
  ): ClaimDraft[] | Promise<ClaimDraft[]> {
    const options = { max_sources: limits.max_sources, use_documents: limits.use_documents };
    if (name === shippedModelId) return toClaims(find(input, options), limits);
    return findWithModel(input, { name, options }).then((finding) => toClaims(finding, limits));
  }

  const score = method({
    name: 'score',
    config,
    produces: {
      groundedness_score: {
        type: 'score_normalized',
        description: 'Share of the claims of an answer that its sources support',
        absent: 'if there is no source to compare with, or the answer makes no claim',
      },
    },
    settings,
    run: (input, { settings: limits, config: { model: name } }) => report(input, name, limits, toScore),
  });

  const counts = method({
    name: 'counts',
    config,
    produces: countClaims,
    settings,
    run: (input, { settings: limits, config: { model: name } }) => report(input, name, limits, toCounts),
  });

  return defineAuditor({
    ...face,
    config,
    methods: [score, counts, availability],
    setup({ config: { model: name } }) {
      if (name === shippedModelId || models.has(name)) return undefined;
      return loadEntailmentModel(name, importPackage).then((loaded) => {
        models.set(name, loaded);
      });
    },
  });
}

const toReadOptions = (options: SourceOptions) => ({
  maxSources: options.max_sources,
  withDocuments: options.use_documents,
});

const isAvailable = ({ sources }: ReadSources): boolean => sources.some(({ text }) => text !== '');

function findIn(input: MethodInput, options: SourceOptions, model: SupportModel): Finding {
  const read = readSources(input, toReadOptions(options));
  if (!isAvailable(read)) return { read, totalClaims: cutClaims(input.output).length, judged: undefined };
  const judged = judgeAnswer(input.output, read.sources, model);
  return { read, totalClaims: judged.claims.length, judged };
}

function toScore(finding: Finding, limits: Limits): ClaimDraft[] {
  const { judged, totalClaims } = finding;
  if (judged === undefined || totalClaims === 0) return [];
  const supported = countSupported(judged, limits);
  const value = supported / totalClaims;
  const { name, detail, metadata } = groundednessClaim({
    score: value,
    cited_sources: judged.citedSources,
    total_claims: totalClaims,
    supported_claims: supported,
    hallucination_detected: value < limits.threshold,
    threshold: limits.threshold,
  });
  return [{ name, value, detail: { ...detail, ...toDetail(finding.read, judged, limits) }, metadata: metadata ?? {} }];
}

/** Most listed claims; with the longest ids they stay within the bound of a detail. */
const maxListed = 256;

function toDetail({ sources, skippedSources, skippedCharacters }: ReadSources, judged: JudgedAnswer, limits: Limits) {
  const isLow = ({ support }: { readonly support: number }): boolean => support < limits.support_threshold;
  return {
    support: round(judged.support),
    support_threshold: limits.support_threshold,
    claims: judged.claims
      .slice(0, maxListed)
      .map(({ start, end, support, source, sourceStart, sourceEnd, reasons }) => ({
        start,
        end,
        support: round(support),
        ...(source === undefined
          ? {}
          : { source: sources[source]?.id ?? '', source_start: sourceStart, source_end: sourceEnd }),
        reasons,
      })),
    claims_unlisted: Math.max(0, judged.claims.length - maxListed),
    spans: boundSpans(
      judged.claims.filter(isLow).map(({ start, end, support }) => ({
        type: 'unsupported_claim',
        start,
        end,
        score: round(1 - support),
      })),
    ),
    sources_analysed: sources.length,
    sources_skipped: skippedSources,
    source_characters_skipped: skippedCharacters,
  };
}

const countClaims = {
  hallucination_detected: {
    type: 'boolean',
    description: 'True if the share of supported claims is below the threshold',
    absent: 'if there is no source to compare with',
  },
  total_claims: { type: 'count', description: 'Number of claims in the answer' },
  supported_claims: {
    type: 'count',
    description: 'Number of claims that the sources support',
    absent: 'if there is no source to compare with',
  },
  cited_sources: {
    type: 'count',
    description: 'Number of different sources that the answer cites',
    absent: 'if there is no source to compare with',
  },
} as const;

function toCounts({ judged, totalClaims }: Finding, limits: Limits): ClaimDraft[] {
  const total = { name: 'total_claims', value: totalClaims };
  if (judged === undefined) return [total];
  const supported = countSupported(judged, limits);
  return [
    { name: 'hallucination_detected', value: totalClaims > 0 && supported / totalClaims < limits.threshold },
    total,
    { name: 'supported_claims', value: supported },
    { name: 'cited_sources', value: judged.citedSources },
  ];
}

function countSupported({ claims }: JudgedAnswer, limits: Limits): number {
  return claims.filter(({ support }) => support >= limits.support_threshold).length;
}

const availability = method({
  name: 'availability',
  produces: {
    grounding_available: { type: 'boolean', description: 'True if there is a source to compare the answer with' },
  },
  settings: sourceSettings,
  run(input, { settings: options }) {
    return [{ name: 'grounding_available', value: isAvailable(readSources(input, toReadOptions(options))) }];
  },
});

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Observes groundedness. */
export const groundedness = defineGroundedness({ importPackage: (name) => import(name) });
