// Allow-list of Keras modules and functions in configurations, because a configuration can name any importable module of the
// loading process.

/** Packages of model parts, in the spellings of Keras 1 to 3. */
const roots = [
  'keras',
  'keras.src',
  'keras_core',
  'keras_core.src',
  'tf_keras',
  'tf_keras.src',
  'tensorflow.keras',
  'tensorflow.python.keras',
  'tensorflow.python.feature_column',
  'keras.api',
  'keras.engine',
  'keras_hub',
  'keras_hub.src',
  'keras_nlp',
  'keras_nlp.src',
  'keras_cv',
  'keras_cv.src',
];
/** Parts of those packages that only build models. */
const parts =
  /^(?:layers|models|activations|initializers|regularizers|constraints|losses|metrics|optimizers|dtype_policies|quantizers|random|ops|engine|functional|sequential|mixed_precision|feature_column|legacy\.(?:layers|losses|backend)|backend\.common\.(?:keras_tensor|variables)|backend\.keras_tensor|tokenizers|samplers|bounding_box|keypoint|visualization|training|training_v1|input_layer|src\.models|src\.layers)(?:\.|$)/;
/** Modules in which all functions only compute. */
const functionParts = /(?:^|\.)(?:activations|losses|metrics|initializers|regularizers|constraints|ops)(?:\.|$)/;
/** Helpers inside the allowed parts that fetch, load, save or change the process. */
const acting = /(?:^|\.)(?:saving|utils|config|export|applications|datasets|callbacks|file_utils|io_utils|hub)(?:\.|$)/;
/** Classes of `builtins` that Keras writes for plain values. */
const builtinClasses = new Set(
  '__tuple__ __numpy__ __tensor__ __bytes__ __slice__ __typespec__ __ellipsis__'.split(' '),
);

/** True if classes of this module only build models. An empty name imports no module. */
export function isAllowedModule(module: string): boolean {
  if (module === '') return true;
  if (!/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/.test(module) || acting.test(module)) return false;
  return roots.some(
    (root) => module === root || (module.startsWith(`${root}.`) && parts.test(module.slice(root.length + 1))),
  );
}

/** True if all functions of this module only compute. */
export function isAllowedFunction(module: string): boolean {
  return isAllowedModule(module) && functionParts.test(module);
}

export function isBuiltinClass(name: string): boolean {
  return builtinClasses.has(name);
}

/** Python functions that no model calls; a custom function of such a name is never the model's own. */
const actingBuiltins = new Set(
  (
    '__import__ eval exec execfile compile open file input raw_input breakpoint getattr setattr delattr globals locals ' +
    'vars dir help exit quit apply reload map filter reduce type super property classmethod staticmethod memoryview'
  ).split(' '),
);

/** True for a Python function that runs code. */
export function isActingBuiltin(name: string): boolean {
  return actingBuiltins.has(name.split('.').at(-1) ?? name);
}

/** TensorFlow namespaces in which everything only computes. */
const symbolSpaces =
  /^(?:compat\.v1\.)?(?:math|nn|linalg|image|strings|signal|sparse|ragged|random|bitwise|dtypes|quantization|__operators__|keras\.(?:backend|activations|losses))\.[A-Za-z0-9_.]+$/;
const actingSymbols =
  /(?:^|\.)(?:py_function|numpy_function|py_func|load_op_library|load_library|print|Print|function|Assert|init_scope)$/;

/** True if a TensorFlow function, named without its package, only computes. */
export function isAllowedSymbol(symbol: string): boolean {
  if (actingSymbols.test(symbol)) return false;
  return symbolSpaces.test(symbol) || /^(?:compat\.v1\.)?[A-Za-z0-9_]+$/.test(symbol);
}
