/** Looks at the settings: wrong and ignored variables, and what they leave unprotected. */
import { isLoopback } from '../../platform/http/access.ts';
import type { FoundSettings, ServiceSettings } from '../../service-settings.ts';
import { type DoctorFinding, good, toFinding } from './finding.ts';

/** Findings about the variables themselves. */
export function lookAtVariables({ problems, warnings }: FoundSettings): DoctorFinding[] {
  const all = [
    ...problems.map((text) => toFinding('bad', 'configuration', text, 'Correct the variable: docs/configuration.md.')),
    ...warnings.map((text) => toFinding('note', 'configuration', text, 'Correct the names, or unset the variables.')),
  ];
  return all.length === 0 ? [good('configuration', 'every variable is known and valid')] : all;
}

type Row = readonly [isOpen: boolean | undefined, subject: string, text: string, advice: string];

/** Findings about what is not protected. */
export function lookAtProtection({ settings }: FoundSettings): DoctorFinding[] {
  const { gateway, verifier, mcpGateway } = settings;
  const shared = gateway ?? verifier;
  const rows: readonly Row[] = [
    [
      shared?.ASSAY_AUTHENTICATION === 'local' && shared.ASSAY_ACCESS_TOKEN === undefined,
      'callers',
      'every program on this machine may call without a credential',
      'Set ASSAY_AUTHENTICATION=required: docs/guides/who-may-call.md.',
    ],
    [
      shared?.ASSAY_ENV === 'development',
      'environment',
      'settings that are only for trials are allowed',
      'Set ASSAY_ENV=production for real traffic.',
    ],
    [
      gateway?.GATEWAY_MODE === 'observe',
      'mode',
      'the gateway blocks nothing, it only records',
      'Unset GATEWAY_MODE, or set it to enforce.',
    ],
    [
      gateway?.GATEWAY_SKIP_AUDIT === true,
      'auditors',
      'the gateway asks no auditor of its own chain',
      'Unset GATEWAY_SKIP_AUDIT, or remove the annotation vendor.io/skip-audit.',
    ],
    [
      gateway?.GATEWAY_STREAM_MODE === 'pass',
      'streams',
      'streamed answers reach the client before they are judged',
      'Set GATEWAY_STREAM_MODE to buffer or window.',
    ],
    [
      gateway?.GATEWAY_WITNESS === 'off',
      'witness',
      'nobody notices records that are cut off the end of the receipt chain',
      'Set GATEWAY_WITNESS to on or strict.',
    ],
    [
      verifier !== undefined && verifier.VERIFIER_KEK === undefined && verifier.VERIFIER_KEK_TRANSIT_URL === undefined,
      'stored secrets',
      'the key that encrypts them is in the data folder, beside them',
      'Set VERIFIER_KEK or VERIFIER_KEK_TRANSIT_URL: docs/secrets.md.',
    ],
    [
      mcpGateway?.MCP_GATEWAY_MTLS_ENABLED === false,
      'calls between services',
      'the MCP gateway calls services without mTLS',
      'Unset MCP_GATEWAY_MTLS_ENABLED: docs/guides/mtls.md.',
    ],
    ...hostsOf(settings).map(
      ([variable, host]): Row => [
        !isLoopback(host),
        variable,
        `${host} is reachable from the network, by plain HTTP`,
        'Put TLS in front of it, or bind it to 127.0.0.1: docs/deployment.md.',
      ],
    ),
  ];
  const open = rows.filter(([isOpen]) => isOpen === true);
  if (open.length === 0) return [good('protection', 'no setting leaves something unprotected')];
  return open.map(([, subject, text, advice]) => toFinding('note', subject, text, advice));
}

function hostsOf({ gateway, verifier, attestor, mcpGateway }: Partial<ServiceSettings>): [string, string][] {
  return [
    ...(gateway === undefined ? [] : [['GATEWAY_HOST', gateway.GATEWAY_HOST] satisfies [string, string]]),
    ...(verifier === undefined ? [] : [['VERIFIER_HOST', verifier.VERIFIER_HOST] satisfies [string, string]]),
    ...(attestor === undefined ? [] : [['ATTESTOR_HOST', attestor.ATTESTOR_HOST] satisfies [string, string]]),
    ...(mcpGateway === undefined ? [] : [['MCP_GATEWAY_HOST', mcpGateway.MCP_GATEWAY_HOST] satisfies [string, string]]),
  ];
}
