/** The Evidence as it is: decoded, and in its signed form. */
import { Stack } from '@mantine/core';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import { trafficTexts } from '../../texts/traffic.ts';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.raw;

export function RawEvidence({ evidence }: ExchangePartProps) {
  const { jws, ...decoded } = evidence;
  return (
    <Stack>
      <Panel title={texts.decoded}>
        <JsonView value={decoded} label={texts.decoded} />
      </Panel>
      <Panel title={texts.signed}>
        <JsonView value={jws} label={texts.signed} />
      </Panel>
    </Stack>
  );
}
