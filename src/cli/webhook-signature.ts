/** Checks a received webhook as Standard Webhooks says, without asking anybody. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface ReceivedWebhook {
  readonly id: string;
  /** As it stands in the header: seconds since the epoch. */
  readonly timestamp: string;
  /** `v1,<base64>`, several with spaces between. */
  readonly signature: string;
  readonly body: string;
}

export type WebhookVerdict = 'ok' | 'secret' | 'timestamp' | 'age' | 'signature';

const secretForm = /^whsec_([A-Za-z0-9+/]{22,88}={0,2})$/;

/** `toleranceS` 0 accepts any age. */
export function checkWebhook(
  { id, timestamp, signature, body }: ReceivedWebhook,
  { secret, now, toleranceS }: { readonly secret: string; readonly now: number; readonly toleranceS: number },
): WebhookVerdict {
  const [, base64] = secretForm.exec(secret) ?? [];
  if (base64 === undefined) return 'secret';
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp';
  const expected = createHmac('sha256', Buffer.from(base64, 'base64')).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signature.split(' ').some((item) => {
    const [version, text = ''] = item.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return 'signature';
  return toleranceS > 0 && Math.abs(now / 1000 - Number(timestamp)) > toleranceS ? 'age' : 'ok';
}
