/** All settings of an auditor at one scope. */
import type { CatalogAuditor, EffectiveAuditorSettings } from '@assay/client';
import { Alert, Stack } from '@mantine/core';
import { useMay, useSession } from '../../api/session.ts';
import { auditorsTexts } from '../../texts/auditors.ts';
import { SaveBar } from './save-bar.tsx';
import { changeDraft, type Draft, draftKey, useDraft } from './setting-drafts.ts';
import { SettingGroupCard } from './setting-group-card.tsx';
import type { SettingGroup } from './setting-groups.ts';
import { TryBox } from './try-box.tsx';
import type { StoredSettings } from './use-settings.ts';

/** What each row of the form needs. */
export interface SettingsContext {
  readonly stored: readonly StoredSettings[];
  /** The scope that is changed, the last of `stored`. */
  readonly target: StoredSettings;
  readonly draft: Draft;
  /** What holds for the chosen agent. */
  readonly effective: EffectiveAuditorSettings['settings'] | undefined;
  readonly mayWrite: boolean;
  readonly mayEnforce: boolean;
  readonly change: (change: (draft: Draft) => Draft) => void;
}

interface SettingsFormProps {
  readonly auditor: CatalogAuditor;
  readonly groups: readonly SettingGroup[];
  readonly stored: readonly StoredSettings[];
  readonly target: StoredSettings;
  readonly effective: EffectiveAuditorSettings['settings'] | undefined;
}

export function SettingsForm({ auditor, groups, stored, target, effective }: SettingsFormProps) {
  const key = draftKey(auditor.id, target.scope);
  const draft = useDraft(key);
  const session = useSession();
  const mayCreate = useMay('auditorSettings.create');
  const mayUpdate = useMay('auditorSettings.update');
  const mayWrite = mayCreate && mayUpdate;
  // The verifier asks for an admin where the organisation enforces.
  const mayEnforce = target.scope.level !== 'org' || session?.role === 'admin' || session?.unlocked === true;
  const change = (edit: (old: Draft) => Draft) => changeDraft(key, edit);
  const context: SettingsContext = { stored, target, draft, effective, mayWrite, mayEnforce, change };
  return (
    <Stack>
      {!mayWrite && <Alert color="gray">{auditorsTexts.settings.readOnly}</Alert>}
      <TryBox auditor={auditor} groups={groups} context={context} />
      {groups.map((group) => (
        <SettingGroupCard key={group.names[0]} group={group} context={context} />
      ))}
      <SaveBar key={key} auditorId={auditor.id} target={target} draft={draft} groups={groups} />
    </Stack>
  );
}
