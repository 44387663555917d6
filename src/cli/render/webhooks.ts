/** Renders webhooks, deliveries and telemetry exports for people. */
import type { ShownWebhook, TelemetryExport, Webhook, WebhookDelivery } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import { explainOutcome } from './outcome.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

const orAll = (ids: readonly string[] | null) => toPlainText(ids === null ? 'all' : ids.join(' '), 2_000);
const orNever = (time: string | null) => toPlainText(time ?? 'never');

export function renderWebhooks(items: readonly Webhook[], style: Style): string {
  const rows = items.map((item) => [
    ...[toPlainText(item.id), toPlainText(item.name, 40), toPlainText(item.status), orNever(item.last_success_at)],
    ...[toPlainText(item.failing_since ?? '-'), toPlainText(item.events.join(' '), 60), toPlainText(item.url, 80)],
  ]);
  return renderHeadTable(['ID', 'NAME', 'STATUS', 'LAST SUCCESS', 'FAILING SINCE', 'EVENTS', 'URL'], rows, style);
}

/** The secret of one that was just made stands last: it is not shown again. */
export function renderWebhook(item: Webhook | ShownWebhook): string {
  const { status, status_reason: reason } = item;
  const secret = 'secret' in item ? item.secret : undefined;
  return renderFacts([
    ['webhook', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['url', toPlainText(item.url, 2_100)],
    ...(item.description === '' ? [] : [['what', toPlainText(item.description, 2_000)] as const]),
    ['events', toPlainText(item.events.join(' '), 4_000)],
    ['workspaces', orAll(item.workspace_ids)],
    ['agents', orAll(item.agent_ids)],
    ['status', toPlainText(reason === null ? status : `${status}: ${reason}`)],
    ['last success', orNever(item.last_success_at)],
    ['last failure', orNever(item.last_failure_at)],
    ...(item.secret_overlap_until === null
      ? []
      : [['old secret', toPlainText(`also signs until ${item.secret_overlap_until}`)] as const]),
    ['revision', String(item.revision)],
    ...(secret === undefined ? [] : [['secret', toPlainText(`${secret}  (shown only once: store it)`, 200)] as const]),
  ]);
}

function outcomeOf({ last_attempt: attempt }: WebhookDelivery): string {
  if (attempt === null) return '-';
  return attempt.error ?? `HTTP ${attempt.status}`;
}

export function renderDeliveries(items: readonly WebhookDelivery[], style: Style): string {
  const rows = items.map((item) => [
    ...[toPlainText(item.id), toPlainText(item.code ?? item.type, 60)],
    ...[toPlainText(item.reason === null ? item.status : `${item.status}: ${item.reason}`)],
    ...[String(item.attempt_count), toPlainText(outcomeOf(item), 60), toPlainText(item.created_at)],
    toPlainText(item.next_attempt_at ?? '-'),
  ]);
  return renderHeadTable(['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST', 'MADE', 'NEXT'], rows, style);
}

export function renderDelivery(item: WebhookDelivery): string {
  const { status, reason, last_attempt: attempt } = item;
  const isFailedTest = status === 'dead' && reason === 'test';
  const shown = reason === null ? status : `${status}: ${reason}`;
  const error = attempt?.error ?? null;
  return renderFacts([
    ['delivery', toPlainText(item.id)],
    ['event', toPlainText(item.code ?? item.type, 200)],
    ['status', toPlainText(isFailedTest ? 'failed (a test is not repeated)' : shown)],
    ['last attempt', toPlainText(error === null ? outcomeOf(item) : explainOutcome(error), 300)],
  ]);
}

export function renderExports(items: readonly TelemetryExport[], style: Style): string {
  const rows = items.map((item) => [
    ...[toPlainText(item.id), toPlainText(item.name, 40), toPlainText(item.status), String(item.exported)],
    ...[
      String(item.dropped),
      `${item.lag_s} s`,
      toPlainText(item.last_error ?? '-', 60),
      toPlainText(item.endpoint, 80),
    ],
  ]);
  return renderHeadTable(['ID', 'NAME', 'STATUS', 'EXPORTED', 'DROPPED', 'LAG', 'LAST ERROR', 'ENDPOINT'], rows, style);
}

export function renderExport(item: TelemetryExport): string {
  return renderFacts([
    ['export', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['endpoint', toPlainText(item.endpoint, 2_100)],
    ['headers', toPlainText(item.header_names.length === 0 ? 'none' : item.header_names.join(' '), 2_100)],
    ['workspaces', orAll(item.workspace_ids)],
    ['status', toPlainText(item.status)],
    ['exported', String(item.exported)],
    ['dropped', String(item.dropped)],
    ['lag', `${item.lag_s} s`],
    ['last export', orNever(item.last_export_at)],
    ['last error', toPlainText(item.last_error === null ? 'none' : explainOutcome(item.last_error), 600)],
    ['revision', String(item.revision)],
  ]);
}
