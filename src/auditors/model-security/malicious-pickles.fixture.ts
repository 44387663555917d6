/** Hand-written pickles that run code, read files or hide it, each in another way. */

import { bytesOf, callOf, op, streamOf } from './pickle/assembler.fixture.ts';

/** A file that must be flagged. */
export interface Sample {
  what: string;
  name: string;
  bytes: Buffer;
}

function sample(what: string, bytes: Buffer, name = 'model.pkl'): Sample {
  return { what, name, bytes };
}

const system = callOf('os', 'system');
const orderedDict = bytesOf(op.global('collections', 'OrderedDict'), op.emptyTuple, op.reduce);
const ndarray = bytesOf(
  op.global('numpy.core.multiarray', '_reconstruct'),
  op.global('numpy', 'ndarray'),
  bytesOf(op.int1(0), op.tuple1),
  op.shortBytes(Buffer.from('b')),
  op.tuple3,
  op.reduce,
);

/** One import each, called with one argument. */
const calls: readonly (readonly [string, string])[] = [
  ['posix', 'system'],
  ['nt', 'system'],
  ['subprocess', 'Popen'],
  ['subprocess', 'check_output'],
  ['builtins', 'eval'],
  ['__builtin__', 'exec'],
  ['builtins', '__import__'],
  ['builtins', 'getattr'],
  ['builtins', 'compile'],
  ['builtins', 'open'],
  ['runpy', 'run_path'],
  ['importlib', 'import_module'],
  ['importlib.machinery', 'SourceFileLoader'],
  ['pty', 'spawn'],
  ['webbrowser', 'open'],
  ['socket', 'create_connection'],
  ['urllib.request', 'urlretrieve'],
  ['shutil', 'rmtree'],
  ['ctypes', 'CDLL'],
  ['timeit', 'timeit'],
  ['code', 'InteractiveInterpreter'],
  ['pydoc', 'locate'],
  ['pkgutil', 'resolve_name'],
  ['idlelib.pyshell', 'ModifiedInterpreter'],
  ['profile', 'run'],
  ['doctest', 'debug_script'],
  ['torch.hub', 'load'],
  ['torch', 'load'],
  ['torch.utils.data.datapipes.utils.decoder', 'basichandlers'],
  ['torch.fx.experimental.symbolic_shapes', 'ShapeEnv.evaluate_guards_expression'],
  ['numpy', 'load'],
  ['numpy.f2py.crackfortran', 'param_eval'],
  ['numpy.testing._private.utils', 'runstring'],
  ['pandas', 'read_pickle'],
  ['joblib', 'load'],
  ['functools', 'partial'],
  ['functools', 'reduce'],
  ['operator', 'attrgetter'],
  ['operator', 'methodcaller'],
  ['types', 'FunctionType'],
  ['types', 'CodeType'],
  ['marshal', 'loads'],
  ['pickle', 'loads'],
  ['_pickle', 'loads'],
  ['dill', 'loads'],
  ['asyncio.subprocess', 'create_subprocess_shell'],
  ['multiprocessing.util', 'spawnv_passfds'],
  ['distutils.spawn', 'spawn'],
  ['setuptools', 'setup'],
  ['pip', 'main'],
  ['logging.config', 'fileConfig'],
  ['sys', 'modules'],
  ['tempfile', 'mktemp'],
  ['ensurepip', '_run_pip'],
  ['lib2to3.pgen2.pgen', 'ParserGenerator'],
  ['cProfile', 'runctx'],
  ['unknown_package.helpers', 'do'],
];

const byImport: readonly Sample[] = calls.map(([module, name]) => {
  return sample(`${module}.${name} by GLOBAL and REDUCE`, streamOf(callOf(module, name)));
});

