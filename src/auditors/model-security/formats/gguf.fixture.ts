// Writes GGUF files for tests.

import { u32, u64 } from './bytes.fixture.ts';

export interface GgufPair {
  key: string;
  type: number;
  value: Buffer;
}

export interface GgufRow {
  name: string;
  dims: readonly (number | bigint)[];
  type: number;
  offset: number | bigint;
}

/** The parts of a file; counts may lie. */
export interface GgufParts {
  version?: number;
  pairs?: readonly GgufPair[];
  rows?: readonly GgufRow[];
  data?: Uint8Array;
  alignment?: number;
  tensorCount?: number | bigint;
  pairCount?: number | bigint;
}

export function ggufString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}

export function textPair(key: string, text: string): GgufPair {
  return { key, type: 8, value: ggufString(text) };
}

/** A file, its data padded to the alignment. */
export function buildGguf(parts: GgufParts): Buffer {
  const { version = 3, pairs = [], rows = [], data = Buffer.alloc(0), alignment = 32 } = parts;
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(version),
    u64(parts.tensorCount ?? rows.length),
    u64(parts.pairCount ?? pairs.length),
    ...pairs.flatMap(({ key, type, value }) => [ggufString(key), u32(type), value]),
    ...rows.flatMap(({ name, dims, type, offset }) => [
      ggufString(name),
      u32(dims.length),
      ...dims.map((dimension) => u64(dimension)),
      u32(type),
      u64(offset),
    ]),
  ]);
  if (rows.length === 0 && data.length === 0) return head;
  const padding = Buffer.alloc((alignment - (head.length % alignment)) % alignment);
  return Buffer.concat([head, padding, data]);
}

/** A small language model: names, a vocabulary, a chat template, two tensors. */
export function aGgufFile(template = aTemplate): Buffer {
  const tokens = ['<s>', '</s>', 'hello', ' world'];
  return buildGguf({
    pairs: [
      textPair('general.architecture', 'llama'),
      { key: 'general.alignment', type: 4, value: u32(32) },
      { key: 'llama.context_length', type: 4, value: u32(2048) },
      {
        key: 'tokenizer.ggml.tokens',
        type: 9,
        value: Buffer.concat([u32(8), u64(tokens.length), ...tokens.map(ggufString)]),
      },
      { key: 'tokenizer.ggml.scores', type: 9, value: Buffer.concat([u32(6), u64(4), Buffer.alloc(16)]) },
      textPair('tokenizer.chat_template', template),
    ],
    rows: [
      { name: 'token_embd.weight', dims: [4, 4], type: 0, offset: 0 },
      { name: 'output.weight', dims: [32, 2], type: 8, offset: 64 },
    ],
    data: Buffer.alloc(64 + 68, 1),
  });
}

/** A template like those of real models: roles, tools, loops, string methods. */
export const aTemplate = `{{- bos_token }}
{%- set ns = namespace(found=false, index=0) -%}
{%- if messages[0]['role'] == 'system' %}{% set system = messages[0].content | trim %}{% endif %}
{# __class__ in a comment is only text #}
{%- for message in messages if message.role != 'system' %}
  {%- if (message.role == 'user') != (loop.index0 % 2 == 0) and not ns.found %}
    {{- raise_exception('Roles must alternate: user/assistant') }}
  {%- endif %}
  {{- '<|start_header_id|>' + message['role'] + "<|end_header_id|>\\n\\n" + message.content.split('</think>')[-1] }}
  {%- for call in message.tool_calls or [] %}{{ call.function.arguments | tojson(indent=4) }}{% endfor %}
  {{- 'call_' + loop.index|string + '_id' }} text outside of tags may say __import__('os')
{%- endfor %}
{%- if add_generation_prompt %}{{ strftime_now("%d %b %Y") }}<|assistant|>{% endif %}`;
