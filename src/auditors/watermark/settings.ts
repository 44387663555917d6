/** The settings of the watermark auditor: the parameters of a watermark, and the trust for signatures. */
import { setting } from '@assay/sdk';
import { greenListSchemes } from './text/green-list.ts';
import { tokenizerNames } from './text/tokenizer.ts';

/** Settings of the text methods. */
export const textSettings = {
  key: setting.string({
    label: 'Key',
    description: 'Secret key of the watermark; without it no text watermark can be detected',
    default: null,
    secret: true,
  }),
  tokenizer: setting.string({
    label: 'Tokenizer',
    description: 'Tokenizer of the watermark; token_ids takes the tokens from metadata.token_ids',
    default: 'cl100k_base',
    control: 'select',
    options: tokenizerNames,
  }),
  vocabulary_size: setting.number({
    label: 'Vocabulary size',
    description: 'Upper bound of the ids in metadata.token_ids',
    default: 1_000_000,
    min: 1,
    max: 2 ** 32,
    step: 1,
    unit: 'tokens',
  }),
  scheme: setting.string({
    label: 'Scheme',
    description: 'How the context selects green tokens, or tournament sampling',
    default: 'left',
    control: 'select',
    options: [...greenListSchemes, 'tournament'],
  }),
  gamma: setting.number({
    label: 'Gamma',
    description: 'Share of green tokens in text without the watermark',
    default: 0.25,
    min: 0.01,
    max: 0.99,
    step: 0.01,
    control: 'slider',
  }),
  context_width: setting.number({
    label: 'Context width',
    description: 'Number of preceding tokens that decide about a token',
    default: 1,
    min: 1,
    max: 4,
    step: 1,
    unit: 'tokens',
  }),
  layers: setting.number({
    label: 'Tournament layers',
    description: 'Number of layers of tournament sampling',
    default: 30,
    min: 1,
    max: 30,
    step: 1,
  }),
  z_threshold: setting.number({
    label: 'z threshold',
    description: 'Standard deviations above chance at which a watermark counts as detected',
    default: 4,
    min: 1,
    max: 100,
    step: 0.1,
  }),
  min_tokens: setting.number({
    label: 'Least tokens',
    description: 'Lowest number of scored tokens; with fewer, no watermark counts as detected',
    default: 16,
    min: 1,
    max: 100_000,
    step: 1,
    unit: 'tokens',
  }),
};

/** Settings of the C2PA validation. */
export const mediaSettings = {
  c2pa_trust_anchors: setting.string({
    label: 'C2PA trust anchors',
    description: 'Certificates (PEM) to which the chain of a signer must lead; without them no signer is trusted',
    default: '',
    control: 'textarea',
    // Public, but as long as a book, so the detail of the claim names the list by its hash.
    secret: true,
  }),
  c2pa_timestamp_anchors: setting.string({
    label: 'Time-stamp trust anchors',
    description: 'Certificates (PEM) to which the chain of a time-stamp must lead; without them no time-stamp counts',
    default: '',
    control: 'textarea',
    secret: true,
  }),
};
