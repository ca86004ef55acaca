import type { SettingField } from './settings-form.rules.js';

/** Steps of a connection in their order. */
export const CONNECT_STEPS = ['report', 'grant', 'credentials', 'reads', 'check'] as const;
export type ConnectStep = (typeof CONNECT_STEPS)[number];

interface AnyKind {
  permissions: readonly unknown[];
  acceptsReports: boolean;
}

/**
 * Steps that a kind of integration needs: what has nothing to grant or to enter begins later, what has no settings has no test. A scanner
 * whose reports are imported has one step alone, which begins with the report.
 */
export function stepsOf({ permissions, acceptsReports }: AnyKind, fields: readonly SettingField[]): ConnectStep[] {
  if (acceptsReports) return ['report'];
  const isNeeded = {
    report: false,
    grant: permissions.length > 0,
    credentials: fields.length > 0,
    reads: true,
    check: fields.length > 0,
  };
  return CONNECT_STEPS.filter((step) => isNeeded[step]);
}

/** Fields of a step: credentials with all that says where they are sent, or what is read by them. */
export function fieldsIn(step: ConnectStep, fields: readonly SettingField[]): SettingField[] {
  if (step === 'report') return [...fields];
  if (step === 'grant' || step === 'check') return [];
  return fields.filter(({ keepsCredentials }) => keepsCredentials === (step === 'reads'));
}
