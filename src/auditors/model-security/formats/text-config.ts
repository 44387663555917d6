// Checks texts that are programs or make objects when loaded: chat templates in separate files, and YAML.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { inspectTemplate } from './chat-template.ts';
import { inspectGuarded, StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';
import { operatorRisk } from './tensorflow-operators.ts';

export const jinjaTemplate: Inspector = {
  format: 'jinja',
  extensions: ['jinja', 'jinja2'],
  detect: (_head, { name }) => /\.jinja2?$/i.test(name),
  inspect: (source, context) =>
    inspectGuarded('jinja', context, async (report) => inspectTemplate(await readText(source, context), 0, report)),
};

export const yamlConfig: Inspector = {
  format: 'yaml',
  extensions: ['yaml', 'yml'],
  detect: (_head, { name }) => /\.ya?ml$/i.test(name),
  inspect: (source, context) =>
    inspectGuarded('yaml', context, async (report) => inspectYaml(await readText(source, context), report)),
};

export const tensorflowText: Inspector = {
  format: 'tensorflow_text',
  extensions: ['pbtxt', 'prototxt'],
  detect: (_head, { name }) => /\.(?:pbtxt|prototxt)$/i.test(name),
  inspect: (source, context) =>
    inspectGuarded('tensorflow_text', context, async (report) =>
      inspectGraphText(await readText(source, context), report),
    ),
};

/** `op: "Name"`, with the string pieces that the text form allows. */
const operatorField = /\bop[ \t\r\n]{0,50}:?[ \t\r\n]{0,50}((?:["'][^"'\n]{0,200}["'][ \t\r\n]{0,50}){1,20})/g;

function inspectGraphText(text: string, report: Report): void {
  for (const match of text.matchAll(operatorField)) {
    const pieces = match[1] ?? '';
    // Operators need no escapes; readers and this check could disagree on an escaped one.
    if (pieces.includes('\\')) throw new StopInspectionError('format_malformed', { offset: match.index });
    const operator = pieces.replace(/["'\s]/g, '');
    const risk = operatorRisk(operator);
    if (risk !== undefined) report.add(risk, { offset: match.index, module: operator });
  }
  const printed = /["'](file:\/\/)/.exec(text);
  if (printed !== null) report.add('tensorflow_file_access', { offset: printed.index });
}

/** Tags that make YAML readers build Python objects: short, full, percent-encoded or by a %TAG line. */
const pythonTag = /!!python\/|!<tag:yaml\.org,2002:python\/|tag:yaml\.org,2002:python|^%TAG[ \t].*python/im;
const target =
  /(?:^|[\s{,"'])_target_["']?\s{0,8}:\s{0,8}["']?(builtins|os|posix|nt|sys|subprocess|shutil|socket|runpy|importlib|ctypes|pickle|marshal)\b/m;

function inspectYaml(text: string, report: Report): void {
  const decoded = text.includes('%') ? text.replace(/%([0-9A-Fa-f]{2})/g, fromHex) : text;
  const tag = pythonTag.exec(text) ?? pythonTag.exec(decoded);
  if (tag !== null) report.add('yaml_python_object', { offset: tag.index });
  // A `%TAG` line can rename any tag; model configurations do not use it.
  const lambda = /class_name["']?\s{0,8}:\s{0,8}["']?(?:Lambda|__lambda__)\b/.exec(text);
  if (lambda !== null) report.add('keras_lambda', { offset: lambda.index });
  const named = target.exec(text);
  if (named !== null) report.add('config_unsafe_target', { offset: named.index, module: named[1] ?? '' });
}

function fromHex(_whole: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

async function readText(source: ByteSource, context: InspectionContext): Promise<string> {
  const { maxStringBytes } = context.limits;
  if (source.size > maxStringBytes) throw new StopInspectionError('format_limit', { offset: maxStringBytes });
  const bytes = await source.read(0, source.size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new StopInspectionError('format_malformed', { more: 'It is no UTF-8.' });
    throw error;
  }
}
