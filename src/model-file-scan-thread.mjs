// Entry of the scanner's thread: tsx loads TypeScript on the main thread only, so each worker asks for it itself.
import { register } from 'tsx/esm/api';

register();
await import('./model-file-scan-thread.ts');
