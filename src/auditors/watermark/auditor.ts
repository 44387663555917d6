/** The watermark auditor (port 8096): statistical text watermarks, and C2PA manifests in JPEG and PNG files. */
import { defineAuditor, method, watermarkClaim } from '@assay/sdk';
import { oncePerInput } from '../once-per-input.ts';
import { judgeSigned, judgeValid } from './c2pa/judge.ts';
import { createTrustListReader, readMedia } from './c2pa/media.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { mediaSettings, textSettings } from './settings.ts';
import { detectTextWatermark, type TextOptions } from './text/detect.ts';

const undetectable = 'When watermark_detectable is false; its detail has the reason';
const noMedia = 'When the request has no JPEG or PNG file';

const lookAtText = oncePerInput((input, options: TextOptions) => detectTextWatermark(input, options));
const lookAtMedia = oncePerInput((input, _options: undefined) => readMedia(input));
const readSigners = createTrustListReader('c2pa_trust_anchors');
const readStamps = createTrustListReader('c2pa_timestamp_anchors');

const detectability = method({
  name: 'detectability',
  produces: {
    watermark_detectable: {
      type: 'boolean',
      description: 'True if key, tokenizer and text are available, so a text watermark can be detected',
    },
  },
  settings: textSettings,
  phases: ['response'],
  async run(input, { settings }) {
    const result = await lookAtText(input, settings);
    const detail = result.detectable ? {} : { detail: { reason: result.reason } };
    return [{ name: 'watermark_detectable', value: result.detectable, ...detail }];
  },
});

const text = method({
  name: 'text_watermark',
  produces: {
    watermark_detected: { type: 'boolean', description: 'True if z reaches the threshold', absent: undetectable },
    watermark_embedded: {
      type: 'boolean',
      description: 'True if the text has the watermark',
      absent: undetectable,
    },
    watermark_type: {
      type: 'string',
      description: 'Kind of the detected watermark, or none',
      valueSchema: { enum: ['green_list', 'tournament', 'none'] },
      absent: undetectable,
    },
    watermark_score: { type: 'score_normalized', description: '1 - p of the test', absent: undetectable },
  },
  settings: textSettings,
  phases: ['response'],
  async run(input, { settings }) {
    const result = await lookAtText(input, settings);
    if (!result.detectable) return [];
    const { detected, score, detail } = result.finding;
    const type = detected ? result.finding.type : 'none';
    const media = lookAtMedia(input, undefined);
    return [
      { name: 'watermark_detected', value: detected, detail },
      watermarkClaim({
        watermark_embedded: detected,
        watermark_type: type,
        detectable: true,
        detection_score: score,
        c2pa_signed: media === undefined ? undefined : judgeSigned(media)?.value,
        phase: input.phase,
      }),
      { name: 'watermark_type', value: type },
      { name: 'watermark_score', value: score, detail },
    ];
  },
});

const signed = method({
  name: 'c2pa_signed',
  produces: {
    c2pa_signed: {
      type: 'boolean',
      description: 'True if the file has a signed C2PA manifest, valid or not',
      absent: `${noMedia}, or one that cannot be read up to its end`,
    },
  },
  run(input) {
    const media = lookAtMedia(input, undefined);
    const found = media && judgeSigned(media);
    return found === undefined ? [] : [{ name: 'c2pa_signed', ...found }];
  },
});

const valid = method({
  name: 'c2pa_valid',
  produces: {
    c2pa_valid: {
      type: 'boolean',
      description:
        'True if the signature, the hashes, the binding to the bytes and the chain to a trust anchor are all valid',
      absent: noMedia,
    },
  },
  settings: mediaSettings,
  run(input, { settings, context }) {
    const trust = {
      signers: readSigners(settings.c2pa_trust_anchors),
      stamps: readStamps(settings.c2pa_timestamp_anchors),
    };
    const media = lookAtMedia(input, undefined);
    return media === undefined ? [] : [{ name: 'c2pa_valid', ...judgeValid(media, trust, context.now) }];
  },
});

export const watermark = defineAuditor({
  id: 'watermark',
  name: 'Watermark',
  description: 'Tests texts for a keyed watermark and validates C2PA manifests of JPEG and PNG files',
  category: 'provenance',
  catalogPhase: 'output_policy',
  icon: 'stamp',
  color: 'indigo',
  defaultPort: 8096,
  policyOptions,
  defaultPolicy,
  phases: ['response', 'artifact'],
  methods: [detectability, text, signed, valid],
});
