// Reads a JSON configuration beside weights for code: Python code to run, functions by name, and chat templates.

import { inspectTemplate } from './chat-template.ts';
import type { JsonHandler } from './json-grammar.ts';
import type { Report } from './report.ts';

/** System modules that no model configuration needs to name. */
const systemModules =
  /^(?:builtins|__builtin__|os|posix|nt|sys|subprocess|shutil|socket|pty|runpy|importlib|ctypes|pickle|_pickle|dill|marshal|code|codeop|webbrowser|requests|urllib|http|ftplib|tempfile|pathlib|io|multiprocessing|threading|asyncio|inspect|gc|site|pip|venv|types|operator|functools)(?:\.|$)/;

export function createConfigReader(report: Report, name: string): JsonHandler {
  const keys: string[] = [];
  const isModuleList = /(?:^|[/\\!])modules\.json$/i.test(name);

  function takeTemplate(text: string | undefined): void {
    if (text === undefined) report.add('format_limit', { more: 'A chat template is too long.' });
    else inspectTemplate(text, 0, report);
  }

  function takeTarget(text: string | undefined, key: string): void {
    if (text === undefined) return;
    if (systemModules.test(text)) report.add('config_unsafe_target', { module: text });
    else if (key === 'type' && !text.startsWith('sentence_transformers.')) report.add('remote_code', { module: text });
  }

  return {
    open: () => void keys.push(''),
    close: () => void keys.pop(),
    key(text) {
      keys[keys.length - 1] = text;
      if (text === 'auto_map' || text === 'custom_pipelines') report.add('remote_code', { module: text });
    },
    string(text) {
      const key = keys.at(-1) ?? '';
      const isListed = key === 'template' && keys.at(-3) === 'chat_template';
      if (key === 'chat_template' || isListed) takeTemplate(text);
      else if (key === '_target_' || (isModuleList && key === 'type')) takeTarget(text, key);
    },
    number: () => undefined,
    literal: () => undefined,
    duplicate: (offset) => report.add('json_duplicate_key', { offset }),
  };
}
