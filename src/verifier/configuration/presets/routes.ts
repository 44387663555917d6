/** HTTP routes of presets. `If-Match` is optional, because callers may know only the platform contract. */
import { bundles, findPreset, tierDescriptions, tiersOf } from '../../../configuration/presets/catalog.ts';
import { describeRules } from '../../../configuration/presets/describe-preset.ts';
import { presetRecordId, renderPreset } from '../../../configuration/presets/render-preset.ts';
import { presets as operations } from '../../../contract/api/presets/operations.ts';
import type { PresetList, PresetView } from '../../../contract/api/presets/shapes.ts';
import { bundleNames, presetAuditors, tiers } from '../../../contract/api/presets/states.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { parseIfMatch } from '../../base/revision.ts';
import { parsePresetRequest } from './request.ts';
import type { Presets } from './service.ts';

export interface PresetRouteDeps {
  readonly presets: Presets;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly mount: Mount;
}

/** `/v1/presets`, and below workspaces the history of presets and the path that applies one. */
export function presetRoutes(deps: PresetRouteDeps): Routes {
  const { changes, mount } = deps;
  return async (app) => {
    mount.read(app, operations.list, async () => presetList);
    mount.read(app, operations.history, ({ caller, params: { id }, page }) =>
      changes.history(caller.organisation, 'preset', id, page),
    );
    const apply = applying(deps);
    for (const operation of [operations.applyAlias, operations.apply]) {
      // A wrong body is answered with the valid values, not with the errors of a schema.
      mountRaw(app, operation, apply, {}, { attachValidation: true });
    }
  };
}

/** Raw, because a preview stores nothing and a wrong body has its own answer. */
function applying({ presets, idempotency }: PresetRouteDeps): RawHandler<typeof operations.apply> {
  return async ({ request: { caller, validationError }, params: { id }, headers, query, body }) => {
    if (validationError !== undefined && validationError.validationContext !== 'body') throw validationError;
    const author = toAuthor(caller);
    const ifMatch = headers['if-match'];
    const request = {
      workspaceId: id,
      applied: parsePresetRequest(body),
      overwrite: query.overwrite === 'true',
      ...(ifMatch === undefined ? {} : { revision: parseIfMatch(ifMatch) }),
    };
    if (query.preview === 'true') return presets.preview(author, request);
    const write = {
      orgId: author.orgId,
      operation: 'POST apply-preset',
      key: headers['idempotency-key'],
      request: { id, body, overwrite: request.overwrite },
    };
    const { body: answer } = await idempotency.once(write, async (tx) => ({
      status: 200,
      body: await presets.apply(tx, author, request),
    }));
    return answer;
  };
}

const presetList: PresetList = {
  items: presetAuditors.flatMap((auditor) =>
    tiers.map((tier): PresetView => {
      const applied = { auditor, tier };
      const settings = Object.entries(findPreset(applied).settings).map(([name, value]) => [name, { value }] as const);
      return {
        ...applied,
        description: tierDescriptions[tier],
        settings: Object.fromEntries(settings),
        rules: describeRules(applied),
        policy: { name: presetRecordId(applied), text: renderPreset(applied) },
      };
    }),
  ),
  bundles: bundleNames.map((bundle) => ({
    bundle,
    description: bundles[bundle].description,
    applies: tiersOf(bundle),
  })),
  next_cursor: null,
  has_more: false,
};
