/** Presets and bundles for a workspace, with a preview of what each changes. */
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { PresetHistory } from './preset-history.tsx';
import { bodyOf, bundleName, presetName, presetTitle, rulesOf } from './preset-name.ts';
import { PresetPreview } from './preset-preview.tsx';
import { ScopePicker } from './scope-picker.tsx';

const texts = auditorsTexts.presets;
/** The workspace that every organisation has. */
const firstWorkspace = 'default';

export interface PresetsTabProps {
  readonly workspace: string | undefined;
  readonly preset: string | undefined;
  readonly overwrite: boolean;
  readonly onChange: (change: {
    readonly workspace?: string | undefined;
    readonly preset?: string | undefined;
    readonly overwrite?: string | undefined;
  }) => void;
}

export function PresetsTab({ workspace = firstWorkspace, preset, overwrite, onChange }: PresetsTabProps) {
  const mayApply = useMay('presets.apply');
  const presets = useQuery({ queryKey: ['presets.list'], queryFn: ({ signal }) => api.presets.list({}, { signal }) });
  const select = (name: string) => onChange({ preset: name });
  return (
    <Stack>
      <Text size="sm">{texts.about}</Text>
      <ScopePicker
        workspace={workspace}
        hasAgents={false}
        hasWhole={false}
        onChange={(chosen) => onChange({ workspace: chosen })}
      />
      <Loaded query={presets} lines={8}>
        {(list) => {
          const body = preset === undefined ? undefined : bodyOf(preset, list);
          const auditors = [...new Set(list.items.map(({ auditor }) => auditor))];
          return (
            <>
              {preset !== undefined && body !== undefined && mayApply && (
                <PresetPreview
                  key={`${workspace} ${preset}`}
                  workspace={workspace}
                  name={preset}
                  body={body}
                  rules={rulesOf(body, list)}
                  overwrite={overwrite}
                  onOverwrite={(on) => onChange({ overwrite: on ? 'true' : undefined })}
                  onClose={() => onChange({ preset: undefined, overwrite: undefined })}
                />
              )}
              <Title order={2}>{texts.bundles}</Title>
              <div className="columns">
                {list.bundles.map(({ bundle, description, applies }) => (
                  <PresetCard
                    key={bundle}
                    title={presetTitle(bundleName(bundle))}
                    description={description}
                    details={applies.map(({ auditor, tier }) => presetTitle(presetName(auditor, tier)))}
                    onPreview={mayApply ? () => select(bundleName(bundle)) : undefined}
                  />
                ))}
              </div>
              <Title order={2}>{texts.single}</Title>
              <div className="columns">
                {auditors.map((auditor) => (
                  <AuditorPresets
                    key={auditor}
                    auditor={auditor}
                    presets={list.items.filter((item) => item.auditor === auditor)}
                    onPreview={mayApply ? (tier) => select(presetName(auditor, tier)) : undefined}
                  />
                ))}
              </div>
            </>
          );
        }}
      </Loaded>
      <PresetHistory workspace={workspace} />
    </Stack>
  );
}

interface PresetCardProps {
  readonly title: string;
  readonly description: string;
  readonly details: readonly string[];
  readonly onPreview: (() => void) | undefined;
}

function PresetCard({ title, description, details, onPreview }: PresetCardProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id}>
      <Title order={3} id={id}>
        {title}
      </Title>
      <Text size="sm" my={6}>
        <ForeignText text={description} maxLength={300} />
      </Text>
      <Group gap={6} mb="sm">
        {details.map((detail) => (
          <Badge key={detail} size="sm" color="gray">
            {detail}
          </Badge>
        ))}
      </Group>
      {onPreview !== undefined && (
        <Button size="xs" variant="default" onClick={onPreview} aria-label={texts.previewOf(title)}>
          {texts.preview}
        </Button>
      )}
    </Paper>
  );
}

interface AuditorPresetsProps {
  readonly auditor: string;
  readonly presets: readonly { readonly tier: string; readonly description: string }[];
  readonly onPreview: ((tier: string) => void) | undefined;
}

function AuditorPresets({ auditor, presets, onPreview }: AuditorPresetsProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id}>
      <Title order={3} id={id} mb={6}>
        {auditor}
      </Title>
      <Stack gap="xs">
        {presets.map(({ tier, description }) => (
          <Group key={tier} justify="space-between" wrap="nowrap">
            <Text size="sm">
              <b>{labelOf(texts.tiers, tier)}</b>. <ForeignText text={description} maxLength={300} />
            </Text>
            {onPreview !== undefined && (
              <Button
                size="compact-xs"
                variant="default"
                style={{ flex: 'none' }}
                aria-label={texts.previewOf(presetTitle(presetName(auditor, tier)))}
                onClick={() => onPreview(tier)}
              >
                {texts.preview}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
