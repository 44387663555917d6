// The rules behind the findings on model files: id, severity, weakness and a plain sentence. `model_vulnerabilities` lists these
// ids and SARIF uses them, so an id never changes its meaning.

import type { FindingType, Severity } from '../finding.ts';

export interface KnownVulnerability {
  severity: Severity;
  type: FindingType;
  /** The weakness class (CWE), where one fits. */
  cwe?: string;
  /** One sentence for people. */
  sentence: string;
}

/** Rules of the tensor formats, the model descriptions and the signatures. */
export const knownVulnerabilities = {
  // Any format
  format_truncated: rule('medium', 'malformed', 'CWE-20', 'The file ends before its own structure does.'),
  format_malformed: rule('medium', 'malformed', 'CWE-20', 'The structure is not what the format asks for.'),
  format_limit: rule('low', 'limit', 'CWE-400', 'A limit of the inspection ended the look at this file.'),
  format_findings_cut: rule('info', 'limit', undefined, 'More findings were made than are listed.'),
  json_duplicate_key: rule('medium', 'ambiguous', 'CWE-436', 'A JSON object has the same key twice: readers differ.'),
  json_malformed: rule('medium', 'malformed', 'CWE-20', 'A JSON text breaks the grammar of RFC 8259.'),

  // safetensors
  safetensors_header_size: rule('medium', 'malformed', 'CWE-130', 'The header length is over 100 MB or over the file.'),
  safetensors_header_start: rule('medium', 'malformed', 'CWE-20', 'The header does not begin with an opening brace.'),
  safetensors_dtype: rule('medium', 'malformed', 'CWE-20', 'A tensor has a type that the format does not define.'),
  safetensors_overflow: rule('high', 'malformed', 'CWE-190', 'A tensor size overflows 64-bit arithmetic of a reader.'),
  safetensors_size_mismatch: rule('medium', 'malformed', 'CWE-131', 'Type times shape is not the length of the data.'),
  safetensors_out_of_file: rule('medium', 'malformed', 'CWE-125', 'A tensor lies outside of the file.'),
  safetensors_overlap: rule('medium', 'ambiguous', 'CWE-436', 'Two tensors share bytes.'),
  safetensors_hole: rule('medium', 'malformed', 'CWE-20', 'Bytes between tensors belong to no tensor.'),
  safetensors_trailing_bytes: rule('medium', 'malformed', 'CWE-20', 'Bytes after the last tensor belong to no tensor.'),
  safetensors_metadata: rule('medium', 'malformed', 'CWE-20', 'The metadata is not a map from strings to strings.'),

  // GGUF
  gguf_version: rule('medium', 'unchecked', undefined, 'The version of GGUF is not one of 1, 2 or 3.'),
  gguf_overflow: rule('high', 'malformed', 'CWE-190', 'A count, length or size overflows the arithmetic of a reader.'),
  gguf_value_type: rule('medium', 'malformed', 'CWE-20', 'A value has a type code that GGUF does not define.'),
  gguf_nesting: rule('high', 'malformed', 'CWE-674', 'Arrays are nested deeper than any reader should follow.'),
  gguf_alignment: rule('high', 'malformed', 'CWE-1285', 'The alignment is no power of two or beyond any page size.'),
  gguf_duplicate_key: rule('medium', 'ambiguous', 'CWE-436', 'A key stands twice: readers differ.'),
  gguf_duplicate_tensor: rule('medium', 'ambiguous', 'CWE-436', 'A tensor name stands twice: readers differ.'),
  gguf_dimensions: rule('high', 'malformed', 'CWE-787', 'A tensor has more than four dimensions or none that fits.'),
  gguf_tensor_type: rule(
    'low',
    'unchecked',
    undefined,
    'A tensor has a type of unknown size: its bounds are unchecked.',
  ),
  gguf_misaligned: rule('medium', 'malformed', 'CWE-20', 'A tensor does not start at a multiple of the alignment.'),
  gguf_out_of_file: rule('medium', 'malformed', 'CWE-125', 'A tensor lies outside of the file.'),
  gguf_overlap: rule('medium', 'ambiguous', 'CWE-436', 'Two tensors share bytes.'),
  gguf_gap: rule('medium', 'malformed', 'CWE-20', 'Bytes between tensors or after them belong to no tensor.'),
  gguf_name: rule('medium', 'malformed', 'CWE-120', 'A key or tensor name is longer than readers reserve space for.'),

  // Chat templates (GGUF, tokenizer configuration)
  template_code: rule('critical', 'code_execution', 'CWE-1336', 'A chat template reaches for the internals of Python.'),
  template_import: rule('high', 'file_access', 'CWE-1336', 'A chat template loads other templates.'),
  template_malformed: rule('low', 'malformed', undefined, 'A chat template has a tag that does not end.'),

  // ONNX
  onnx_external_path: rule('high', 'file_access', 'CWE-22', 'External data points outside of the folder of the model.'),
  onnx_custom_domain: rule('medium', 'code_execution', 'CWE-829', 'Operators of a custom domain need foreign code.'),
  onnx_python_operator: rule('high', 'code_execution', 'CWE-829', 'An operator calls Python code of the process.'),
  onnx_nesting: rule('high', 'malformed', 'CWE-674', 'Graphs are nested deeper than any reader should follow.'),
  onnx_overflow: rule('high', 'malformed', 'CWE-190', 'A tensor size overflows the arithmetic of a reader.'),
  onnx_size_mismatch: rule(
    'medium',
    'malformed',
    'CWE-131',
    'The data of a tensor are not as long as type and shape ask.',
  ),

  // Keras and HDF5
  keras_lambda: rule('critical', 'code_execution', 'CWE-502', 'A Lambda layer carries code that runs on load or use.'),
  keras_unsafe_module: rule('high', 'code_execution', 'CWE-470', 'The configuration names a module outside of Keras.'),
  keras_unsafe_object: rule(
    'high',
    'code_execution',
    'CWE-470',
    'The configuration names a function that acts on load.',
  ),
  keras_wrapper: rule('high', 'code_execution', 'CWE-502', 'A layer loads a pickled or foreign model.'),
  keras_file_access: rule('high', 'file_access', 'CWE-73', 'A layer reads a file that the configuration names.'),
  keras_custom_object: rule(
    'medium',
    'code_execution',
    'CWE-829',
    'A custom object needs code that is not in the file.',
  ),
  hdf5_external: rule('high', 'file_access', 'CWE-73', 'Data or links of the file point into another file.'),
  hdf5_unchecked: rule('low', 'unchecked', undefined, 'A part of the HDF5 file could not be followed.'),

  // Configurations beside the weights
  remote_code: rule('medium', 'code_execution', 'CWE-829', 'The configuration asks for Python code of its own.'),
  config_unsafe_target: rule('high', 'code_execution', 'CWE-470', 'The configuration names a function of the system.'),
  yaml_python_object: rule('critical', 'code_execution', 'CWE-502', 'A YAML text makes Python objects when loaded.'),

  // TensorFlow
  tensorflow_python_function: rule(
    'critical',
    'code_execution',
    'CWE-829',
    'The graph calls Python code of the process.',
  ),
  tensorflow_file_access: rule('high', 'file_access', 'CWE-73', 'The graph reads or writes files.'),
  tensorflow_network: rule('high', 'file_access', 'CWE-918', 'The graph talks to the network.'),
  tensorflow_log_access: rule('medium', 'file_access', 'CWE-73', 'The graph writes summaries or debug output.'),
  tflite_custom_operator: rule(
    'medium',
    'code_execution',
    'CWE-829',
    'The model needs custom operators: foreign code.',
  ),

  // TorchScript
  torchscript_file_access: rule('high', 'file_access', 'CWE-73', 'TorchScript code reads or writes files.'),
  torchscript_custom_operator: rule('medium', 'code_execution', 'CWE-829', 'TorchScript code calls custom operators.'),

  // Provenance
  signature_malformed: rule('medium', 'malformed', 'CWE-347', 'The signature is not a Sigstore bundle of a model.'),
  signature_invalid: rule('high', 'mismatch', 'CWE-347', 'The signature does not verify with the trusted keys.'),
  signature_untrusted: rule('high', 'mismatch', 'CWE-295', 'The signer is not one that is trusted.'),
  signature_unchecked: rule('low', 'unchecked', undefined, 'There is a signature, but no trust material for it.'),
  manifest_malformed: rule('medium', 'malformed', 'CWE-20', 'The signed list of files breaks its own rules.'),
  manifest_path: rule('high', 'file_access', 'CWE-22', 'The signed list names a path outside of the model.'),
  manifest_digest_mismatch: rule('high', 'mismatch', 'CWE-345', 'A file is not the one that was signed.'),
  manifest_missing_file: rule('medium', 'mismatch', 'CWE-345', 'A signed file is missing.'),
  manifest_unlisted_file: rule('medium', 'mismatch', 'CWE-345', 'A file is not covered by the signature.'),
  manifest_ignored_files: rule('info', 'unchecked', undefined, 'Files were left out of the signature on purpose.'),
  manifest_algorithm: rule('medium', 'unchecked', undefined, 'A digest algorithm of the signature is not supported.'),
} as const satisfies Record<string, KnownVulnerability>;

export type KnownVulnerabilityId = keyof typeof knownVulnerabilities;

function rule(severity: Severity, type: FindingType, cwe: string | undefined, sentence: string): KnownVulnerability {
  return cwe === undefined ? { severity, type, sentence } : { severity, type, cwe, sentence };
}
