/** The OpenAPI document of every auditor (contract 4.1), from the operations that the SDK serves. */
import { contractVersion, sdkPort } from '@assay/sdk/contract';
import { AuditorProblemSchema, auditor } from '../src/contract/api/auditor-api/operations.ts';
import type { Operation } from '../src/contract/api/operation.ts';
import { describeApi } from '../src/platform/http/openapi/describe-api.ts';

export function describeAuditorApi(): Readonly<Record<string, unknown>> {
  return describeApi(
    {
      title: 'Claims auditor',
      description: 'Observes and returns typed claims. It never decides and never signs.',
      version: contractVersion,
      server: `http://127.0.0.1:${sdkPort}`,
      problem: AuditorProblemSchema,
      credentials: { bearer: { type: 'http', scheme: 'bearer', description: 'AUDITOR_TOKEN, if it is set' } },
    },
    Object.values<Operation>(auditor).map((operation) => ({
      operation,
      access: operation.path === '/health' ? 'open' : undefined,
    })),
  );
}
