/** What a person has to know about the deployment: it failed, it waits for somebody, or a member of it is missing. */
import type { Workflow } from '@assay/client';
import { Alert, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { workflowTexts } from '../../texts/workflows.ts';
import { ApprovalCard } from './approval-card.tsx';

const texts = workflowTexts.page;

export function DeploymentNotice({ workflow }: { readonly workflow: Workflow }) {
  const { id, status, degraded, deployment, approval_id: approvalId } = workflow;
  const queries = useQueryClient();
  return (
    <>
      {deployment?.error != null && (
        <Alert color="red" title={texts.deployFailed} role="alert" mb="sm">
          <Text size="sm" className="mono">
            <ForeignText text={deployment.error.code} />
          </Text>
          <ForeignText text={deployment.error.detail} maxLength={1_000} />
        </Alert>
      )}
      {degraded && (
        <Alert color="yellow" title={texts.degraded} mb="sm">
          {texts.degradedHelp}
        </Alert>
      )}
      {status === 'deploying' && approvalId !== null && (
        <Alert color="grape" variant="outline" title={texts.waitsForPerson} mb="sm">
          <ApprovalCard
            id={approvalId}
            onDecided={() => void queries.invalidateQueries({ queryKey: ['workflows.get', id] })}
          />
        </Alert>
      )}
    </>
  );
}
