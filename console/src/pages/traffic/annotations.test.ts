import { expect, it } from 'vitest';
import { readAnnotations } from './annotations.ts';

it('the annotations of a rule are read up to its effect, and never from its body', () => {
  const rule = `// why\n@id("a.b")\n@response("redact") @reason("says \\"no\\"")\nforbid (principal, action, resource) when { "@x(\\"y\\")" == "" };`;
  expect(readAnnotations(rule)).toEqual({ id: 'a.b', response: 'redact', reason: 'says "no"' });
  expect(readAnnotations('permit (principal, action, resource);')).toEqual({});
});
