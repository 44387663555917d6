/** A third-party auditor in one file: measures the share of capitals in a text. */
import { defineAuditor, setting } from '@assay/sdk';

export const shouting = defineAuditor({
  id: 'shouting',
  name: 'Shouting',
  description: 'Measures how much of a text is written in capital letters',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'volume',
  color: 'amber',
  defaultPort: 8090,
  phases: ['request', 'response'],
  methods: [
    {
      name: 'capitals',
      produces: {
        shouting_share: {
          type: 'score_normalized',
          description: 'Share of capitals among the letters',
          absent: 'when the text holds no letters',
        },
        shouting_detected: { type: 'boolean', description: 'The share reaches the threshold' },
      },
      settings: {
        threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1, step: 0.05, control: 'slider' }),
        min_letters: setting.number({ label: 'Shortest text judged', default: 8, min: 1, unit: 'letters' }),
      },
      run({ text }, { settings }) {
        const letters = text.match(/\p{L}/gu)?.length ?? 0;
        if (letters === 0) return [{ name: 'shouting_detected', value: false }];
        const share = (text.match(/\p{Lu}/gu)?.length ?? 0) / letters;
        const detected = letters >= settings.min_letters && share >= settings.threshold;
        return [
          { name: 'shouting_share', value: share, detail: { letters } },
          { name: 'shouting_detected', value: detected },
        ];
      },
    },
  ],
});
