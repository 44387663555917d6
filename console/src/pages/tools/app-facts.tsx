/** The members of an entry that every type has. */
import type { App } from '@assay/client';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.app;
const longestDescription = 2_000;

export function AppFacts({ app }: { readonly app: App }) {
  const text = (name: string, value: string | null | undefined, maxLength?: number): Fact | undefined =>
    value === undefined || value === null
      ? undefined
      : [name, <ForeignText key={name} text={value} {...(maxLength === undefined ? {} : { maxLength })} />];
  const signIn = app.auth_hint?.type;
  const facts: (Fact | undefined)[] = [
    text(texts.description, app.description, longestDescription),
    text(toolsTexts.catalog.name, app.name),
    text(toolsTexts.catalog.version, app.version),
    text(texts.publisher, app.publisher),
    text(toolsTexts.catalog.category, app.category),
    [texts.signIn, signIn === undefined ? texts.noSignIn : labelOf(toolsTexts.form.signIns, signIn)],
    // Addresses of strangers are shown, not linked.
    text(texts.repository, app.repository?.url),
    text(texts.homepage, app.homepage),
    text(texts.license, app.license),
    text(texts.source, app.source),
    text(texts.preview, app.tools_preview?.join(', '), longestDescription),
    text(texts.statusReason, app.status_reason, longestDescription),
    [texts.digest, <IdText key="digest" value={app.digest} />],
    app.signature === undefined ? undefined : [texts.signature, texts.signatureUnchecked],
    app.created_at === null ? undefined : [texts.added, <TimeAgo key="added" value={app.created_at} />],
  ];
  return <Facts facts={facts.filter((fact) => fact !== undefined)} />;
}
