import { registerEnumType } from 'type-graphql';

export const SeverityEnum = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  informational: 'informational',
} as const;
registerEnumType(SeverityEnum, {
  name: 'Severity',
  description: 'How grave a finding is, by the catalogue or the scanner.',
  valuesConfig: {
    critical: { description: 'The gravest: repair it at once.' },
    high: { description: 'Grave: repair it next.' },
    medium: { description: 'Of consequence under further conditions.' },
    low: { description: 'Of little consequence.' },
    informational: { description: 'Of none by itself.' },
  },
});
