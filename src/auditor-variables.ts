/** The variables of an auditor, for what completes an environment. */
import { type AuditorDefinition, variableName } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { mcpVariables } from '@assay/sdk/mcp';
import { auditorMtlsVariables } from './auditor-mtls-config.ts';
import { type KnownVariable, listVariables } from './platform/config.ts';

/** Lists them: its settings, those that it names itself, and those of every auditor. */
export function listAuditorVariables(definition: AuditorDefinition): KnownVariable[] {
  const { id, config = {}, methods, environment = [] } = definition;
  const settings = [config, ...methods.map((method) => method.settings ?? {})].flatMap((map) => Object.entries(map));
  const others = [...environment.map(({ name }) => name), ...mcpVariables.map(({ name }) => name)];
  return [
    ...settings.map(([key, { secret }]) => toKnown(variableName(id, key), secret === true)),
    ...listVariables(auditorMtlsVariables),
    ...[...others, ...Object.values(environmentNames)].map((name) =>
      toKnown(name, name === environmentNames.auditorToken),
    ),
  ];
}

const toKnown = (name: string, isSecret: boolean): KnownVariable => ({ name, isSecret, isEmptySet: true });
