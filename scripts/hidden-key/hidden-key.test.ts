import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { hiddenModuleBase64 } from '../../sdk/src/crypto/hidden-module-bytes.ts';
import { makeHiddenKeyFiles } from './build.ts';
import { reachableFunctions } from './call-graph.ts';
import { type Libsodium, readLibsodium } from './libsodium.ts';
import { rewriteModule } from './rewrite.ts';
import { contentOf, type ParsedModule, parseModule, sectionIds } from './wasm-reader.ts';
import { concat, s32, u32 } from './wasm-writer.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(fileURLToPath(new URL(path, root)), 'utf8');
const trap = Uint8Array.of(0, 0x00, 0x0b);

let source: string;
let sodium: Libsodium;
let before: ParsedModule;
let after: ParsedModule;

beforeAll(async () => {
  source = await read('node_modules/libsodium/dist/modules-esm/libsodium.mjs');
  sodium = readLibsodium(source);
  before = parseModule(sodium.wasm);
  after = parseModule(Uint8Array.from(Buffer.from(hiddenModuleBase64, 'base64')));
});

describe('the committed files', () => {
  it('are made from the pinned package, byte for byte', async () => {
    const files = await makeHiddenKeyFiles();
    expect(files.size).toBe(4);
    for (const [path, text] of files) expect((await read(path)) === text, path).toBe(true);
  });

  it("carry the notice that libsodium's licence requires", async () => {
    const licence = await read('node_modules/libsodium/LICENSE');
    const text = await read('sdk/src/crypto/hidden-module-bytes.ts');
    for (const line of licence.split('\n')) expect(text).toContain(line);
  });
});

describe('the module', () => {
  it('keeps libsodium unchanged and adds only accessors', () => {
    expect(after.types.slice(0, before.types.length)).toEqual(before.types);
    expect(after.functions.slice(0, before.functions.length)).toEqual(before.functions);
    expect(after.exports.size).toBe(6);
    for (const index of after.exports.values()) expect(index).toBeGreaterThanOrEqual(before.functions.length);
    expect(contentOf(after.sections, sectionIds.data)).toEqual(contentOf(before.sections, sectionIds.data));
  });

  it('traps in every function that signing does not reach, and keeps every other one', () => {
    const kept = reachableFunctions(before, Object.values(sodium.functions));
    for (const [index, body] of before.bodies.entries()) {
      const expected = kept.has(before.importedFunctions + index) ? body : trap;
      expect(Buffer.compare(after.bodies[index] ?? new Uint8Array(), expected), `function ${index}`).toBe(0);
    }
    expect(kept.size).toBeGreaterThan(20);
    expect(kept.size).toBeLessThan(before.bodies.length / 4);
  });

  it('declares a memory that ends with its longest message', () => {
    const [count, flags, ...limits] = contentOf(after.sections, sectionIds.memory);
    expect([count, flags]).toEqual([1, 1]);
    const [initial = 0, most = 0] = limits;
    expect(limits).toHaveLength(2);
    expect(most - initial).toBe(64);
  });
});

describe('the build', () => {
  it('refuses an unknown libsodium', () => {
    const at = source.indexOf("binaryDecode('") + 2_000;
    const changed = `${source.slice(0, at)}z${source.slice(at + 1)}`;
    expect(() => readLibsodium(changed)).toThrow('has an unexpected hash');
    expect(() => readLibsodium('')).toThrow('no binary');
  });

  it('refuses functions of another shape', () => {
    const renamed = source.replaceAll('_crypto_sign_detached', '_crypto_sign_other');
    expect(() => readLibsodium(renamed)).toThrow('_crypto_sign_detached');
  });

  it('is deterministic', () => {
    const once = rewriteModule(sodium.wasm, sodium.functions);
    expect(Buffer.compare(once, rewriteModule(sodium.wasm, sodium.functions))).toBe(0);
  });

  it('refuses a module that is truncated anywhere', () => {
    for (let length = 9; length < sodium.wasm.length; length += 997) {
      expect(() => parseModule(sodium.wasm.subarray(0, length))).toThrow();
    }
  });

  it('writes numbers as LEB128', () => {
    expect(u32(624_485)).toEqual([0xe5, 0x8e, 0x26]);
    expect(s32(-123_456)).toEqual([0xc0, 0xbb, 0x78]);
    expect(s32(64)).toEqual([0xc0, 0x00]);
    expect(s32(-1)).toEqual([0x7f]);
    expect([...concat([[1], Uint8Array.of(2)])]).toEqual([1, 2]);
  });
});