const byOpcode: readonly Sample[] = [
  sample('protocol 0 text', bytesOf("cos\nsystem\n(S'id'\ntR.")),
  sample('protocol 1 without a magic', bytesOf('cposix\nsystem\nq\x00(U\x02idtR.')),
  sample(
    'STACK_GLOBAL',
    streamOf(op.text('os'), op.text('system'), op.stackGlobal, op.text('id'), op.tuple1, op.reduce),
  ),
  sample(
    'STACK_GLOBAL with names from the memo, in the wrong order',
    streamOf(
      op.text('system'),
      op.memoize,
      op.text('os'),
      op.memoize,
      op.pop,
      op.pop,
      op.get(1),
      op.get(0),
      op.stackGlobal,
      op.emptyTuple,
      op.reduce,
    ),
  ),
  sample(
    'names that were memoized by PUT over another name',
    streamOf(
      op.text('collections'),
      op.put(7),
      op.pop,
      op.text('os'),
      op.put(7),
      op.pop,
      op.get(7),
      op.text('popen'),
      op.stackGlobal,
      op.text('id'),
      op.tuple1,
      op.reduce,
    ),
  ),
  sample(
    'names in long form',
    streamOf(op.text8('os'), op.longText('system'), op.stackGlobal, op.emptyTuple, op.reduce),
  ),
  sample(
    'names with escapes in quotes',
    bytesOf(
      op.proto(4),
      op.quoted('\\x6f\\163'),
      op.quoted('sys\\x74em'),
      op.stackGlobal,
      op.emptyTuple,
      op.reduce,
      op.stop,
    ),
  ),
  sample(
    'names with unicode escapes',
    bytesOf(
      op.proto(4),
      op.unicode('\\u006fs'),
      op.unicode('syste\\u006d'),
      op.stackGlobal,
      op.emptyTuple,
      op.reduce,
      op.stop,
    ),
  ),
  sample(
    'names computed by a listed call',
    streamOf(
      op.global('builtins', 'str'),
      op.shortBytes(Buffer.from('os')),
      op.text('utf8'),
      op.tuple2,
      op.reduce,
      op.text('system'),
      op.stackGlobal,
      op.emptyTuple,
      op.reduce,
    ),
  ),
  sample('INST', bytesOf('(', op.quoted('id'), op.inst('os', 'system'), op.stop)),
  sample('OBJ', bytesOf('(', op.global('os', 'system'), op.quoted('id'), op.obj, op.stop)),
  sample('NEWOBJ', streamOf(op.global('subprocess', 'Popen'), op.text('id'), op.tuple1, op.newobj)),
  sample(
    'NEWOBJ_EX',
    streamOf(
      op.global('subprocess', 'Popen'),
      op.emptyTuple,
      op.emptyDict,
      op.text('args'),
      op.text('id'),
      op.setItem,
      op.newobjEx,
    ),
  ),
  sample('EXT1', streamOf(op.ext1(5), op.emptyTuple, op.reduce)),
  sample('EXT2', streamOf(op.ext2(500), op.emptyTuple, op.reduce)),
  sample('EXT4', streamOf(op.ext4(70_000), op.emptyTuple, op.reduce)),
  sample(
    'a dotted name below a listed module',
    streamOf(op.text('collections'), op.text('abc.sys.modules'), op.stackGlobal),
  ),
  sample(
    'a dotted name below numpy',
    streamOf(op.text('numpy'), op.text('core.os.system'), op.stackGlobal, op.text('id'), op.tuple1, op.reduce),
  ),
  sample("numpy's __builtins__", streamOf(op.text('numpy'), op.text('__builtins__'), op.stackGlobal)),
  sample('an import that is popped again', streamOf(system, op.pop, op.none)),
  sample('an import in a mark that is thrown away', streamOf(op.mark, system, op.popMark, op.none)),
  sample('an import in a dictionary key', streamOf(op.emptyDict, system, op.none, op.setItem)),
  sample('a payload between two frames', bytesOf(op.proto(4), op.frame(2), 'N0', op.frame(100_000), system, op.stop)),
  sample('a second protocol opcode', bytesOf(op.proto(2), op.proto(4), op.none, op.pop, op.proto(0), system, op.stop)),
  sample('import only, never called', streamOf(op.global('os', 'system'))),
];

