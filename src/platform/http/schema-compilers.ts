/** Validation and serialisation by TypeBox. Bodies are never coerced, and nothing is dropped silently. */
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
 * Gives the check of a schema, compiled on first use and shared. A verifier has a thousand schemas, a start uses few
 * of them, and every endpoint has that of problems.
 */
function checkOf(schema: TSchema): Validator {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = Compile(schema);
  checks.set(schema, check);
  return check;
}

/** Checks a part of the request. Query, path and headers are text and are converted to the declared types. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const isText = httpPart !== 'body';
  return (value: unknown) => {
    if (!isText && isDeeperThan(value, maxBodyDepth)) return { error: tooDeep };
    const check = checkOf(schema);
    const candidate = isText ? convert(schema, value) : value;
    if (check.Check(candidate)) return { value: candidate };
    return { error: check.Errors(candidate) };
  };
};

/** Converts canonical numbers only. Other texts stay texts, which the check refuses: `1.5` is not 1, nor `0x10` 16. */
function convert(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return Value.Convert(schema, value);
  const given = { ...value };
  const converted: unknown = Value.Convert(schema, value);
  if (typeof converted !== 'object' || converted === null) return converted;
  const others = Object.entries(converted).flatMap(([name, member]: [string, unknown]) => {
    const text: unknown = Reflect.get(given, name);
    return typeof member === 'number' && typeof text === 'string' && String(member) !== text ? [[name, text]] : [];
  });
  return others.length === 0 ? converted : { ...converted, ...Object.fromEntries(others) };
}

/** Prints an answer unchanged. An answer that breaks its own schema is a fault of ours: 500, and nothing of it is sent. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema, url }) => {
  return (value: unknown) => {
    const check = checkOf(schema);
    if (!check.Check(value)) {
      const where = check.Errors(value)[0];
      throw new AppError(
        'internal',
        `the answer of ${url} does not match its schema: ${where?.instancePath} ${where?.message}`,
      );
    }
    return JSON.stringify(value);
  };
};
