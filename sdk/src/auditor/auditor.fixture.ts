/** An auditor for tests: two methods, three claims, settings of each type and a configuration. */
import { type AuditorDefinition, type ClaimDraft, defineAuditor, type MethodResult } from './definition.ts';
import { setting } from './setting.ts';

/** Measures shouting by capitals, and counts words. */
export const shouting = defineAuditor({
  id: 'shouting',
  name: 'Shouting',
  description: 'Measures capital letters',
  version: '2.1.0',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'volume',
  color: 'amber',
  defaultPort: 8099,
  phases: ['request', 'response'],
  config: {
    letters: setting.string({ label: 'Letters', default: 'latin', control: 'select', options: ['latin', 'all'] }),
  },
  environment: [{ name: 'SHOUTING_BLOCK_ON_DETECTION', description: 'Policy hint', default: true, type: 'boolean' }],
  methods: [
    {
      name: 'capitals',
      produces: {
        shouting_share: { type: 'score_normalized', description: 'Share of capital letters' },
        shouting_kind: { type: 'string', description: 'How loud', valueSchema: { enum: ['quiet', 'loud'] } },
      },
      settings: {
        threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1, step: 0.05, control: 'slider' }),
        ignored_words: setting.stringList({ label: 'Ignored words', default: ['NATO'] }),
        salt: setting.string({ label: 'Salt', default: 'pepper', secret: true }),
      },
      run({ text }, { settings, config }): ClaimDraft[] {
        const share = text === '' ? 0 : (text.match(/[A-Z]/g)?.length ?? 0) / text.length;
        return [
          {
            name: 'shouting_share',
            value: share,
            detail: { letters: config.letters, ignored: settings.ignored_words.length },
          },
          { name: 'shouting_kind', value: share >= settings.threshold ? 'loud' : 'quiet' },
        ];
      },
    },
    {
      name: 'words',
      produces: { word_count: { type: 'count', description: 'Words', absent: 'when the text is empty' } },
      settings: { count_numbers: setting.boolean({ label: 'Count numbers', default: true }) },
      phases: ['request'],
      run: ({ text }): ClaimDraft[] => (text === '' ? [] : [{ name: 'word_count', value: text.split(/\s+/).length }]),
    },
  ],
});

export function anAuditor(run: () => MethodResult, members: Partial<AuditorDefinition> = {}): AuditorDefinition {
  return defineAuditor({
    id: 'probe',
    name: 'Probe',
    description: 'For tests',
    category: 'security',
    catalogPhase: 'input_guarding',
    icon: 'shield',
    color: 'red',
    defaultPort: 8090,
    phases: ['request'],
    methods: [
      {
        name: 'probe',
        produces: {
          probe_found: { type: 'boolean', description: 'Found' },
          probe_score: { type: 'score_normalized', description: 'Score' },
        },
        settings: { threshold: setting.number({ label: 'Threshold', default: 0.5, min: 0, max: 1 }) },
        run,
      },
    ],
    ...members,
  });
}

/** A method result of the wrong shape, as plain JavaScript could return it. */
export function untyped(value: unknown): MethodResult {
  return value as MethodResult;
}
