/** Standard claim about where data is processed (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper } from './standard-claim.ts';

export interface SovereigntyParameters extends CommonParameters {
  data_location: string;
  allowed_locations?: readonly string[] | undefined;
  cross_border_transfer?: boolean | undefined;
  transfer_mechanism?: string | undefined;
  /** The contract's default is true, so an auditor that checked must set it. */
  compliant?: boolean | undefined;
  user_jurisdiction?: string | undefined;
}

/** `sovereignty_compliant`: the finding of the caller. */
export const sovereigntyClaim = createHelper<SovereigntyParameters>({
  helper: 'sovereigntyClaim',
  claim: 'sovereignty_compliant',
  type: 'boolean',
  parameters: Type.Object(
    {
      data_location: Type.String({ minLength: 1 }),
      allowed_locations: Type.Optional(Type.Array(Type.String())),
      cross_border_transfer: Type.Optional(Type.Boolean()),
      transfer_mechanism: Type.Optional(Type.String()),
      compliant: Type.Optional(Type.Boolean()),
      user_jurisdiction: Type.Optional(Type.String()),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { cross_border_transfer: false, compliant: true },
  contradiction({ data_location: place, allowed_locations: allowed, cross_border_transfer: crosses, ...rest }, given) {
    if (crosses === false && rest.transfer_mechanism !== undefined) {
      return 'transfer_mechanism is only for a cross_border_transfer';
    }
    // The default would call a place compliant that the list does not name. Lists may name regions, so the caller says.
    if (given.compliant === undefined && allowed !== undefined && !allowed.includes(place)) {
      return 'compliant must be given where data_location is not one of allowed_locations';
    }
    return undefined;
  },
  value: ({ compliant }) => compliant,
});
