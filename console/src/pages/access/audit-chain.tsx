/** Checks the chain of the audit log here, and offers the log as a file. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { toExact } from '../../parts/time.ts';
import { accessTexts } from '../../texts/access.ts';
import { type AuditFilter, isFiltered } from './audit-filter.ts';

const texts = accessTexts.audit;

export function AuditChain({ filter }: { readonly filter: AuditFilter }) {
  const isPartial = isFiltered(filter);
  const check = useMutation({
    mutationFn: async () => {
      // The checks are a module of their own, loaded when they are wanted.
      const [{ checkAudit }, log, keys] = await Promise.all([
        import('./check-audit.ts'),
        api.auditLogs.export(filter),
        api.keys.list(),
      ]);
      return { report: await checkAudit({ log, keys, isPartial }), isPartial };
    },
  });
  const download = useMutation({
    mutationFn: async () => {
      const text = await new Response(await api.auditLogs.export(filter)).text();
      saveFile('audit-log.ndjson', text, 'application/x-ndjson');
    },
  });
  return (
    <Panel title={texts.chain} about={isPartial ? texts.chainPartial : texts.chainAbout}>
      <Group>
        <Button onClick={() => check.mutate()} loading={check.isPending}>
          {texts.check}
        </Button>
        <Button variant="default" onClick={() => download.mutate()} loading={download.isPending}>
          {texts.download}
        </Button>
      </Group>
      {check.error !== null && <Problem error={check.error} />}
      {download.error !== null && <Problem error={download.error} />}
      {check.data !== undefined && (
        <Alert
          mt="sm"
          color={check.data.report.ok ? 'green' : 'red'}
          title={check.data.report.ok ? (check.data.isPartial ? texts.intactPart : texts.intact) : texts.broken}
          role="status"
        >
          <AuditVerdict {...check.data} />
        </Alert>
      )}
    </Panel>
  );
}

type AuditReport = Awaited<ReturnType<typeof import('./check-audit.ts').checkAudit>>;

function AuditVerdict({ report, isPartial }: { readonly report: AuditReport; readonly isPartial: boolean }) {
  const { ok, entries, head, checkpoint, problem } = report;
  return (
    <>
      {problem !== null && <Text size="sm">{texts.problem(problem)}</Text>}
      <Text size="sm">{isPartial ? texts.entriesPart(entries) : texts.entries(entries)}</Text>
      {head !== null && (
        <Text size="sm" className="mono foreign">
          {texts.head(head.seq, head.hash)}
        </Text>
      )}
      {checkpoint !== null && <Text size="sm">{texts.checkpoint(toExact(checkpoint.iat * 1000))}</Text>}
      {ok && (
        <Text size="xs" mt={6}>
          {texts.keysFrom}
        </Text>
      )}
    </>
  );
}
