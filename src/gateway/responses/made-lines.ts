/** The lines in which remembered responses are kept on disk: no text of a response, and a sum of each line. */
import { sha256Hex } from '@assay/sdk/crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Id = Type.String({ minLength: 1, maxLength: 500 });

const KeptSchema = Type.Object(
  {
    caller: Hash,
    id: Id,
    until_ms: Type.Integer(),
    evidence_id: Id,
    response_hash: Hash,
    model_id: Type.Union([Type.String(), Type.Null()]),
    judged_by: Hash,
    flaw: Type.Union([Type.Literal('redacted'), Type.Literal('approved'), Type.Literal('denied'), Type.Null()]),
  },
  { additionalProperties: false },
);
const DroppedSchema = Type.Object({ dropped: Id }, { additionalProperties: false });

/** A response that a caller made. */
export type KeptLine = Static<typeof KeptSchema>;
/** The id of a response that nobody has any longer. */
export type DroppedLine = Static<typeof DroppedSchema>;

const shape = Compile(Type.Union([KeptSchema, DroppedSchema]));
const sumLength = 16;

/** Writes a line with its line feed. */
export function writeLine(value: KeptLine | DroppedLine): string {
  const json = JSON.stringify(value);
  return `${sumOf(json)} ${json}\n`;
}

/** `undefined` for a line that is torn or damaged. */
export function readLine(line: string): KeptLine | DroppedLine | undefined {
  const json = line.slice(sumLength + 1);
  if (line !== `${sumOf(json)} ${json}`) return undefined;
  const value = parse(json);
  return shape.Check(value) ? value : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function sumOf(json: string): string {
  return sha256Hex(json).slice(0, sumLength);
}
