import { expect, it } from 'vitest';
import { watermarkClaim } from './watermark.ts';

it('watermarkClaim tells whether there is one', () => {
  expect(watermarkClaim({ watermark_embedded: false })).toEqual({
    name: 'watermark_embedded',
    type: 'boolean',
    value: false,
    detail: { watermark_embedded: false, detectable: true, c2pa_signed: false },
  });
  const parameters = {
    watermark_embedded: true,
    watermark_type: 'kgw',
    detectable: true,
    detection_score: 0.99,
    c2pa_signed: true,
  };
  expect(watermarkClaim(parameters)).toMatchObject({ value: true, detail: parameters });
});
