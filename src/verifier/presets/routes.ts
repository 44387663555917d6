/** HTTP of presets (platform model 14). The path that applies one is the contract's, so If-Match may be left out. */

import { Type } from 'typebox';
import { bundleNames, bundles, findPreset, tierDescriptions, tiersOf } from '../../configuration/presets/catalog.ts';
import { describeRules } from '../../configuration/presets/describe-preset.ts';
import { presetAuditors, tiers } from '../../configuration/presets/preset.ts';
import { presetRecordId, renderPreset } from '../../configuration/presets/render-preset.ts';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch } from '../revision.ts';
import { parsePresetRequest } from './request.ts';
import {
  ApplyPresetQuerySchema,
  ApplyPresetSchema,
  PresetAnswerSchema,
  PresetHistoryQuerySchema,
  type PresetList,
  PresetListSchema,
  PresetParamsSchema,
  type PresetView,
} from './schema.ts';
import type { Presets } from './service.ts';

export interface PresetRouteDeps {
  readonly presets: Presets;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
}

const bases = ['/api/v1/workspaces', '/v1/workspaces'] as const;
const tags = ['presets'];
const problems = { '4xx': ProblemSchema };

/** `/v1/presets`, and what applies them below workspaces. */
export function presetRoutes(deps: PresetRouteDeps): Routes {
  return async (app) => {
    app.get(
      '/v1/presets',
      {
        schema: {
          ...{ tags, summary: 'List presets and bundles, with the settings and the rules of each' },
          response: { 200: PresetListSchema, ...problems },
        },
      },
      async () => presetList,
    );
    await historyRoutes(deps)(app);
    for (const base of bases) await applyingRoutes(deps, base)(app);
  };
}

function historyRoutes({ changes }: PresetRouteDeps): Routes {
  const params = PresetParamsSchema;
  return async (app) => {
    app.get(
      '/v1/workspaces/:id/presets/history',
      {
        schema: {
          ...{
            tags,
            summary: 'Which presets were applied to a workspace, and what each changed; newest first',
            params,
          },
          querystring: PresetHistoryQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) => changes.history(caller.organisation, 'preset', id, parsePage(query)),
    );
  };
}

function applyingRoutes({ presets, idempotency }: PresetRouteDeps, base: string): Routes {
  const params = PresetParamsSchema;
  return async (app) => {
    app.post(
      `${base}/:id/apply-preset`,
      {
        // A body that is neither of the two is answered with what is valid, not with the words of a schema.
        attachValidation: true,
        schema: {
          ...{ tags, summary: 'Apply a preset or a bundle to a workspace: all of it or nothing', params },
          headers: Type.Intersect([IdempotencyHeadersSchema, IfMatchHeadersSchema]),
          ...{ querystring: ApplyPresetQuerySchema, body: ApplyPresetSchema },
          response: { 200: PresetAnswerSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, query, body, validationError }) => {
        if (validationError !== undefined && validationError.validationContext !== 'body') throw validationError;
        const author = toAuthor(caller);
        const ifMatch = headers['if-match'];
        const request = {
          ...{ workspaceId: id, applied: parsePresetRequest(body), overwrite: query.overwrite === 'true' },
          ...(ifMatch === undefined ? {} : { revision: parseIfMatch(ifMatch) }),
        };
        if (query.preview === 'true') return presets.preview(author, request);
        const write = {
          ...{ orgId: author.orgId, operation: 'POST apply-preset', key: headers['idempotency-key'] },
          request: { id, body, overwrite: request.overwrite },
        };
        const { body: answer } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await presets.apply(tx, author, request),
        }));
        return answer;
      },
    );
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
