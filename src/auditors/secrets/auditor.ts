/** The secrets auditor (port 8092): reports the kind and place of a leaked secret, with a keyed fingerprint, never the value. */
import { randomBytes } from 'node:crypto';
import { type AuditorDefinition, defineAuditor, method, setting } from '@assay/sdk';
import { boundSpans, type PlacedSpan } from '../bound-spans.ts';
import { listJudgedTexts } from '../judged-texts.ts';
import { oncePerInput } from '../once-per-input.ts';
import { createSecretDetector, defaultLimits, type SecretDetector, secretTypes } from './detect.ts';
import { defaultPolicy, policyOptions } from './policy.ts';

/** The gateway's replacement for a secret. */
const placeholder = /\[REDACTED:([a-z0-9_]{2,40})\]/g;

/** Findings in the format of the standard claim; together with the spans they must fit into a detail. */
const maxFound = 200;

const settings = {
  threshold: setting.number({
    label: 'Threshold',
    description: 'Lowest score at which a finding counts',
    default: 0.5,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'lower',
  }),
  min_entropy: setting.number({
    label: 'Least entropy',
    description:
      'Lowest entropy of a key that is recognised only by the name before it; passwords and keys in hex have their own limits',
    default: defaultLimits.minEntropy,
    min: 0,
    max: 6,
    step: 0.1,
    unit: 'bits per sign',
    control: 'slider',
    stricter: 'lower',
  }),
  verified_formats_only: setting.boolean({
    label: 'Verified formats only',
    description:
      'Find only secrets with a format that a provider or a standard defines, not values recognised only by a name or word',
    default: defaultLimits.verifiedFormatsOnly,
    control: 'toggle',
    stricter: 'false',
  }),
};

/** The settings by value; the methods of one call share the findings. */
interface SecretOptions {
  readonly threshold: number;
  readonly min_entropy: number;
  readonly verified_formats_only: boolean;
}

export function createSecretsAuditor(detector: SecretDetector): AuditorDefinition {
  const findSecrets = oncePerInput((input, options: SecretOptions) => {
    const texts = listJudgedTexts(input);
    const limits = { minEntropy: options.min_entropy, verifiedFormatsOnly: options.verified_formats_only };
    const spans = texts.flatMap(({ text, place }) =>
      // Lists members one by one: on the hot path a literal that begins with a spread burdens the garbage collector.
      detector.detect(text, options.threshold, limits).map(({ type, line, start, end, score, fingerprint }) => {
        return { type, line, start, end, score, fingerprint, ...place };
      }),
    );
    return { spans, redacted: texts.some(({ text }) => hasPlaceholder(text)) };
  });

  const leaks = method({
    name: 'leaks',
    produces: { secret_leaked: { type: 'boolean', description: 'True if a secret was found' } },
    settings,
    run(input, { settings: options }) {
      const { spans, redacted } = findSecrets(input, options);
      const bounded = boundSpans(spans);
      const detail = { redacted, secrets_found: bounded.slice(0, maxFound).map(toFound), spans: bounded };
      return [{ name: 'secret_leaked', value: spans.length > 0, detail }];
    },
  });

  const summary = method({
    name: 'summary',
    produces: {
      secret_types: { type: 'string_list', description: 'Kinds of secrets found, sorted' },
      secret_count: { type: 'count', description: 'Number of secrets found' },
      secrets_redacted: {
        type: 'boolean',
        description: 'True if the text contains placeholders of redacted secrets',
      },
    },
    settings,
    run(input, { settings: options }) {
      const { spans, redacted } = findSecrets(input, options);
      return [
        { name: 'secret_types', value: [...new Set(spans.map((span) => span.type))].sort() },
        { name: 'secret_count', value: spans.length },
        { name: 'secrets_redacted', value: redacted },
      ];
    },
  });

  return defineAuditor({
    id: 'secrets',
    name: 'Secrets',
    description: 'Finds leaked keys, tokens, passwords and private keys',
    category: 'security',
    catalogPhase: 'output_policy',
    icon: 'key',
    color: 'amber',
    defaultPort: 8092,
    policyOptions,
    defaultPolicy,
    phases: ['request', 'response', 'execution'],
    methods: [leaks, summary],
  });
}

/**
 * Converts to the format of the standard claim (contract 2.14). A span that covers many findings has no line; the spans are
 * complete.
 */
function toFound(
  span: PlacedSpan & { readonly line?: number },
): Record<'type' | 'redacted', string> & { line: number } {
  return { type: span.type, line: span.line ?? 0, redacted: `[REDACTED:${span.type}]` };
}

function hasPlaceholder(text: string): boolean {
  if (!text.includes('[REDACTED:')) return false;
  return Array.from(text.matchAll(placeholder)).some((match) => secretTypes.includes(match[1] ?? ''));
}

/** Observes secrets. The fingerprint key is random per process, so fingerprints of two runs do not compare. */
export const secrets = createSecretsAuditor(createSecretDetector({ fingerprintKey: randomBytes(32) }));
