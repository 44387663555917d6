import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { ProblemSchema } from '../../contract/problem.ts';
import { describeProblems } from './described-problems.ts';

it('a problem is described under its own media type, and other answers as they are', () => {
  const answer = Type.Object({ id: Type.String() });
  const described = describeProblems({ summary: 's', response: { 200: answer, '4xx': ProblemSchema } });
  expect(described).toEqual({
    summary: 's',
    response: {
      200: answer,
      '4xx': {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    },
  });
  const plain: { response?: unknown; summary: string } = { summary: 's' };
  expect(describeProblems(plain)).toEqual(plain);
});
