import type { SettingField } from './settings-form.rules.js';

/** Steps of a connection in their order. */
export const CONNECT_STEPS = ['grant', 'credentials', 'reads', 'check'] as const;
export type ConnectStep = (typeof CONNECT_STEPS)[number];

interface AnyKind {
  permissions: readonly unknown[];
  acceptsReports: boolean;
}

/** Steps that a kind of integration needs: what has nothing to grant or to enter begins later, a scanner has no schedule, what has no settings no test. */
export function stepsOf({ permissions, acceptsReports }: AnyKind, fields: readonly SettingField[]): ConnectStep[] {
  const isNeeded = {
    grant: permissions.length > 0,
    credentials: fields.length > 0 || acceptsReports,
    reads: !acceptsReports || fields.some(({ keepsCredentials }) => keepsCredentials),
    check: fields.length > 0,
  };
  return CONNECT_STEPS.filter((step) => isNeeded[step]);
}

/** Fields of a step: credentials with all that says where they are sent, or what is read by them. */
export function fieldsIn(step: ConnectStep, fields: readonly SettingField[]): SettingField[] {
  if (step === 'grant' || step === 'check') return [];
  return fields.filter(({ keepsCredentials }) => keepsCredentials === (step === 'reads'));
}
