import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface RevokeKeysChoiceProps {
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Choice whether a change of the credentials revokes the API keys as well. */
export function RevokeKeysChoice({ isChosen, onChange }: RevokeKeysChoiceProps) {
  const { t } = useTranslation('account');
  return (
    <Checkbox
      label={t('revokeKeys.label')}
      description={t('revokeKeys.hint')}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
