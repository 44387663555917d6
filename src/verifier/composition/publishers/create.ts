/** Wires publishers. */
import { createPublisherService, type PublisherService, type PublisherServiceDeps } from './service.ts';
import { createPublisherStore } from './store.ts';

export interface PublisherServices {
  readonly publishers: PublisherService;
}

export type PublisherWiring = Omit<PublisherServiceDeps, 'store'>;

export function createPublisherServices(wiring: PublisherWiring): PublisherServices {
  return { publishers: createPublisherService({ ...wiring, store: createPublisherStore() }) };
}
