import { useMutation } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { useFormat } from '../../parts/format';
import { RequireMfaDocument } from './settings.gql';

/** Whether a second factor is required of members, and the choice. */
export function MfaRequirement({ requiredFrom }: { requiredFrom: string | null }) {
  const { t } = useTranslation('settings');
  const may = useMay();
  const format = useFormat();
  const [require] = useMutation(RequireMfaDocument);
  const isRequired = requiredFrom !== null;
  const action = t(isRequired ? 'mfa.relax' : 'mfa.require');
  return (
    <Stack gap="md">
      <Text>{isRequired ? t('mfa.on', { date: format.dateTime(requiredFrom) }) : t('mfa.off')}</Text>
      {may('requireMfa') && (
        <Group>
          <ConfirmedAction
            action={action}
            onConfirm={() => require({ variables: { input: { isRequired: !isRequired } } })}
          >
            {t(isRequired ? 'mfa.relaxExplanation' : 'mfa.explanation')}
          </ConfirmedAction>
        </Group>
      )}
    </Stack>
  );
}