const byListedGlobals: readonly Sample[] = [
  sample(
    'BUILD on a global',
    streamOf(op.global('collections', 'OrderedDict'), op.emptyDict, op.text('x'), op.none, op.setItem, op.build),
  ),
  sample(
    'BUILD that sets __class__',
    streamOf(orderedDict, op.none, op.emptyDict, op.text('__class__'), op.none, op.setItem, op.tuple2, op.build),
  ),
  sample(
    'BUILD that sets __builtins__',
    streamOf(ndarray, op.emptyDict, op.text('__builtins__'), op.none, op.setItem, op.build),
  ),
  sample(
    'BUILD that sets __setstate__',
    streamOf(orderedDict, op.emptyDict, op.text('__setstate__'), op.global('builtins', 'list'), op.setItem, op.build),
  ),
  sample(
    'BUILD with a state whose keys are computed',
    streamOf(
      orderedDict,
      op.emptyDict,
      op.global('builtins', 'str'),
      op.shortBytes(Buffer.from('__class__')),
      op.text('ascii'),
      op.tuple2,
      op.reduce,
      op.none,
      op.setItem,
      op.build,
    ),
  ),
  sample(
    'a codec that runs code',
    streamOf(op.global('_codecs', 'encode'), op.text('x'), op.text('uu_codec'), op.tuple2, op.reduce),
  ),
  sample(
    'a codec whose name is computed',
    streamOf(op.global('_codecs', 'encode'), op.text('x'), orderedDict, op.tuple2, op.reduce),
  ),
  sample(
    '_reconstructor of an unlisted class',
    streamOf(
      op.global('copyreg', '_reconstructor'),
      op.global('subprocess', 'Popen'),
      op.global('builtins', 'object'),
      op.none,
      op.tuple3,
      op.reduce,
    ),
  ),
  sample(
    '_reconstruct with a class of no kind',
    streamOf(
      op.global('numpy.core.multiarray', '_reconstruct'),
      op.text('ndarray'),
      op.emptyTuple,
      op.shortBytes(Buffer.from('b')),
      op.tuple3,
      op.reduce,
    ),
  ),
  sample('a call of what a call returned', streamOf(orderedDict, op.emptyTuple, op.reduce)),
  sample('a call of text', streamOf(op.text('os.system'), op.text('id'), op.tuple1, op.reduce)),
  sample(
    'a call of a class that is only for reference',
    streamOf(op.global('numpy', 'matrix'), op.text('1 2'), op.tuple1, op.reduce),
  ),
  sample(
    'bytearray of a length that fills the memory',
    streamOf(op.global('builtins', 'bytearray'), op.int4(0x7fffffff), op.tuple1, op.reduce),
  ),
  sample(
    'a list of an endless range',
    streamOf(
      op.global('builtins', 'list'),
      op.global('builtins', 'range'),
      op.int4(0x7fffffff),
      op.tuple1,
      op.reduce,
      op.tuple1,
      op.reduce,
    ),
  ),
  sample('append to a global', streamOf(op.global('builtins', 'list'), op.none, op.append)),
  sample(
    'a tensor whose type is not listed',
    streamOf(
      op.global('torch._tensor', '_rebuild_from_type_v2'),
      op.global('os', 'system'),
      op.global('torch', 'Tensor'),
      op.emptyTuple,
      op.tuple3,
      op.reduce,
    ),
  ),
  sample(
    'hash of a structure that doubles',
    streamOf(
      op.emptyDict,
      op.emptyTuple,
      ...Array.from({ length: 40 }, () => bytesOf(op.dup, op.tuple2)),
      op.none,
      op.setItem,
    ),
  ),
];

const nested = streamOf(system);
const byNesting: readonly Sample[] = [
  sample('nested in bytes', streamOf(op.bytes(nested))),
  sample('nested in bytes behind other bytes', streamOf(op.bytes8(bytesOf('garbage', nested, 'more')))),
  sample('nested in a bytearray', bytesOf(op.proto(5), op.bytearray8(nested), op.stop)),
  sample('nested in text of protocol 0', streamOf(op.longText("cos\nsystem\n(S'id'\ntR."))),
  sample('nested in long text of protocol 0', streamOf(op.longText(`cos\nsystem\n(S'${'x'.repeat(400)}'\ntR.`))),
  sample('nested three times', streamOf(op.bytes(streamOf(op.bytes(streamOf(op.bytes(nested))))))),
  sample(
    'loaded by torch',
    streamOf(op.global('torch.storage', '_load_from_bytes'), op.bytes(nested), op.tuple1, op.reduce),
  ),
  sample(
    'torch loads bytes of unknown origin',
    streamOf(op.global('torch.storage', '_load_from_bytes'), orderedDict, op.tuple1, op.reduce),
  ),
  sample('a second stream behind STOP', bytesOf(streamOf(op.none), nested)),
  sample(
    'a third stream of protocol 0',
    bytesOf(streamOf(op.none), streamOf(op.emptyDict), "cos\nsystem\n(S'id'\ntR."),
  ),
  sample('a stream behind garbage', bytesOf(streamOf(op.none), Buffer.alloc(5000, 0xff), nested)),
  sample('damage behind the call', bytesOf(op.proto(4), system, '\xff\xff\xff')),
  sample('cut behind the call', bytesOf(op.proto(4), system)),
  sample('cut before the call', bytesOf(op.proto(4), op.global('os', 'system'))),
  sample('damage before the import', bytesOf(op.proto(4), '\xff', op.global('os', 'system'), op.stop)),
  sample('a pickle under the name of another format', nested, 'model.safetensors'),
  sample('a pickle under the name of a picture', nested, 'cover.png'),
  sample('a pickle without an extension', nested, 'weights'),
  sample('unknown data with a pickle inside', bytesOf(Buffer.alloc(3000, 0xee), nested), 'weights.dat'),
];

const byCallbacks: readonly Sample[] = [
  sample(
    "numpy's generator by a constructor of another library",
    streamOf(
      op.global('numpy.random._pickle', '__generator_ctor'),
      op.shortBytes(Buffer.from('x')),
      op.global('torch.storage', '_load_from_bytes'),
      op.tuple2,
      op.reduce,
    ),
  ),
];

export const maliciousPickles: readonly Sample[] = [
  ...byImport,
  ...byOpcode,
  ...byListedGlobals,
  ...byCallbacks,
  ...byNesting,
];
