// The key/value pairs of a GGUF file: keeps alignment and chat templates, skips the others by size.

import type { GgufReader } from './gguf-reader.ts';
import { fixedValueSize, valueTypes } from './gguf-types.ts';
import { StopInspectionError } from './guarded.ts';

/** The relevant content of the key/value pairs. */
export interface GgufPairs {
  alignment?: { value: bigint; offset: number };
  templates: { text: string; offset: number }[];
}

/** Longest key by the definition: 2^16 - 1 bytes. */
const maxKeyBytes = 65_535;
/** Longer templates are a finding by themselves. */
const maxTemplateBytes = 1024 * 1024;
/** Existing readers do not read nested arrays; the definition allows them. */
const maxArrayDepth = 4;
const alignmentKey = 'general.alignment';
const templateKey = /^tokenizer\.chat_template(?:\.|$)/;
const unsigned32 = 4;

export async function readPairs(reader: GgufReader, count: number): Promise<GgufPairs> {
  const pairs: GgufPairs = { templates: [] };
  const keys = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    reader.tick();
    const key = await readKey(reader, keys);
    const offset = reader.cursor.position();
    const type = await reader.u32();
    if (key === alignmentKey) {
      pairs.alignment = await readAlignment(reader, type, offset);
    } else if (templateKey.test(key) && type === valueTypes.string) {
      pairs.templates.push(await readTemplate(reader));
    } else if (templateKey.test(key) && type !== valueTypes.array) {
      throw new StopInspectionError('gguf_value_type', { offset, more: 'A chat template is no string.' });
    } else {
      await skipValue(reader, type, 0);
    }
  }
  return pairs;
}

async function readKey(reader: GgufReader, keys: Set<string>): Promise<string> {
  const { text, offset } = await reader.string(maxKeyBytes);
  if (text === undefined) throw new StopInspectionError('gguf_name', { offset });
  // Reports only exact duplicates: two spellings of which one reader trims one would be two keys.
  if (keys.has(text)) reader.report.add('gguf_duplicate_key', { offset });
  keys.add(text);
  return text;
}

async function readAlignment(reader: GgufReader, type: number, offset: number) {
  if (type !== unsigned32) throw new StopInspectionError('gguf_value_type', { offset, more: 'The alignment.' });
  return { value: BigInt(await reader.u32()), offset };
}

async function readTemplate(reader: GgufReader): Promise<{ text: string; offset: number }> {
  const { text, offset } = await reader.string(maxTemplateBytes);
  if (text === undefined)
    throw new StopInspectionError('format_limit', { offset, more: 'A chat template is too long.' });
  return { text, offset };
}

async function skipValue(reader: GgufReader, type: number, depth: number): Promise<void> {
  const { cursor } = reader;
  const size = fixedValueSize(type);
  if (size !== undefined) {
    await cursor.need(size);
    cursor.skip(size);
  } else if (type === valueTypes.string) {
    await skipString(reader);
  } else if (type === valueTypes.array) {
    await skipArray(reader, depth + 1);
  } else {
    throw new StopInspectionError('gguf_value_type', { offset: cursor.position() - 4 });
  }
}

async function skipArray(reader: GgufReader, depth: number): Promise<void> {
  const { cursor } = reader;
  const offset = cursor.position();
  if (depth > maxArrayDepth) throw new StopInspectionError('gguf_nesting', { offset });
  const type = await reader.u32();
  const size = fixedValueSize(type);
  const minimum = size ?? (type === valueTypes.string ? 4 : type === valueTypes.array ? 8 : undefined);
  if (minimum === undefined) throw new StopInspectionError('gguf_value_type', { offset });
  const count = await reader.length(minimum);
  if (size !== undefined) return cursor.skip(count * size);
  for (let index = 0; index < count; index += 1) {
    reader.tick();
    await skipValue(reader, type, depth);
  }
}

async function skipString(reader: GgufReader): Promise<void> {
  reader.cursor.skip(await reader.length(1));
}
