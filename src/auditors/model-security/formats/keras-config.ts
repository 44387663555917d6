// Reads Keras model configurations as a stream: the classes, functions and modules that loading would call. Keras imports any
// named module, so only Keras modules and functions that build models are allowed.

import type { JsonHandler } from './json-grammar.ts';
import { isActingBuiltin, isAllowedFunction, isAllowedModule, isAllowedSymbol, isBuiltinClass } from './keras-names.ts';
import type { Report } from './report.ts';

/** One object of the configuration; only relevant members. */
interface Frame {
  /** The object's key. */
  key: string;
  strings: Map<string, string | undefined>;
  /** The closed object under `config`. */
  config?: Frame;
  /** The last key. */
  current: string;
}

export interface KerasReader {
  handler: JsonHandler;
  /** Objects with a `class_name`. */
  classes: () => number;
}

const lambdaClasses = new Set(['Lambda', '__lambda__']);
/** Layers that hold a pickled model of another framework, or its path. */
const wrapperClasses = new Set(['TorchModuleWrapper', 'TFSMLayer', 'JaxLayer', 'FlaxLayer']);
/** Layers whose vocabulary is a list, or a file if it is a string. */
const vocabularyClasses = new Set(['StringLookup', 'IntegerLookup', 'TextVectorization', 'IndexLookup']);
const kept = new Set(
  'module class_name registered_name config function_type vocabulary filepath module_name package code function'.split(
    ' ',
  ),
);

/** Starts a configuration at `offset` of its file. */
export function createKerasReader(report: Report, offset: number): KerasReader {
  const frames: Frame[] = [];
  let classes = 0;

  function take(text: string | undefined): void {
    const frame = frames.at(-1);
    if (frame !== undefined && kept.has(frame.current)) frame.strings.set(frame.current, text);
  }

  const handler: JsonHandler = {
    open() {
      const key = frames.at(-1)?.current ?? '';
      frames.push({ key, strings: new Map(), current: '' });
    },
    close(kind) {
      const frame = frames.pop();
      if (kind !== 'object' || frame === undefined) return;
      if (frame.strings.has('class_name')) {
        classes += 1;
        checkObject(frame, offset, report);
      } else if (frame.strings.get('function_type') === 'lambda') {
        report.add('keras_lambda', { offset });
      }
      const parent = frames.at(-1);
      if (parent !== undefined && frame.key === 'config') parent.config = frame;
    },
    key(text) {
      const frame = frames.at(-1);
      if (frame !== undefined) frame.current = text;
    },
    string: take,
    number: () => undefined,
    literal: () => undefined,
    duplicate: (at) => report.add('json_duplicate_key', { offset: offset + at }),
  };
  return { handler, classes: () => classes };
}

function checkObject(frame: Frame, offset: number, report: Report): void {
  const name = frame.strings.get('class_name') ?? '';
  const module = frame.strings.get('module');
  const registered = frame.strings.get('registered_name');
  const simple = name.split(/[>.]/).at(-1) ?? name;
  if (lambdaClasses.has(simple) || frame.config?.strings.get('function_type') === 'lambda') {
    report.add('keras_lambda', { offset, module: name });
  }
  // Calls a TensorFlow function by name, with constants of the configuration.
  const symbol = simple === 'TFOpLambda' ? (frame.config?.strings.get('function') ?? '') : undefined;
  if (symbol !== undefined && !isAllowedSymbol(symbol)) report.add('keras_unsafe_object', { offset, module: symbol });
  if (wrapperClasses.has(simple)) report.add('keras_wrapper', { offset, module: name });
  if (vocabularyClasses.has(simple) && frame.config?.strings.has('vocabulary') === true) {
    report.add('keras_file_access', { offset, module: name });
  }
  if (frame.strings.has('module')) checkModule(frame, module ?? '', name, offset, report);
  else if (name === 'function') checkFunctionName(frame, undefined, offset, report);
  if (isForeign(registered) || isForeign(name))
    report.add('keras_custom_object', { offset, module: registered ?? name });
}

function checkModule(frame: Frame, module: string, name: string, offset: number, report: Report): void {
  if (module === 'builtins') {
    if (name === 'function') checkCustomFunction(frame, offset, report);
    else if (!isBuiltinClass(name)) report.add('keras_unsafe_object', { offset, module: `${module}.${name}` });
  } else if (!isAllowedModule(module)) {
    report.add('keras_unsafe_module', { offset, module: `${module}.${name}` });
  } else if (name === 'function') {
    checkFunctionName(frame, module, offset, report);
  }
}

/** Checks a function of the model or of Python: some loaders resolve the name in `builtins`. */
function checkCustomFunction(frame: Frame, offset: number, report: Report): void {
  const target = frame.strings.get('config') ?? frame.strings.get('registered_name') ?? '';
  if (isActingBuiltin(target)) report.add('keras_unsafe_object', { offset, module: `builtins.${target}` });
  else report.add('keras_custom_object', { offset, module: 'function' });
}

/** Checks a reference to a Keras function: allows functions that compute, not those that load, fetch or switch safety off. */
function checkFunctionName(frame: Frame, module: string | undefined, offset: number, report: Report): void {
  const target = frame.strings.get('config') ?? frame.strings.get('registered_name') ?? '';
  if (module !== undefined && isAllowedFunction(module)) return;
  report.add('keras_unsafe_object', { offset, module: `${module ?? 'unknown'}.${target}` });
}

/** True for `package>Name` of a package other than Keras. */
function isForeign(name: string | undefined): boolean {
  if (name === undefined || !name.includes('>')) return false;
  return !/^(?:keras|Keras|keras_hub|keras_nlp|keras_cv|Addons|Custom>keras)/.test(name);
}
