/** The public face of `@assay/client`. */
export { type BytesCallOptions, type CallOptions, type ClientOptions, createClient } from './create-client.ts';
export { ApiError, ConnectionError } from './errors.ts';
export type { ServerEvent } from './events.ts';
export type * from './generated/types.ts';
export { paginate } from './paginate.ts';
