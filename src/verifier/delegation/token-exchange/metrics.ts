/** Prometheus counter of token exchanges. */
import { Counter, type Registry } from 'prom-client';
import { type RefusalCode, refusalCodes } from './refusals.ts';

/** `failed`: an error on our side, e.g. a database that is down. */
export type ExchangeOutcome = 'ok' | 'failed' | RefusalCode;
export type CountExchange = (outcome: ExchangeOutcome) => void;

export function createExchangeCounter(registry: Registry): CountExchange {
  const exchanges = new Counter({
    name: 'assay_token_exchanges_total',
    help: 'Token exchanges by outcome: ok, failed, or the error_code of the refusal',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // All counters exist from the start, so that an alarm on an increase sees the first event.
  for (const outcome of ['ok', 'failed', ...refusalCodes]) exchanges.inc({ outcome }, 0);
  return (outcome) => exchanges.inc({ outcome });
}
