/** A measure's value, or the reason why it has none. Nothing is guessed or set to zero. */

export const reasons = {
  zero_denominator: 'it divides by zero: a group without rows, without such true labels or without such predictions',
  one_group: 'there is only one group, so there is nothing to compare',
  no_y_true: 'the request has no true labels',
  no_privileged_group: 'no group of this attribute is named as privileged',
  no_unprivileged_group: 'every group of this attribute is named as privileged',
  not_finite: 'the index is infinite, or too large to show, for these predictions and this alpha',
  no_features: 'the request has no features',
  too_few_rows: 'there are fewer rows than the setting neighbors asks for',
  too_many_rows: 'there are too many rows and features to compare; send a sample',
} as const;

export type Reason = keyof typeof reasons;

export type Outcome<T> =
  | { readonly value: T; readonly reason?: undefined }
  | { readonly value?: undefined; readonly reason: Reason };

export function noValue(reason: Reason): { readonly reason: Reason } {
  return { reason };
}
