/** The demo's expectations: each returned sentence is a failure. */
import type { EvidenceView } from '@assay/client';
import { isNotable } from '../render/claim.ts';
import type { DemoExchange } from './run-conversation.ts';

/** What the demo expects something of. */
export type JudgedEvidence = Pick<EvidenceView, 'claims' | 'enforced' | 'trust_tier'>;

/** Compares an exchange and the verifier's view of its evidence with the expected result of the conversation. */
export function findSurprises(exchange: DemoExchange, view: JudgedEvidence): string[] {
  const { expected, text } = exchange.conversation;
  const notable = view.claims.filter(isNotable).map(({ name }) => name);
  const missing = expected.claims.filter((name) => !notable.includes(name));
  const checks: [isFine: boolean, otherwise: string][] = [
    [exchange.decision === expected.decision, `the gateway should ${expected.decision} it`],
    [view.enforced === expected.decision, `the evidence should say ${expected.decision}`],
    [
      exchange.status === (expected.decision === 'allow' ? 200 : 403),
      `HTTP ${exchange.status} is not what it should answer`,
    ],
    [missing.length === 0, `${missing.join(', ')} should have been claimed`],
    [expected.claims.length > 0 || notable.length === 0, `${notable.join(', ')} should not have been claimed`],
    [view.trust_tier === 'warning', `${view.trust_tier} is not the verdict on evidence under a software key`],
    [exchange.conversation.stream ? exchange.pieces > 0 : true, 'the answer should come as a stream'],
    ...receivedChecks(exchange, text),
  ];
  return checks.filter(([isFine]) => !isFine).map(([, otherwise]) => otherwise);
}

function receivedChecks({ received, conversation }: DemoExchange, text: string): [boolean, string][] {
  const { decision, redacted } = conversation.expected;
  if (decision === 'deny') return [[received === undefined, 'the model should have received nothing']];
  if (received === undefined) return [[false, 'the model should have received it']];
  if (redacted.length === 0) return [[received === text, 'the model should have received it unchanged']];
  return [
    [redacted.every((secret) => !received.includes(secret)), 'a secret reached the model'],
    [
      received.split('[REDACTED:').length - 1 === redacted.length,
      `${redacted.length} places should have been redacted`,
    ],
  ];
}
