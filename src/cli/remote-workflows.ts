/** Requests of commands about workflows; their runs are asked for elsewhere. */
import type { CompositePassport } from '../contract/composite-passport.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import {
  compositePassport,
  type Workflow,
  type WorkflowSummary,
  type WorkflowValidation,
  workflow,
  workflowPage,
  workflowValidation,
} from './wire-workflows.ts';

type Document = Readonly<Record<string, unknown>>;

export interface RemoteWorkflows {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<WorkflowSummary>>;
  get(id: string): Promise<Workflow>;
  create(document: Document): Promise<Workflow>;
  /** At the revision that was read. */
  update(id: string, document: Document, revision: number): Promise<Workflow>;
  remove(id: string, revision: number): Promise<void>;
  /** Validates the draft if no graph is given. */
  validate(id: string, graph?: unknown): Promise<WorkflowValidation>;
  deploy(id: string): Promise<Workflow>;
  stop(id: string): Promise<Workflow>;
  passport(id: string): Promise<CompositePassport>;
}

const path = '/api/v1/workflows';
const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
const isOne = (value: unknown): value is Workflow => workflow.Check(value);

/** @throws UsageError */
export function connectWorkflows(io: CommandIo, args: ParsedArguments): RemoteWorkflows {
  const service = connectService('verifier', io, args);
  const step = (id: string, word: string) => service.json({ method: 'POST', path: `${at(id)}/${word}` }, isOne);
  return {
    list: (query, limit) => readList(service, { path, query, limit, isPage: (value) => workflowPage.Check(value) }),
    get: (id) => service.json({ path: at(id) }, isOne),
    create: (body) => service.json({ method: 'POST', path, body }, isOne),
    update: (id, body, revision) => service.json({ method: 'PUT', path: at(id), body, revision }, isOne),
    remove: (id, revision) => service.empty({ method: 'DELETE', path: at(id), revision }),
    validate: (id, graph) =>
      service.json({ method: 'POST', path: `${at(id)}/validate`, body: { graph } }, (value) =>
        workflowValidation.Check(value),
      ),
    deploy: (id) => step(id, 'deploy'),
    stop: (id) => step(id, 'stop'),
    passport: (id) => service.json({ path: `${at(id)}/passport` }, (value) => compositePassport.Check(value)),
  };
}
