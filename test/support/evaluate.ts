/** Asks a test gateway to judge a text, and for its configuration. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { DecisionResult } from '../../src/contract/decision.ts';
import type { ConfigState } from '../../src/edge/config-bundle/config-state.ts';
import type { TestGateway } from './gateway.ts';

export interface Asked {
  readonly agent?: string;
  readonly context?: ClaimsRequest['vendor_context'];
}

/** Judges an input in the request phase. */
export async function evaluate(gateway: TestGateway, input: string, asked: Asked = {}): Promise<DecisionResult> {
  const { agent = 'default', context } = asked;
  const body = { data: { input }, phase: 'request', ...(context === undefined ? {} : { vendor_context: context }) };
  const response = await gateway.post('/v1/evaluate', body, { 'x-assay-agent-id': agent });
  return JSON.parse(await response.text());
}

/** Provenance of a claim. */
export function provenanceOf({ claims }: DecisionResult, name: string): Readonly<Record<string, unknown>> | undefined {
  return claims.find((claim) => claim.name === name)?.provenance;
}

/** The gateway's current configuration. */
export async function configOf(gateway: TestGateway): Promise<ConfigState> {
  return JSON.parse(await (await gateway.get('/health')).text()).config;
}
