import { useMutation } from '@apollo/client/react';
import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { FormButtons } from '../../parts/form-buttons';
import { problemOf, Refusal } from '../../parts/refusal';
import { newSecret, SecretField } from './secret-field';
import { SecretShown } from './secret-shown';
import { RotateWebhookSecretDocument } from './webhooks.gql';

/** Dialog that rotates the secret; the old one signs too during the chosen overlap. */
export function RotateSecret({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const [isOpen, { open, close }] = useDisclosure();
  const [rotated, setRotated] = useState<string | null>(null);
  const done = (secret: string) => {
    close();
    setRotated(secret);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('rotate.action')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('rotate.title')} size="lg">
        <RotationForm webhookId={webhookId} onRotated={done} onCancel={close} />
      </Dialog>
      {rotated !== null && <SecretShown title={t('rotate.done')} secret={rotated} onDone={() => setRotated(null)} />}
    </>
  );
}

interface RotationFormProps {
  webhookId: string;
  onRotated: (secret: string) => void;
  onCancel: () => void;
}

/** Overlap in hours, with the default and the limit of the service: 168 are a week. */
const OVERLAP_HOURS = { default: 24, max: 168 } as const;

function RotationForm({ webhookId, onRotated, onCancel }: RotationFormProps) {
  const { t } = useTranslation('webhooks');
  const [secret, setSecret] = useState(newSecret);
  const [hours, setHours] = useState<number | string>(OVERLAP_HOURS.default);
  const [rotate, { loading, error }] = useMutation(RotateWebhookSecretDocument);

  async function submit() {
    try {
      await rotate({ variables: { input: { webhookId, secret, overlapHours: Number(hours) } } });
      onRotated(secret);
    } catch {
      // The form shows it.
    }
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Refusal error={error} fields={['secret']} />
        <Text>{t('rotate.explanation')}</Text>
        <SecretField secret={secret} problem={problemOf(error, 'secret')} onChange={setSecret} />
        <NumberInput
          label={t('rotate.hours')}
          description={t('rotate.hoursHint')}
          min={0}
          max={OVERLAP_HOURS.max}
          allowDecimal={false}
          clampBehavior="strict"
          hideControls
          required
          value={hours}
          onChange={setHours}
        />
        <FormButtons action={t('rotate.action')} isBusy={loading} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
