import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { holdsPermit } from './holds-permit.ts';

const cedar = createCedarHost();

/** Cedar's own result; `undefined` for a refused text. */
function asParsed(text: string): boolean | undefined {
  const parts = cedar.run((engine) => engine.policySetTextToParts(text));
  if (parts.type !== 'success') return undefined;
  return parts.policies.some((policy) => {
    const answer = cedar.run((engine) => engine.policyToJson(policy));
    return answer.type === 'success' && answer.json.effect === 'permit';
  });
}

const word = fc.constantFrom(
  'permit',
  'forbid',
  'permit (',
  '"permit ("',
  '\\"',
  '//',
  '@permit("permit (")',
  ' ',
  '\n',
);
const comment = fc.array(word, { maxLength: 5 }).map((words) => `// ${words.join(' ').replaceAll('\n', ' ')}\n`);
const quoted = fc.array(word, { maxLength: 4 }).map((words) => JSON.stringify(words.join(' ')));
const annotation = fc.oneof(
  quoted.map((value) => `@permit(${value})\n`),
  quoted.map((value) => `@reason(${value})\n`),
  comment,
  fc.constant(''),
);
const condition = fc.oneof(
  quoted.map((value) => `when { context.trace_id == ${value} }`),
  fc.constant('when { context has permit && context.permit }'),
  fc.constant('unless { resource == Assay::Agent::"permit (" }'),
  fc.constant(''),
);
const policy = fc
  .tuple(annotation, comment, fc.constantFrom('permit', 'forbid'), fc.constantFrom('', ' ', '\n'), condition)
  .map(([above, note, word_, gap, rest]) => `${above}${note}${word_}${gap}(principal, action, resource) ${rest};\n`);

it('agrees with Cedar on every text that Cedar accepts', () => {
  fc.assert(
    fc.property(fc.array(policy, { maxLength: 4 }), (policies) => {
      const text = policies.join('');
      const parsed = asParsed(text);
      fc.pre(parsed !== undefined);
      expect(holdsPermit(text)).toBe(parsed);
    }),
    { numRuns: 500 },
  );
});
