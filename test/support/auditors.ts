/** Small auditors with the claims of the default policy: each detects one word, which keeps gateway tests readable. */
import { type AuditorDefinition, defineAuditor, type MethodInput, setting } from '@assay/sdk';

const face = { category: 'security', catalogPhase: 'input_guarding', icon: 'shield', color: 'red' } as const;

/** `ATTACK` in the text is an injection. */
export const attackAuditor: AuditorDefinition = defineAuditor({
  ...face,
  id: 'attack',
  name: 'Attack',
  description: 'Finds the word ATTACK',
  defaultPort: 8190,
  phases: ['request', 'response'],
  methods: [
    {
      name: 'text',
      produces: { injection_risk: { type: 'score_normalized', description: 'Risk' } },
      settings: { threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1, stricter: 'lower' }) },
      run: ({ text, documents }) => {
        const found = [text, ...documents.map((document) => document.text)].some((part) => part.includes('ATTACK'));
        return [{ name: 'injection_risk', value: found ? 1 : 0 }];
      },
    },
  ],
});

/** Every `SECRETn` in the text is personal data, with its span. */
export const privateAuditor: AuditorDefinition = defineAuditor({
  ...face,
  id: 'private',
  name: 'Private',
  description: 'Finds PRIVATE followed by digits',
  defaultPort: 8191,
  phases: ['request', 'response'],
  methods: [
    {
      name: 'words',
      produces: { pii_found: { type: 'boolean', description: 'Found' } },
      run: ({ text, documents }) => {
        const spans = [...spansIn(text), ...documents.flatMap(({ id, text: part }) => spansIn(part, id))];
        return [{ name: 'pii_found', value: spans.length > 0, detail: { spans } }];
      },
    },
  ],
});

function spansIn(text: string, document?: string) {
  return [...text.matchAll(/PRIVATE\d+/g)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    type: 'private',
    score: 1,
    ...(document === undefined ? {} : { document }),
  }));
}

/** A match of the pattern is an injection, or personal data with its spans; `listen` receives the requests. */
export function patternAuditor(
  claim: 'injection_risk' | 'pii_found',
  pattern: RegExp,
  listen: (input: MethodInput) => void = () => {},
): AuditorDefinition {
  const type = claim === 'pii_found' ? 'boolean' : 'score_normalized';
  return defineAuditor({
    ...face,
    id: 'pattern',
    name: 'Pattern',
    description: 'Finds a pattern',
    defaultPort: 8192,
    phases: ['request', 'response'],
    methods: [
      {
        name: 'pattern',
        produces: { [claim]: { type, description: 'Found' } },
        run: (input) => {
          listen(input);
          const spans = [...input.text.matchAll(pattern)].map(({ index, 0: word }) => ({
            start: index,
            end: index + word.length,
            type: 'pattern',
          }));
          const found = spans.length > 0;
          return [{ name: claim, value: claim === 'pii_found' ? found : Number(found), detail: { spans } }];
        },
      },
    ],
  });
}
