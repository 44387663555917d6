import { toBase64Url } from '@assay/sdk/crypto';
import { systemClock } from '../../../platform/clock.ts';
import { describeTee } from '../conformance.ts';
import { createSoftwareTee } from './software.ts';

function carries(report: Uint8Array, data: Uint8Array): boolean {
  const payload = Buffer.from(report).toString('utf8').split('.')[1] ?? '';
  const { report_data }: { report_data: unknown } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return report_data === toBase64Url(data);
}

describeTee('software', () => createSoftwareTee({ clock: systemClock, build: 'test' }), carries);
