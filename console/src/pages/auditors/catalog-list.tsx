/** The catalog as cards. */
import type { CatalogAuditor } from '@assay/client';
import { Anchor, Badge, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { AuditorIcon } from './auditor-icon.tsx';
import { categoryLabel, phaseLabel, readsLabel } from './labels.ts';
import { useCatalog } from './use-catalog.ts';

const texts = auditorsTexts.catalog;

interface CatalogListProps {
  readonly category: string | undefined;
  readonly onCategory: (category: string | undefined) => void;
}

export function CatalogList({ category, onCategory }: CatalogListProps) {
  const catalog = useCatalog();
  return (
    <Loaded query={catalog} lines={8}>
      {(all) => {
        const shown = all.filter((auditor) => category === undefined || auditor.category === category);
        return (
          <>
            <search className="filters" aria-label={commonTexts.filters}>
              <Select
                label={texts.category}
                size="xs"
                w={170}
                data={[
                  { value: '', label: texts.any },
                  ...Object.entries(auditorsTexts.categories).map(([value, label]) => ({ value, label })),
                ]}
                value={category ?? ''}
                onChange={(value) => onCategory(value === null || value === '' ? undefined : value)}
                data-first-filter
              />
            </search>
            {shown.length === 0 && <Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
            <div className="columns">
              {shown.map((auditor) => (
                <AuditorCard key={auditor.id} auditor={auditor} />
              ))}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

function AuditorCard({ auditor }: { readonly auditor: CatalogAuditor }) {
  const { id, name, description, category, phase, phases, claims, built_in: builtIn, version, icon, color } = auditor;
  const headingId = useId();
  return (
    <Paper component="section" aria-labelledby={headingId}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <AuditorIcon icon={icon} color={color} />
        <Stack gap={6} miw={0}>
          <Title order={2} id={headingId}>
            <Anchor component={Link} to={`/auditors/${encodeURIComponent(id)}`} inherit>
              <ForeignText text={name} maxLength={80} />
            </Anchor>
          </Title>
          <Text size="xs" c="dimmed">
            <span className="mono">{id}</span>, {texts.version(version)}
          </Text>
          <Text size="sm">
            <ForeignText text={description} maxLength={300} />
          </Text>
          <Group gap={6}>
            <Badge size="sm">{categoryLabel(category)}</Badge>
            <Badge size="sm" color="gray">
              {phaseLabel(phase)}
            </Badge>
            <Badge size="sm" color={builtIn ? 'gray' : 'blue'}>
              {builtIn ? texts.builtIn : texts.registered}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {texts.claims(claims.length)}. {texts.reads}: {readsLabel(phases)}.
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}
