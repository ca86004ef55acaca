import { registerEnumType } from 'type-graphql';

export const SeverityEnum = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  informational: 'informational',
} as const;
registerEnumType(SeverityEnum, { name: 'Severity' });
