/** Validation and serialisation by TypeBox: bodies are never coerced, nothing is ever dropped silently. */
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { AppError } from '../errors.ts';
import { isDeeperThan, maxBodyDepth } from './body-depth.ts';

const message = `must not nest deeper than ${maxBodyDepth} levels`;
const tooDeep = [{ keyword: 'depth', schemaPath: '', instancePath: '', params: {}, message }];

const checks = new WeakMap<TSchema, Validator>();

/**
 * The check of a schema, made when it is first needed and once for all who share it: a verifier has a thousand schemas, a
 * start touches few of them, and the one of problems stands at every endpoint.
 */
function checkOf(schema: TSchema): Validator {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = Compile(schema);
  checks.set(schema, check);
  return check;
}

/** Checks a part of the request. Query, path and headers are text by nature and are converted to the declared types. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isText = httpPart !== 'body';
  return (value: unknown) => {
    if (!isText && isDeeperThan(value, maxBodyDepth)) return { error: tooDeep };
    const check = checkOf(schema);
    const candidate = isText ? convertText(schema, value) : value;
    if (check.Check(candidate)) return { value: candidate };
    return { error: check.Errors(candidate) };
  };
};

const numeric = /^-?\d+(?:\.\d+)?$/;

/** Texts as the declared types. A number is written in figures: `true` is no number, though JavaScript would make it 1. */
function convertText(schema: TSchema, value: unknown): unknown {
  // The conversion changes the value itself.
  const texts = isRecord(value) ? { ...value } : {};
  const converted = Value.Convert(schema, value);
  if (!isRecord(converted)) return converted;
  const members = Object.entries(converted).map(([name, member]) => {
    const text = texts[name];
    return [name, typeof member === 'number' && typeof text === 'string' && !numeric.test(text) ? text : member];
  });
  return Object.fromEntries(members);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Prints an answer as it is. One that breaks its own schema is a fault of ours: 500, and nothing of it is sent. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema, url }) => {
  return (value: unknown) => {
    const check = checkOf(schema);
    if (!check.Check(value)) {
      const where = check.Errors(value)[0];
      throw new AppError(
        'internal',
        `the answer of ${url} breaks its schema: ${where?.instancePath} ${where?.message}`,
      );
    }
    return JSON.stringify(value);
  };
};
