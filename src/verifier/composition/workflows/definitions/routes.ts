/** HTTP routes of workflow definitions. */
import { workflows as operations, workflowBodyLimit } from '../../../../contract/api/workflows/operations.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Mount } from '../../../base/mount.ts';
import { parseIfMatch } from '../../../base/revision.ts';
import type { WorkflowDeploying } from './deploying.ts';
import type { WorkflowApi } from './service.ts';

export interface DefinitionRouteDeps {
  readonly workflowApi: WorkflowApi;
  readonly workflowDeploying: WorkflowDeploying;
  readonly mount: Mount;
}

/** Bounds of a graph that JSON columns can hold. */
const bodyBounds = { bytes: workflowBodyLimit, depth: 64 };

export function definitionRoutes(deps: DefinitionRouteDeps): Routes {
  return async (app) => {
    await reading(deps)(app);
    await writing(deps)(app);
    await moving(deps)(app);
  };
}

/** If-Match is optional here: the contract of these paths does not have it. */
function ifGiven(header: string | undefined): number | undefined {
  return header === undefined ? undefined : parseIfMatch(header);
}

function reading({ workflowApi, mount }: DefinitionRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ author, query: { status, workspace_id: workspaceId }, page }) =>
      workflowApi.list(author, { status, workspaceId }, page),
    );
    mount.read(app, operations.get, ({ author, params }) => workflowApi.get(author, params.id));
    mount.read(app, operations.validate, ({ author, params, body }) => workflowApi.validate(author, params.id, body), {
      bodyBounds,
    });
    mount.read(app, operations.history, ({ author, params, page }) => workflowApi.history(author, params.id, page));
    mount.read(app, operations.listRevisions, ({ author, params, page }) =>
      workflowApi.listRevisions(author, params.id, page),
    );
    mount.read(app, operations.getRevision, ({ author, params: { id, revision } }) =>
      workflowApi.getRevision(author, id, revision),
    );
  };
}

function writing({ workflowApi, mount }: DefinitionRouteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.create, ({ tx, author, body }) => workflowApi.createIn(tx, author, body), {
      bodyBounds,
      repeat: ({ author }) => ({ operation: `POST ${operations.create.path} ${author.user}` }),
    });
    mount.read(
      app,
      operations.update,
      async ({ author, params, headers, body }) =>
        workflowApi.update(author, params.id, body, ifGiven(headers['if-match'])),
      { bodyBounds },
    );
    mount.read(app, operations.remove, async ({ author, params, headers }) =>
      workflowApi.remove(author, params.id, ifGiven(headers['if-match'])),
    );
  };
}

function moving({ workflowDeploying, mount }: DefinitionRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.deploy, async ({ author, params, headers }) =>
      workflowDeploying.deploy(author, params.id, ifGiven(headers['if-match'])),
    );
    mount.read(app, operations.stop, async ({ author, params, headers }) =>
      workflowDeploying.stop(author, params.id, ifGiven(headers['if-match'])),
    );
  };
}
