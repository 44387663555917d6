import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes } from './bytes.fixture.ts';
import { jinjaTemplate, tensorflowText, yamlConfig } from './text-config.ts';
import { torchscriptSource } from './torchscript.ts';

const yaml = async (text: string) => idsOf(await inspectBytes(yamlConfig, Buffer.from(text)));
const source = async (text: string) => idsOf(await inspectBytes(torchscriptSource, Buffer.from(text)));

describe('YAML configurations', () => {
  it('an ordinary one is no finding', async () => {
    expect(await yaml('model:\n  _target_: nemo.collections.asr.Model\n  lr: 1e-3 # python rules\n')).toEqual([]);
  });

  it.each([
    'a: !!python/object/apply:os.system ["id"]',
    'a: !<tag:yaml.org,2002:python/object/new:os.x> []',
    '%TAG ! tag:yaml.org,2002:python/\n---\na: !object/apply:os.system [x]',
    'a: !<tag:yaml.org,2002:%70ython/name:os.x>',
  ])('Python objects are found: %s', async (text) => {
    expect(await yaml(text)).toEqual(['yaml_python_object']);
  });

  it('Lambda layers of Keras are found', async () => {
    expect(await yaml('config:\n- class_name: Lambda\n')).toEqual(['keras_lambda']);
  });

  it.each(['_target_: os.system', '"_target_": "builtins.exec"', '{a: 1, _target_: subprocess.run}'])(
    '%s is found',
    async (text) => {
      expect(await yaml(text)).toEqual(['config_unsafe_target']);
    },
  );

  it.each(['%TAG ', '_target_: ', '!!python', '%25', '_target_ '])('100 kB of %j end', async (piece) => {
    await expect(yaml(piece.repeat(100_000 / piece.length))).resolves.toBeDefined();
  });

  it('bytes that are no text are never clean', async () => {
    expect((await inspectBytes(yamlConfig, Buffer.from([0xff, 0xfe]))).malwareFree).toBeUndefined();
  });
});

describe('graphs in text form', () => {
  const graph = async (text: string) => idsOf(await inspectBytes(tensorflowText, Buffer.from(text)));

  it('computing operators are no finding', async () => {
    expect(await graph('node { name: "ReadFile" op: "MatMul" attr { key: "T" value { type: DT_FLOAT } } }')).toEqual(
      [],
    );
  });

  it.each([
    'node { op: "ReadFile" }',
    "node{op:'ReadFile'}",
    'node { op: "Read" "File" }',
    'node { op\n:\n"Read"\n"File" }',
  ])('%j is found', async (text) => {
    expect(await graph(text)).toEqual(['tensorflow_file_access']);
  });

  it('an escaped operator is never clean', async () => {
    expect((await inspectBytes(tensorflowText, Buffer.from('op: "\\122eadFile"'))).malwareFree).toBeUndefined();
  });

  it.each(['op: "', 'op:', 'op "a" ', 'op: "a" "b" '])('100 kB of %j end', async (piece) => {
    await expect(graph(piece.repeat(100_000 / piece.length))).resolves.toBeDefined();
  });
});

describe('templates in files', () => {
  it('a template that reaches for Python is found', async () => {
    expect(idsOf(await inspectBytes(jinjaTemplate, Buffer.from('{{ x.__init__ }}')))).toEqual(['template_code']);
  });
});

describe('TorchScript source', () => {
  it('operators of PyTorch are no finding', async () => {
    const text =
      'def forward(self, x: Tensor) -> Tensor:\n  y = torch.add(x, 1)\n  z = ops.prim.NumToTensor(1)\n  return ops.quantized.linear(y, z)\n';
    expect(await source(text)).toEqual([]);
  });

  it('operators that reach files make the archive unsafe, foreign ones are listed', async () => {
    expect(await source('x = torch.from_file("/etc/passwd", False, 10)')).toEqual(['torchscript_file_access']);
    expect(await source('x = ops.image.read_file("/etc/passwd")')).toEqual(['torchscript_file_access']);
    expect(await source('torch.save (x, "f")')).toEqual(['torchscript_file_access']);
    expect(await source('x = ops.mylib.run(x)')).toEqual(['torchscript_custom_operator']);
  });

  it.each(['ops.a', 'torch.save ', 'ops.io.', 'ops.torchaudio.save_'])('100 kB of %j end', async (piece) => {
    await expect(source(piece.repeat(100_000 / piece.length))).resolves.toBeDefined();
  });
});
