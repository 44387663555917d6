import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes } from './bytes.fixture.ts';
import { jsonConfig } from './json-config.ts';

const inspect = (value: object | string, name = 'config.json') =>
  inspectBytes(jsonConfig, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), { name });

/** A Keras 3 object. */
const part = (
  module: string | null,
  class_name: string,
  config: unknown = {},
  registered_name: string | null = null,
) => ({
  module,
  class_name,
  config,
  registered_name,
});
const model = (...layers: object[]) => part('keras', 'Sequential', { name: 'sequential', layers });

describe('Keras configurations', () => {
  it.each([
    [
      'layers of Keras 3',
      model(
        part('keras.layers', 'InputLayer', { batch_shape: [null, 4] }),
        part('keras.layers', 'Dense', {
          activation: 'relu',
          kernel_initializer: part('keras.initializers', 'GlorotUniform'),
        }),
      ),
    ],
    [
      'layers of Keras 2',
      { class_name: 'Functional', config: { layers: [{ class_name: 'Dense', config: { units: 4 } }] } },
    ],
    [
      'operations and policies',
      model(part('keras.src.ops.numpy', 'Add'), part('keras', 'DTypePolicy', { name: 'mixed_float16' })),
    ],
    [
      'functions that compute',
      model(part('keras.layers', 'Dense', { activation: part('keras.activations', 'function', 'gelu', 'gelu') })),
    ],
    ['plain values of Python', model(part('builtins', '__tuple__', {}))],
    ['a vocabulary inside', model(part('keras.layers', 'StringLookup', { vocabulary: ['a', 'b'] }))],
    ['a function of TensorFlow that computes', { class_name: 'TFOpLambda', config: { function: 'math.reduce_mean' } }],
    ['numbers as Python writes them', '{"class_name":"ReLU","config":{"max_value":Infinity,"x":NaN}}'],
    [
      'a compile configuration',
      part('keras', 'Adam', { learning_rate: part('keras.optimizers.schedules', 'ExponentialDecay') }),
    ],
    [
      'a configuration of Transformers',
      { architectures: ['LlamaForCausalLM'], model_type: 'llama', torch_dtype: 'bfloat16' },
    ],
  ])('an ordinary configuration is complete and free of malware: %s', async (_title, value) => {
    expect(await inspect(value)).toMatchObject({ complete: true, malwareFree: true, findings: [] });
  });

  it.each<[string, object, string]>([
    [
      'a Lambda layer',
      model(part('keras.layers', 'Lambda', { function: part('builtins', '__lambda__', { code: '4wEAAAA=' }) })),
      'keras_lambda',
    ],
    [
      'a Lambda layer of Keras 2',
      {
        class_name: 'Sequential',
        config: [{ class_name: 'Lambda', config: { function: ['4wEAAAA=', null, null], function_type: 'lambda' } }],
      },
      'keras_lambda',
    ],
    ['a Lambda layer under a package name', { class_name: 'keras.layers>Lambda', config: {} }, 'keras_lambda'],
    [
      'a layer that hides its lambda',
      { class_name: 'Dense', config: { function: ['4w=='], function_type: 'lambda' } },
      'keras_lambda',
    ],
    ['a module of the system', part('os', 'system', 'id'), 'keras_unsafe_module'],
    ['a builtin', part('builtins', 'exec', 'x'), 'keras_unsafe_object'],
    ['a function of Python as activation', part('builtins', 'function', 'eval', 'function'), 'keras_unsafe_object'],
    ['a module of somebody', model(part('my_package.layers', 'Layer')), 'keras_unsafe_module'],
    ['a module that looks like Keras', part('keras_evil.layers', 'Dense'), 'keras_unsafe_module'],
    ['a path through Keras to another module', part('keras.src.utils.os', 'system'), 'keras_unsafe_module'],
    ['a fetching function of Keras', part('keras.utils', 'function', 'get_file', 'get_file'), 'keras_unsafe_module'],
    [
      'the switch of safe mode',
      part('keras.config', 'function', 'enable_unsafe_deserialization'),
      'keras_unsafe_module',
    ],
    ['a function where classes live', part('keras.models', 'function', 'load_model'), 'keras_unsafe_object'],
    ['a wrapped torch module', part('keras.layers', 'TorchModuleWrapper', { module: 'x' }), 'keras_wrapper'],
    ['a saved model by path', part('keras.layers', 'TFSMLayer', { filepath: '/x' }), 'keras_wrapper'],
    [
      'a vocabulary in a file',
      part('keras.layers', 'TextVectorization', { vocabulary: '/etc/passwd' }),
      'keras_file_access',
    ],
    [
      'a function of TensorFlow that writes',
      { class_name: 'TFOpLambda', config: { function: 'io.write_file' } },
      'keras_unsafe_object',
    ],
    [
      'a function of TensorFlow that runs Python',
      { class_name: 'TFOpLambda', config: { function: 'py_function' } },
      'keras_unsafe_object',
    ],
    [
      'Lambda deep inside',
      model(part('keras.layers', 'TimeDistributed', { layer: part('keras.layers', 'Lambda', {}) })),
      'keras_lambda',
    ],
  ])('a configuration is unsafe with: %s', async (_title, value, id) => {
    const found = await inspect(value);
    expect(idsOf(found)).toContain(id);
    expect(found.malwareFree).toBe(false);
  });

  it('an escaped name is the same name, for any order of members', async () => {
    expect(idsOf(await inspect('{"config":{},"class_name":"\\u004cambda"}'))).toEqual(['keras_lambda']);
  });

  it('custom objects are listed and do not make the model unsafe', async () => {
    const found = await inspect(model(part(null, 'MyLayer', {}, 'mine>MyLayer')));
    expect(found.findings.map(({ id, module }) => [id, module])).toEqual([['keras_custom_object', 'mine>MyLayer']]);
    expect(found.malwareFree).toBe(true);
  });
});

describe('configurations beside weights', () => {
  it.each<[string, object, string, string]>([
    ['code of the folder', { auto_map: { AutoModel: 'modeling.Model' } }, 'remote_code', 'config.json'],
    [
      'a function of the system as target',
      { model: { _target_: 'subprocess.run', args: ['id'] } },
      'config_unsafe_target',
      'model.json',
    ],
    ['a module of a foreign package', [{ idx: 0, type: 'evil.Module' }], 'remote_code', 'modules.json'],
    ['a chat template', { chat_template: '{{ x.__class__ }}' }, 'template_code', 'tokenizer_config.json'],
    [
      'one of several chat templates',
      { chat_template: [{ name: 'a', template: '{{ x.__class__ }}' }] },
      'template_code',
      'tokenizer_config.json',
    ],
  ])('%s is found', async (_title, value, id, name) => {
    expect(idsOf(await inspect(value, name))).toEqual([id]);
  });

  it('broken JSON and equal keys are never clean', async () => {
    for (const text of ['{"a":1', '{"a":1,"a":2}', '', '{"class_name":"Dense"} x']) {
      const found = await inspect(text);
      expect(found.complete).toBe(false);
      expect(found.malwareFree).not.toBe(true);
    }
  });
});
