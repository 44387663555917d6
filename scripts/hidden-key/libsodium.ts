/** Finds the WebAssembly binary in the text of the pinned libsodium package, and in it the functions for signing. */
import { createHash } from 'node:crypto';
import { type FunctionType, i32, type ParsedModule, parseModule } from './wasm-reader.ts';

/** Indices of libsodium's functions in its module. */
export interface SodiumFunctions {
  readonly sodiumInit: number;
  readonly keypair: number;
  readonly signDetached: number;
}

export interface Libsodium {
  readonly wasm: Uint8Array;
  readonly functions: SodiumFunctions;
  /** Argument of the host import that asks for 32 random bits. */
  readonly randomCode: number;
}

/** SHA-256 of the binary in libsodium 0.7.16. A human must review any other one first. */
const knownSha256 = 'b963037410ed27ff9badbe329f35bff30aeb77b0b242e2f93f1ca97b8f3311a5';

/** Types of the C functions, with a 64-bit length as two words. */
const shapes: Readonly<Record<keyof SodiumFunctions, { readonly name: string; readonly type: FunctionType }>> = {
  sodiumInit: { name: '_sodium_init', type: takes(0) },
  keypair: { name: '_crypto_sign_keypair', type: takes(2) },
  signDetached: { name: '_crypto_sign_detached', type: takes(6) },
};

/** Reads the text of `libsodium.mjs`. @throws Error if it is not the known release. */
export function readLibsodium(source: string): Libsodium {
  const wasm = Uint8Array.from(readStringLiteral(source, "binaryDecode('"), (letter) => letter.charCodeAt(0));
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  if (sha256 !== knownSha256) throw new Error(`this libsodium has an unexpected hash: ${sha256}`);
  const [, randomCode] = /ASM_CONSTS=\{(\d+):\(\)=>Module\.getRandomValue\(\)/.exec(source) ?? [];
  if (randomCode === undefined) throw new Error('the random source of libsodium was not found');
  return { wasm, functions: findFunctions(source, parseModule(wasm)), randomCode: Number(randomCode) };
}

/**
 * Finds the functions. The text holds two builds, this one and one in plain JavaScript, with different names for the same
 * functions; only names with the right type in this module count.
 */
function findFunctions(source: string, module: ParsedModule): SodiumFunctions {
  const find = ({ name, type }: (typeof shapes)[keyof SodiumFunctions]): number => {
    const assigned = source.matchAll(new RegExp(`${name}=Module\\["${name}"\\]=wasmExports\\["(\\w+)"\\]`, 'g'));
    const found = [...assigned].flatMap(([, exported = '']) => {
      const index = module.exports.get(exported);
      return index !== undefined && hasType(module, index, type) ? [index] : [];
    });
    const [index, ...more] = found;
    if (index === undefined || more.length > 0) throw new Error(`libsodium has not exactly one function ${name}`);
    return index;
  };
  return {
    sodiumInit: find(shapes.sodiumInit),
    keypair: find(shapes.keypair),
    signDetached: find(shapes.signDetached),
  };
}

function hasType({ functions, types }: ParsedModule, index: number, { params, results }: FunctionType): boolean {
  const type = types[functions[index] ?? -1];
  return String(type?.params) === String(params) && String(type?.results) === String(results);
}

function takes(count: number): FunctionType {
  return { params: Array(count).fill(i32), results: [i32] };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

/** Reads a string literal of single-byte letters by the escapes of ECMAScript, without executing it. */
function readStringLiteral(source: string, opening: string): string {
  const start = source.indexOf(opening) + opening.length;
  if (start < opening.length) throw new Error('libsodium has no binary in its text');
  const literal = /^(?:[^'\\]|\\[\s\S])*/.exec(source.slice(start))?.[0] ?? '';
  return literal.replaceAll(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (_, byte, unit, letter) => {
    if (letter === undefined) return String.fromCharCode(Number.parseInt(byte ?? unit, 16));
    return escapes[letter] ?? letter;
  });
}
