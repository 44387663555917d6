/** The catalog of auditors. */
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { auditorsTexts as texts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { CatalogList } from './catalog-list.tsx';

const route = getRouteApi('/auditors');

export function AuditorsPage() {
  const { category } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={commonTexts.pages.auditors} about={texts.about}>
      <CatalogList
        category={category}
        onCategory={(value) => void navigate({ search: (old) => ({ ...old, category: value }), replace: true })}
      />
    </Page>
  );
}
