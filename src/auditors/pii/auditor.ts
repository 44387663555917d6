/** The PII auditor (port 8091): reports kinds and places of personal data, never the data. */
import { defineAuditor, method, setting } from '@assay/sdk';
import { boundSpans } from '../bound-spans.ts';
import { listJudgedTexts } from '../judged-texts.ts';
import { oncePerInput } from '../once-per-input.ts';
import { detectPii, type PiiOptions, piiTypes } from './detect.ts';
import { jurisdictionOf, summarizeJurisdiction } from './jurisdiction.ts';
import { nationalIdGroup } from './national-ids.ts';
import { defaultPolicy, policyOptions } from './policy.ts';

/** The gateway's replacement for personal data. */
const placeholder = /\[REDACTED:([a-z_]{2,32})\]/g;

const settings = {
  threshold: setting.number({
    label: 'Threshold',
    description: 'Lowest score at which an entity counts',
    default: 0.5,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'lower',
  }),
  entities: setting.stringList({
    label: 'Types',
    description: 'Types to look for; national_id means every identifier issued by a state; empty means all',
    default: [],
    options: [...piiTypes, nationalIdGroup],
  }),
  names: setting.boolean({
    label: 'Names and places',
    description: 'Also look for names of persons and places, which have no fixed form and no check digits',
    default: true,
    stricter: 'true',
  }),
  region: setting.string({
    label: 'Region',
    description: 'Two-letter country code: its telephone formats are recognised, and its identifiers need less context',
    default: 'US',
  }),
};

const found = method({
  name: 'found',
  produces: { pii_found: { type: 'boolean', description: 'True if personal data was found' } },
  settings,
  run(input, { settings: options }) {
    const { spans, confidence, redacted, jurisdiction } = findEntities(input, options);
    const detail = { confidence, jurisdiction, redacted, spans: boundSpans(spans) };
    return [{ name: 'pii_found', value: spans.length > 0, detail }];
  },
});

const summary = method({
  name: 'summary',
  produces: {
    pii_types: { type: 'string_list', description: 'Types of personal data found, sorted' },
    pii_count: { type: 'count', description: 'Number of entities found' },
    pii_confidence: { type: 'score_normalized', description: 'Score of the most certain entity; 0 if there is none' },
    pii_redacted: {
      type: 'boolean',
      description: 'True if the text contains placeholders of redacted personal data',
    },
    pii_jurisdiction: {
      type: 'string',
      description: 'Law that applies to the types found: its short name, multiple, unspecified or none',
    },
  },
  settings,
  run(input, { settings: options }) {
    const { spans, types, confidence, redacted, jurisdiction } = findEntities(input, options);
    const laws = Object.fromEntries(types.map((type) => [type, jurisdictionOf(type) ?? 'unspecified']));
    return [
      { name: 'pii_types', value: types },
      { name: 'pii_count', value: spans.length },
      { name: 'pii_confidence', value: confidence },
      { name: 'pii_redacted', value: redacted },
      { name: 'pii_jurisdiction', value: jurisdiction, detail: { by_type: laws } },
    ];
  },
});

const findEntities = oncePerInput((input, options: PiiOptions) => {
  const texts = listJudgedTexts(input);
  const spans = texts.flatMap(({ text, place }) => detectPii(text, options).map((entity) => ({ ...entity, ...place })));
  const types = [...new Set(spans.map((span) => span.type))].sort();
  return {
    spans,
    types,
    confidence: spans.reduce((best, { score }) => Math.max(best, score), 0),
    redacted: texts.some(({ text }) => hasPlaceholder(text)),
    jurisdiction: summarizeJurisdiction(types),
  };
});

function hasPlaceholder(text: string): boolean {
  if (!text.includes('[REDACTED:')) return false;
  return Array.from(text.matchAll(placeholder)).some((match) => piiTypes.includes(match[1] ?? ''));
}

export const pii = defineAuditor({
  id: 'pii',
  name: 'Personal data',
  description:
    'Finds identifiers by form, check digits and context, and names, places and addresses by lists and context',
  category: 'compliance',
  catalogPhase: 'input_guarding',
  icon: 'user',
  color: 'blue',
  defaultPort: 8091,
  policyOptions,
  defaultPolicy,
  phases: ['request', 'response', 'execution'],
  methods: [found, summary],
});
