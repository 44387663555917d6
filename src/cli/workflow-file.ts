/** A workflow as a file, YAML or JSON: what the API takes, or a graph alone. */
import { isRecord } from '@assay/sdk/contract';
import { readYaml } from '../configuration/files/read-yaml.ts';
import { toPlainText } from '../proof/report.ts';
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import { UsageError } from './options.ts';

const maxBytes = 1024 * 1024;

/** Members of the workflow; a file with `nodes` is its graph. @throws UsageError. */
export async function readWorkflowFile(io: CommandIo, file: string): Promise<Record<string, unknown>> {
  const name = file === '-' ? 'Standard input' : file;
  const { documents, problems } = readYaml(await readTextFile(io, file, maxBytes));
  const [problem] = problems;
  if (problem !== undefined) {
    throw new UsageError(`${name}, line ${problem.line}: ${toPlainText(problem.message, 300)}`);
  }
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0) throw new UsageError(`${name} must contain exactly one workflow.`);
  const { value } = document;
  if (!isRecord(value)) {
    throw new UsageError(`${name} does not contain a workflow: it must have name and graph, or nodes and edges.`);
  }
  const members: Record<string, unknown> = Object.fromEntries(Object.entries(value));
  return Object.hasOwn(members, 'nodes') ? { graph: members } : members;
}
