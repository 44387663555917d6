/** Standard claim about watermarked content (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export interface WatermarkParameters extends CommonParameters {
  watermark_embedded: boolean;
  watermark_type?: string | undefined;
  detectable?: boolean | undefined;
  detection_score?: number | undefined;
  c2pa_signed?: boolean | undefined;
}

/** `watermark_embedded`: whether a watermark is in the content. */
export const watermarkClaim = createHelper<WatermarkParameters>({
  helper: 'watermarkClaim',
  claim: 'watermark_embedded',
  type: 'boolean',
  parameters: Type.Object(
    {
      watermark_embedded: Type.Boolean(),
      watermark_type: Type.Optional(Type.String()),
      detectable: Type.Optional(Type.Boolean()),
      detection_score: Type.Optional(ScoreSchema),
      c2pa_signed: Type.Optional(Type.Boolean()),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { detectable: true, c2pa_signed: false },
  contradiction({ watermark_embedded: embedded, watermark_type: type, detectable, detection_score: score = 0 }) {
    if (!embedded && type !== undefined && type !== 'none') return 'watermark_type is only for an embedded watermark';
    if (detectable === false && score > 0) return 'detection_score must be 0 or absent where detectable is false';
    return undefined;
  },
  value: ({ watermark_embedded: embedded }) => embedded,
});
