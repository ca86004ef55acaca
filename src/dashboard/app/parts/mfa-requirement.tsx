import { useMutation } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/shell-data';
import { ConfirmedAction } from './confirmed-action';
import { useFormat } from './format';
import { RequireMfaDocument } from './mfa-requirement.gql';

interface MfaRequirementProps {
  /** From when a second factor is required; null where it is not. */
  requiredFrom: string | null;
}

/** Whether a second factor is required of members, and the choice. */
export function MfaRequirement({ requiredFrom }: MfaRequirementProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return (
    <Group justify="space-between" gap="md">
      <Text>{requiredFrom === null ? t('mfa.off') : t('mfa.on', { date: format.dateTime(requiredFrom) })}</Text>
      <MfaChoice requiredFrom={requiredFrom} />
    </Group>
  );
}

/** Button that requires a second factor, or ends that; nothing where the user may not. @param isSmall whether it stands in a line of text */
export function MfaChoice({ requiredFrom, isSmall = false }: MfaRequirementProps & { isSmall?: boolean }) {
  const { t } = useTranslation('settings');
  const may = useMay();
  const [require] = useMutation(RequireMfaDocument);
  const isRequired = requiredFrom !== null;
  if (!may('requireMfa')) return null;
  return (
    <ConfirmedAction
      isDestructive={false}
      action={t(isRequired ? 'mfa.relax' : 'mfa.require')}
      {...(isSmall ? { size: 'compact-sm' } : {})}
      onConfirm={() => require({ variables: { input: { isRequired: !isRequired } } })}
    >
      {t(isRequired ? 'mfa.relaxExplanation' : 'mfa.explanation')}
    </ConfirmedAction>
  );
}
