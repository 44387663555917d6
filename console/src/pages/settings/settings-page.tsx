/** Settings. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function SettingsPage() {
  return <Page title={commonTexts.pages.settings}>{null}</Page>;
}
