/** Requests of commands about webhooks and telemetry exports. */
import type { CommandIo } from './command.ts';
import { withOperatorToken } from './operator-token.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import {
  type Delivery,
  delivery,
  deliveryPage,
  replayAnswer,
  type TelemetryExport,
  telemetryExport,
  telemetryExportPage,
  telemetryTest,
  type Webhook,
  webhook,
  webhookPage,
  webhookTest,
} from './wire-webhooks.ts';

type Body = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | undefined>>;
interface At {
  readonly id: string;
  readonly revision: number;
}

const isWebhook = (value: unknown): value is Webhook => webhook.Check(value);
const isDelivery = (value: unknown): value is Delivery => delivery.Check(value);
const isExport = (value: unknown): value is TelemetryExport => telemetryExport.Check(value);
const isReplay = (value: unknown) => replayAnswer.Check(value);
const isTest = (value: unknown) => webhookTest.Check(value);
const isExportTest = (value: unknown) => telemetryTest.Check(value);

/** @throws UsageError */
export async function connectWebhooks(io: CommandIo, args: ParsedArguments) {
  const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
  const path = '/v1/webhooks';
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    list: (limit: number): Promise<Listed<Webhook>> =>
      readList(service, { path, query: {}, limit, isPage: (value) => webhookPage.Check(value) }),
    get: (id: string) => service.json({ path: at(id) }, isWebhook),
    create: (body: Body) => service.json({ method: 'POST', path, body }, isWebhook),
    update: ({ id, revision }: At, body: Body) =>
      service.json({ method: 'PATCH', path: at(id), body, revision }, isWebhook),
    rotate: (id: string, body: Body) =>
      service.json({ method: 'POST', path: `${at(id)}/rotate-secret`, body }, isWebhook),
    remove: ({ id, revision }: At) => service.empty({ method: 'DELETE', path: at(id), revision }),
    test: (id: string) => service.json({ method: 'POST', path: `${at(id)}/test` }, isTest),
    deliveries: (id: string, query: Query, limit: number): Promise<Listed<Delivery>> =>
      readList(service, {
        ...{ path: `${at(id)}/deliveries`, query, limit },
        isPage: (value) => deliveryPage.Check(value),
      }),
    replay: (id: string, deliveryId: string) =>
      service.json(
        { method: 'POST', path: `${at(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay` },
        isDelivery,
      ),
    replayMany: (id: string, body: Body) => service.json({ method: 'POST', path: `${at(id)}/replay`, body }, isReplay),
  };
}

/** @throws UsageError */
export async function connectTelemetry(io: CommandIo, args: ParsedArguments) {
  const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
  const path = '/v1/telemetry-exports';
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    list: (limit: number): Promise<Listed<TelemetryExport>> =>
      readList(service, { path, query: {}, limit, isPage: (value) => telemetryExportPage.Check(value) }),
    get: (id: string) => service.json({ path: at(id) }, isExport),
    create: (body: Body) => service.json({ method: 'POST', path, body }, isExport),
    remove: ({ id, revision }: At) => service.empty({ method: 'DELETE', path: at(id), revision }),
    test: (id: string) => service.json({ method: 'POST', path: `${at(id)}/test` }, isExportTest),
  };
}
