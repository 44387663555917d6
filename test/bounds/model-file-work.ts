/** Model files in shapes that are costly to read, of any size. */
import { tarOf } from '../../src/auditors/model-security/archive/tar.fixture.ts';
import { zipOf } from '../../src/auditors/model-security/archive/zip.fixture.ts';
import { buildGguf, textPair } from '../../src/auditors/model-security/formats/gguf.fixture.ts';
import { buildSafetensors } from '../../src/auditors/model-security/formats/safetensors.fixture.ts';
import { inspectSample } from '../../src/auditors/model-security/inspect.fixture.ts';
import type { GrowingWork } from './growing-work.ts';

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const pickle = (body: Buffer): Buffer => Buffer.concat([bytes([0x80, 2]), body, bytes('.')]);
const template = (text: string): Buffer => buildGguf({ pairs: [textPair('tokenizer.chat_template', text)] });
const tensor = (at: number) => ({ dtype: 'U8', shape: [1], data_offsets: [at, at + 1] });

interface File {
  readonly name: string;
  readonly make: (size: number) => Uint8Array;
}
const files: Readonly<Record<string, File>> = {
  'a pickle of marks': { name: 'm.pkl', make: (size) => pickle(bytes('('.repeat(size))) },
  'a pickle of memo entries': {
    name: 'm.pkl',
    make: (size) => pickle(Buffer.concat(list(size, (at) => bytes('K', [1], 'q', [at % 256])))),
  },
  'a pickle of names': {
    name: 'm.pkl',
    make: (size) => pickle(Buffer.concat(list(size, (at) => bytes(`cmodule${at}\nname\n`)))),
  },
  'a pickle of calls': { name: 'm.pkl', make: (size) => pickle(bytes('cos\nsystem\n)R'.repeat(size))) },
  'a pickle of lists in lists': {
    name: 'm.pkl',
    make: (size) => pickle(bytes(']'.repeat(size), 'a'.repeat(size - 1))),
  },
  'many pickles in one file': { name: 'm.pkl', make: (size) => Buffer.concat(list(size, () => pickle(bytes('N')))) },
  'tensors of safetensors': {
    name: 'm.safetensors',
    make: (size) =>
      buildSafetensors(Object.fromEntries(list(size, (at) => [`layer.${at}`, tensor(at)])), Buffer.alloc(size)),
  },
  'tensors of safetensors in reverse': {
    name: 'm.safetensors',
    make: (size) =>
      buildSafetensors(
        Object.fromEntries(list(size, (at) => [`layer.${at}`, tensor(size - 1 - at)])),
        Buffer.alloc(size),
      ),
  },
  'pairs of GGUF': {
    name: 'm.gguf',
    make: (size) => buildGguf({ pairs: list(size, (at) => textPair(`key.${at}`, 'value')) }),
  },
  'a template of tags': { name: 'm.gguf', make: (size) => template('{{ a.b }}{% if x %}y{% endif %}'.repeat(size)) },
  'a template of open tags': { name: 'm.gguf', make: (size) => template('{{ {% {# '.repeat(size)) },
  'a template of quotes': { name: 'm.gguf', make: (size) => template(`{{ ${`'"\\`.repeat(size)} }}`) },
  'a template of names': { name: 'm.gguf', make: (size) => template(`{{ a${'.__class__'.repeat(size)} }}`) },
  'members of a zip': {
    name: 'm.zip',
    make: (size) => zipOf(list(size, (at) => ({ name: `file${at}.txt`, content: Buffer.from('x') }))),
  },
  'members of a zip of one name': {
    name: 'm.zip',
    make: (size) => zipOf(list(size, () => ({ name: 'same.pkl', content: pickle(bytes('N')) }))),
  },
  'members of a tar': {
    name: 'm.tar',
    make: (size) => tarOf(list(size, (at) => ({ name: `file${at}.txt`, content: Buffer.from('x') }))),
  },
  'a configuration in JSON': {
    name: 'config.json',
    make: (size) => Buffer.from(JSON.stringify(Object.fromEntries(list(size, (at) => [`key ${at}`, [at]])))),
  },
};

/** Everything that the model auditor opens. */
export const modelFileWork: readonly GrowingWork[] = Object.entries(files).map(([shape, { name, make }]) => ({
  name: `a file of a model: ${shape}`,
  prepare(size: number) {
    const file = make(size);
    return () => inspectSample(file, name);
  },
}));
