import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { secretOf } from './webhooks.rules';

export function newSecret(): string {
  return secretOf(crypto.getRandomValues(new Uint8Array(32)));
}

interface SecretFieldProps {
  secret: string;
  problem: string | undefined;
  onChange: (secret: string) => void;
}

/** Field with a generated secret, which can be replaced by an existing one. */
export function SecretField({ secret, problem, onChange }: SecretFieldProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={t('secret.label')}
        description={t('secret.hint')}
        required
        minLength={16}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        flex="1 1 240px"
        value={secret}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <Button variant="default" onClick={() => onChange(newSecret())}>
        {t('secret.another')}
      </Button>
    </Group>
  );
}
