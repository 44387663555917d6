/** HTTP routes to change policies: drafts, and the active versions. */
import { policies as operations, policyStates } from '../../../contract/api/policies/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Policies } from './service.ts';

export interface PolicyWriteDeps {
  readonly policies: Policies;
  readonly mount: Mount;
}

/** The routes below `/v1/policies` that change something. */
export function policyWriteRoutes(deps: PolicyWriteDeps): Routes {
  return async (app) => {
    await draftRoutes(deps)(app);
    await stateRoutes(deps)(app);
  };
}

function draftRoutes({ policies, mount }: PolicyWriteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.create, ({ tx, author, body }) => policies.create(tx, author, body), {
      bounded: withoutText,
    });
    mount.write(
      app,
      operations.replace,
      ({ tx, author, params: { id }, body, revision }) => policies.replace(tx, author, id, body, revision),
      { bounded: withoutText },
    );
    mount.write(app, operations.remove, ({ tx, author, params: { id }, revision }) =>
      policies.remove(tx, author, id, revision),
    );
  };
}

/** The text has its own bounds and may be larger than a record. */
function withoutText<T extends { readonly text: string }>({ text: _text, ...others }: T): Omit<T, 'text'> {
  return others;
}

function stateRoutes({ policies, mount }: PolicyWriteDeps): Routes {
  // Their bodies are a number and a short text.
  const unbounded = { isBodyUnbounded: true };
  return async (app) => {
    mount.write(
      app,
      policyStates.activate,
      ({ tx, author, params: { id }, body, revision }) => policies.activate(tx, author, id, { ...body, revision }),
      unbounded,
    );
    mount.write(
      app,
      policyStates.revert,
      ({ tx, author, params: { id }, body, revision }) => policies.revert(tx, author, id, { ...body, revision }),
      unbounded,
    );
    mount.write(
      app,
      policyStates.deactivate,
      ({ tx, author, params: { id }, body, revision }) => policies.deactivate(tx, author, id, { ...body, revision }),
      unbounded,
    );
    mount.write(
      app,
      policyStates.shadow,
      ({ tx, author, params: { id }, body, revision }) => policies.shadow(tx, author, id, { ...body, revision }),
      unbounded,
    );
  };
}
