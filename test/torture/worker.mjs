// Entry of a torture thread: tsx loads TypeScript only on the main thread, so each worker registers it.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
