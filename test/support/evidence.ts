/** Evidence of a test gateway, read from its export. */
import type { Evidence } from '../../src/contract/evidence.ts';

/** Payloads of everything that a gateway recorded, oldest first. */
export async function recordedEvidence(gateway: { get(path: string): Promise<Response> }): Promise<Evidence[]> {
  const lines = (await (await gateway.get('/v1/receipts/export')).text()).trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const { attachment } = JSON.parse(line);
    if (attachment === undefined) return [];
    const jws = Buffer.from(attachment, 'base64url').toString('latin1');
    return [JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'))];
  });
}
