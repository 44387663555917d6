/**
 * The allow-list: every global that a pickle may import, with its allowed use. Everything else is a finding, because a list of
 * dangerous globals is never complete (CWE-184): each name here is harmless with any arguments that pass its check.
 */

import { sklearnGlobals } from './allowed-sklearn.ts';
import { torchCalls, torchLayers, torchReferences } from './allowed-torch.ts';
import {
  callable,
  containerRule,
  emptyRule,
  type GlobalRule,
  loadBytesRule,
  randomRule,
  rebuildFromTypeRule,
  rebuildWithStateRule,
  reconstructorRule,
  reference,
  subtypeRule,
} from './global-rule.ts';
import { bytesRule, encodeRule, fractionRule, textRule } from './made-bytes.ts';

const rules = new Map<string, GlobalRule>();

/** Python 2 names that Python 3 maps to these. */
const builtinModules = ['builtins', '__builtin__'];
const copyregModules = ['copyreg', 'copy_reg'];
const numpyCores = ['numpy.core', 'numpy._core'];

function allow(modules: string | readonly string[], names: string, rule: GlobalRule): void {
  for (const module of typeof modules === 'string' ? [modules] : modules) {
    for (const name of names.split(' ')) rules.set(`${module}.${name}`, rule);
  }
}

allow(builtinModules, 'object complex int float bool slice range xrange long', callable);
allow(builtinModules, 'str unicode', textRule);
allow(builtinModules, 'set frozenset list tuple dict', containerRule);
allow(builtinModules, 'bytes bytearray', bytesRule);
allow(builtinModules, 'Ellipsis NotImplemented None True False', reference);
allow(copyregModules, '_reconstructor __newobj__', reconstructorRule);
allow('_codecs', 'encode', encodeRule);
allow('collections', 'OrderedDict defaultdict Counter deque', containerRule);
allow('datetime', 'datetime date time timedelta timezone', callable);
allow('decimal', 'Decimal', callable);
allow('_pydecimal', 'Decimal', callable);
allow('fractions', 'Fraction', fractionRule);
allow('uuid', 'UUID SafeUUID', callable);
allow(['pathlib', 'pathlib._local'], 'PosixPath PurePosixPath WindowsPath PureWindowsPath Path PurePath', callable);
allow('argparse', 'Namespace', callable);
allow('types', 'SimpleNamespace', callable);
allow('array', '_array_reconstructor', callable);
allow('array', 'array', containerRule);

allow('numpy', 'dtype', callable);
allow('numpy', 'ndarray matrix recarray generic', reference);
allow(
  'numpy',
  'bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 intc intp float16 float32 float64 longdouble complex64 ' +
    'complex128 str_ bytes_ object_ void datetime64 timedelta64 record number integer floating',
  reference,
);
allow('numpy', 'mean sum median log log1p exp expm1 sqrt square abs', reference);
allow('numpy.dtypes', 'Float32DType Float64DType Int32DType Int64DType BoolDType ObjectDType StringDType', callable);
allow(
  numpyCores.map((core) => `${core}.multiarray`),
  '_reconstruct',
  subtypeRule,
);
allow(
  numpyCores.map((core) => `${core}.multiarray`),
  'scalar',
  callable,
);
allow(
  numpyCores.map((core) => `${core}.numeric`),
  '_frombuffer',
  callable,
);
allow(
  ['numpy.matrixlib.defmatrix', 'numpy.core.records', 'numpy._core.records', 'numpy.rec'],
  'matrix recarray',
  reference,
);
allow(['numpy.ma', 'numpy.ma.core'], 'MaskedArray', reference);
allow('numpy.ma.core', '_mareconstruct', subtypeRule);
allow('numpy.random._pickle', '__randomstate_ctor __bit_generator_ctor __generator_ctor', randomRule);
allow('numpy.random._mt19937', 'MT19937', callable);
allow('numpy.random._pcg64', 'PCG64 PCG64DXSM', callable);
allow('numpy.random._philox', 'Philox', callable);
allow('numpy.random._sfc64', 'SFC64', callable);
allow('numpy.random.bit_generator', 'SeedSequence', callable);
allow('numpy.random.bit_generator', '__pyx_unpickle_SeedSequence', reconstructorRule);

allow('joblib.numpy_pickle', 'NumpyArrayWrapper', callable);
allow('sklearn.externals.joblib.numpy_pickle', 'NumpyArrayWrapper', callable);

const sparseClasses = ['csr', 'csc', 'coo', 'bsr', 'dia', 'dok', 'lil'];
for (const kind of sparseClasses) {
  allow([`scipy.sparse._${kind}`, `scipy.sparse.${kind}`], `${kind}_matrix ${kind}_array`, callable);
}
allow('scipy.interpolate._bsplines', 'BSpline', callable);
allow('scipy._lib.array_api_compat.numpy._aliases', 'asarray', reference);

for (const [module, names] of sklearnGlobals) {
  for (const name of names.split(' ')) {
    const rule = name === 'newObj' ? reconstructorRule : /^_*[a-z]/.test(name) ? reference : callable;
    rules.set(`sklearn.${module}.${name}`, rule);
  }
}

for (const [module, names] of torchReferences) allow(module, names, reference);
for (const [module, names] of torchCalls) allow(module, names, callable);
for (const [module, names] of torchLayers) allow(`torch.nn.modules.${module}`, names, emptyRule);
allow('torch._utils', '_rebuild_parameter_with_state', rebuildWithStateRule);
allow(['torch._tensor', 'torch.tensor'], '_rebuild_from_type_v2', rebuildFromTypeRule);
allow('torch.storage', '_load_from_bytes', loadBytesRule);

/** Gives the rule of a global on the allow-list. */
export function findRule(id: string): GlobalRule | undefined {
  return rules.get(id);
}

/** The number of entries, for the documentation. */
export function countRules(): number {
  return rules.size;
}
