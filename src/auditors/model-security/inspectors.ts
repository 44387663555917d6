/** The list of formats, in the order of their checks: those with a certain magic first. */

import { foreignInspector, gzipInspector, oldJoblibInspector, zlibInspector } from './archive/compressed.ts';
import { zipInspector } from './archive/inspect-zip.ts';
import { tarInspector } from './archive/tar.ts';
import type { DeepInspector } from './context.ts';
import { gguf } from './formats/gguf.ts';
import { jsonConfig } from './formats/json-config.ts';
import { kerasHdf5 } from './formats/keras.ts';
import { kerasMetadata } from './formats/keras-metadata.ts';
import { onnx } from './formats/onnx.ts';
import { sentencePiece, tensorflowFingerprint } from './formats/plain-protobuf.ts';
import { rawTensors, tensorflowIndex } from './formats/raw-tensors.ts';
import { safetensors } from './formats/safetensors.ts';
import { tensorflowGraph, tensorflowSavedModel } from './formats/tensorflow.ts';
import { jinjaTemplate, tensorflowText, yamlConfig } from './formats/text-config.ts';
import { tflite } from './formats/tflite.ts';
import { torchscriptSource } from './formats/torchscript.ts';
import { npyInspector } from './npy.ts';
import { pickleInspector } from './pickle/inspect-pickle.ts';

export const inspectors: readonly DeepInspector[] = [
  zipInspector,
  npyInspector,
  gzipInspector,
  gguf,
  kerasHdf5,
  tflite,
  safetensors,
  pickleInspector,
  tarInspector,
  zlibInspector,
  oldJoblibInspector,
  foreignInspector,
  kerasMetadata,
  tensorflowFingerprint,
  tensorflowSavedModel,
  tensorflowGraph,
  onnx,
  jsonConfig,
  jinjaTemplate,
  tensorflowText,
  yamlConfig,
  torchscriptSource,
  sentencePiece,
  rawTensors,
  tensorflowIndex,
];
