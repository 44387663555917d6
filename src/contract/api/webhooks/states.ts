/** States of webhooks and deliveries, and the limits that their shapes name. */

export const webhookStatuses = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** `gone`: the receiver answered 410; `failing`: nothing arrived for three days. */
export const disabledReasons = ['gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `attempts`: none of them arrived; `overflow`: too many waited; `expired`: it waited for a week; `test`: one attempt only. */
export const deadReasons = ['attempts', 'gone', 'disabled', 'overflow', 'expired', 'test'] as const;
export type DeadReason = (typeof deadReasons)[number];

/** A type of events, a code, a prefix of either, or everything. */
export const eventPattern = '^(?:\\*|[a-z][a-z0-9_]{0,63}(?:\\.[a-z0-9_]{1,64}){0,4}(?:\\.\\*)?)$';

/** Most deliveries that one call sends again. */
export const maxReplayed = 10_000;

export const maxOverlapS = 86_400;
export const defaultOverlapS = 3_600;
