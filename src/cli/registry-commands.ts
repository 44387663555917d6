/** Commands over the registries, in the order in which help shows them. */
import type { Command } from './command.ts';
import { registryAuditorDeprecate } from './commands/registry-auditor-deprecate.ts';
import { registryAuditorList } from './commands/registry-auditor-list.ts';
import { registryAuditorRegister } from './commands/registry-auditor-register.ts';
import { registryAuditorRevoke } from './commands/registry-auditor-revoke.ts';
import { registryAuditorShow } from './commands/registry-auditor-show.ts';
import { registryAuditorVerify } from './commands/registry-auditor-verify.ts';
import { registryModelAdd } from './commands/registry-model-add.ts';
import { registryModelAlias } from './commands/registry-model-alias.ts';
import { registryModelApprove } from './commands/registry-model-approve.ts';
import { registryModelDeprecate } from './commands/registry-model-deprecate.ts';
import { registryModelList } from './commands/registry-model-list.ts';
import { registryModelRevoke } from './commands/registry-model-revoke.ts';
import { registryModelShow } from './commands/registry-model-show.ts';
import { registryModelVersionAdd } from './commands/registry-model-version-add.ts';
import { registryPublisherAdd } from './commands/registry-publisher-add.ts';
import { registryPublisherList } from './commands/registry-publisher-list.ts';
import { registryPublisherRemove } from './commands/registry-publisher-remove.ts';
import { registrySign } from './commands/registry-sign.ts';

export const registryCommands: readonly Command[] = [
  registryAuditorList,
  registryAuditorShow,
  registryAuditorRegister,
  registryAuditorVerify,
  registryAuditorDeprecate,
  registryAuditorRevoke,
  registryModelList,
  registryModelShow,
  registryModelAdd,
  registryModelVersionAdd,
  registryModelApprove,
  registryModelDeprecate,
  registryModelRevoke,
  registryModelAlias,
  registryPublisherList,
  registryPublisherAdd,
  registryPublisherRemove,
  registrySign,
];
