/** Every command, in the order in which help shows them. A new one is its file and a line here. */
import type { Command } from './command.ts';
import { attestationVerify } from './commands/attestation-verify.ts';
import { auditorNew } from './commands/auditor-new.ts';
import { auditorVerify } from './commands/auditor-verify.ts';
import { collateralFetch } from './commands/collateral-fetch.ts';
import { demo } from './commands/demo.ts';
import { evaluate } from './commands/evaluate.ts';
import { evidenceList } from './commands/evidence-list.ts';
import { evidenceShow } from './commands/evidence-show.ts';
import { feedbackExport } from './commands/feedback-export.ts';
import { feedbackList } from './commands/feedback-list.ts';
import { feedbackMark } from './commands/feedback-mark.ts';
import { passportExport } from './commands/passport-export.ts';
import { passportList } from './commands/passport-list.ts';
import { passportRevoke } from './commands/passport-revoke.ts';
import { passportShow } from './commands/passport-show.ts';
import { passportStatus } from './commands/passport-status.ts';
import { receiptsExport } from './commands/receipts-export.ts';
import { receiptsVerify } from './commands/receipts-verify.ts';
import { scan } from './commands/scan.ts';
import { start } from './commands/start.ts';
import { verify } from './commands/verify.ts';

export const commands: readonly Command[] = [
  start,
  demo,
  evaluate,
  evidenceList,
  evidenceShow,
  passportList,
  passportShow,
  passportExport,
  passportStatus,
  passportRevoke,
  receiptsVerify,
  receiptsExport,
  verify,
  attestationVerify,
  collateralFetch,
  scan,
  feedbackMark,
  feedbackList,
  feedbackExport,
  auditorNew,
  auditorVerify,
];
