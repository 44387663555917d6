/** Checks questions of every transport: shapes, depth, and strings that can be recorded. */
import { isWellFormedText } from '@assay/sdk/contract';
import { Compile, type Validator } from 'typebox/compile';
import {
  type ToolCallOutcome,
  ToolCallOutcomeSchema,
  type ToolCallQuestion,
  ToolCallQuestionSchema,
  type ToolTextsQuestion,
  ToolTextsQuestionSchema,
} from '../../contract/tool-calls.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidRequest } from '../../platform/refusals.ts';
import { isDeeperThan, maxBodyDepth } from '../proxy/json-tree.ts';

const questionShape = Compile(ToolCallQuestionSchema);
const outcomeShape = Compile(ToolCallOutcomeSchema);
const textsShape = Compile(ToolTextsQuestionSchema);
const maxErrors = 10;

/** @throws AppError `invalid_request`. */
export function checkQuestion(value: unknown): ToolCallQuestion {
  assertShape(value, questionShape);
  const { server, tool, caller } = value;
  assertWords([server, tool, ...wordsOf(caller)]);
  return value;
}

/** @throws AppError `invalid_request`. */
export function checkOutcome(value: unknown): ToolCallOutcome {
  assertShape(value, outcomeShape);
  return value;
}

/** @throws AppError `invalid_request`; also where two texts share an id, because the answer refers to texts by id. */
export function checkTexts(value: unknown): ToolTextsQuestion {
  assertShape(value, textsShape);
  const { server, caller, texts } = value;
  assertWords([server, ...wordsOf(caller)]);
  if (new Set(texts.map(({ id }) => id)).size !== texts.length) throw invalidRequest('Give each text its own id.');
  return value;
}

function assertShape<Shape>(
  value: unknown,
  shape: { Check(value: unknown): value is Shape; Errors: Validator['Errors'] },
): asserts value is Shape {
  if (isDeeperThan(value, maxBodyDepth)) throw invalidRequest(`The body is nested deeper than ${maxBodyDepth} levels.`);
  if (shape.Check(value)) return;
  const errors = shape.Errors(value).slice(0, maxErrors);
  throw new AppError('invalid_request', 'not a tool call to judge', {
    detail: 'the body does not match its schema',
    errors: errors.map(({ instancePath, message }) => ({ pointer: instancePath, message })),
  });
}

function wordsOf(caller: ToolCallQuestion['caller']): string[] {
  const { credential_id: credential, on_behalf_of: onBehalfOf, speaker } = caller;
  const { user, grant_id: grant, tools = [] } = onBehalfOf ?? {};
  return [credential, speaker, user, grant, ...tools].filter((word) => word !== undefined);
}

/** These strings go into Evidence and policies, which cannot hold every JSON string. */
function assertWords(words: readonly string[]): void {
  if (words.every(isWellFormedText)) return;
  throw invalidRequest('Its names must not contain U+0000 or lone surrogates.');
}
