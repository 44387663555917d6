/** The totals of the range as tiles. Those that the list of exchanges can filter by lead there. */
import type { ExchangeStatistics } from '@assay/client';
import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toCount, toPercent } from '../../parts/count.ts';
import { toDuration } from '../../parts/time.ts';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.figures;
/** Six in a row on a wide screen, two on a narrow one. */
const columns = 'repeat(auto-fit, minmax(min(100%, 138px), 1fr))';

interface FiguresProps {
  readonly total: ExchangeStatistics['total'];
  readonly from: string;
}

export function Figures({ total, from }: FiguresProps) {
  const {
    exchanges,
    allowed,
    denied,
    redacted,
    escalated,
    warned,
    would_deny: wouldDeny,
    added_latency: added,
  } = total;
  const share = (part: number) => texts.share(toPercent(part, exchanges));
  return (
    <section className="tiles" aria-label={texts.title} style={{ gridTemplateColumns: columns }}>
      <Figure
        name={texts.exchanges}
        value={toCount(exchanges)}
        about={texts.warned(toCount(warned))}
        search={{ from }}
      />
      <Figure
        name={texts.allowed}
        value={toCount(allowed)}
        about={share(allowed)}
        search={{ from, decision: 'allow' }}
      />
      <Figure
        name={texts.denied}
        value={toCount(denied)}
        about={wouldDeny === 0 ? share(denied) : texts.wouldDeny(toCount(wouldDeny))}
        search={{ from, decision: 'deny' }}
      />
      <Figure name={texts.redacted} value={toCount(redacted)} about={share(redacted)} />
      <Figure name={texts.escalated} value={toCount(escalated)} about={share(escalated)} />
      <Figure
        name={texts.added}
        value={added === null ? '–' : toDuration(added.p95_ms)}
        about={added === null ? texts.noLatency : texts.spread(toDuration(added.p50_ms), toDuration(added.p99_ms))}
      />
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly search?: { readonly from: string; readonly decision?: string };
}

function Figure({ name, value, about, search }: FigureProps) {
  return (
    <Paper p="sm">
      <Text size="xs" c="dimmed">
        {search === undefined ? (
          name
        ) : (
          <Link to="/traffic" search={search} className="quiet-link">
            {name}
          </Link>
        )}
      </Text>
      <Text fz={24} fw={620} lh={1.25}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
    </Paper>
  );
}
