import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog';
import { problemOf } from '../../parts/refusal';
import { useCreate } from '../../parts/use-create';
import { newSecret, SecretField } from './secret-field';
import { SecretShown } from './secret-shown';
import { WebhookForm, type WebhookValues } from './webhook-form';
import { CreateWebhookDocument, WebhooksDocument } from './webhooks.gql';
import { EVERY_EVENT, isChat, type WebhookFormat } from './webhooks.rules';

const INITIAL: Omit<WebhookValues, 'format'> = { url: '', events: [EVERY_EVENT] };

/**
 * Button that creates a webhook, or one for a receiver that is chosen elsewhere, with its dialogs: for an endpoint of one's own with a generated secret, which is shown once. The dialogs
 * stay where the list of webhooks is no longer empty.
 */
export function useCreateWebhook() {
  const { t } = useTranslation('webhooks');
  const [isOpen, { open, close }] = useCreate();
  const [first, setFirst] = useState<WebhookFormat>('json');
  const [secret, setSecret] = useState(newSecret);
  const [isCreated, setCreated] = useState(false);
  const [create] = useMutation(CreateWebhookDocument, { refetchQueries: [WebhooksDocument] });

  const begin = (format: WebhookFormat = 'json') => {
    setFirst(format);
    setSecret(newSecret());
    open();
  };
  const submit = async (values: WebhookValues) => {
    const isSigned = !isChat(values.format);
    await create({ variables: { input: { ...values, ...(isSigned ? { secret } : {}) } } });
    close();
    if (isSigned) setCreated(true);
    else notifications.show({ message: t('create.done') });
  };

  const dialogs = (
    <>
      <Dialog opened={isOpen} onClose={close} title={t('create.title')} size="lg">
        <WebhookForm
          initial={{ ...INITIAL, format: first }}
          action={t('create.action')}
          onSubmit={submit}
          onCancel={close}
        >
          {(format, error) =>
            !isChat(format) && <SecretField secret={secret} problem={problemOf(error, 'secret')} onChange={setSecret} />
          }
        </WebhookForm>
      </Dialog>
      {isCreated && <SecretShown title={t('create.done')} secret={secret} onDone={() => setCreated(false)} />}
    </>
  );
  return { begin, button: <Button onClick={() => begin()}>{t('create.action')}</Button>, dialogs };
}
