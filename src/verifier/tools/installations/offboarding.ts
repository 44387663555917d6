/** Ends installations that wait for a person who left the organisation. */
import { and, eq } from 'drizzle-orm';
import type { PersonHook } from '../../identity/members/service.ts';
import { atRest, type InstallationCore } from './core.ts';
import { installationsTable } from './tables.ts';

const detail =
  'the person who was to connect it is no longer a member: uninstall it and install it for somebody else, or try again ' +
  'when they are back';

/** Fails them in the transaction in which the person leaves: nobody else may connect that person's credential. */
export function createInstallationOffboarding(core: Pick<InstallationCore, 'moveIn' | 'changes'>): PersonHook {
  return async (tx, author, userId) => {
    await core.changes.hold(tx, author.orgId);
    const table = installationsTable;
    const rows = await tx
      .select()
      .from(table)
      .where(
        and(
          ...[eq(table.org_id, author.orgId), eq(table.connect_user_id, userId)],
          eq(table.status, 'awaiting_connect'),
        ),
      )
      .for('update');
    for (const row of rows) {
      const error = { step: 'connect', code: 'person_left', retryable: false, detail } as const;
      await core.moveIn(
        ...[tx, author, row],
        // The pending credential is gone with the person: a retry makes a new one.
        { status: 'failed', resume_at: 'registering', error, ...atRest },
        {
          action: 'failed',
          level: 'warn',
          reason: 'connect: person_left',
          message: `${row.title} waited for a person who left`,
        },
      );
    }
  };
}
