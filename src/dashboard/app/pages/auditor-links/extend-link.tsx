import { useMutation } from '@apollo/client/react';
import { Button, NumberInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { ExtendAuditorLinkDocument, type AuditorLinksQuery } from './auditor-links.gql';
import { EndsBefore } from './ends-before';
import { lifetimeOf } from './link-form.rules';

type Link = AuditorLinksQuery['auditorLinks'][number];

/** Button that lets a link end later, with its dialog: the address cannot be had again, but it can stay. */
export function ExtendLink({ link }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const { label, revokedAt } = link;
  if (revokedAt !== null || !may('extendAuditorLink')) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open} aria-label={t('extend.of', { label })}>
        {t('extend.action')}
      </Button>
      {isOpen && <ExtendDialog link={link} onClose={close} />}
    </>
  );
}

function ExtendDialog({ link: { id, label, to }, onClose }: { link: Link; onClose: () => void }) {
  const { t } = useTranslation('auditor-links');
  const [days, setDays] = useState(() => lifetimeOf(to.slice(0, 10), new Date()));
  const { error, attempt } = useAttempts();
  const [extend, { loading }] = useMutation(ExtendAuditorLinkDocument);
  async function submit() {
    const isDone = await attempt(() => extend({ variables: { input: { auditorLinkId: id, expiresInDays: days } } }));
    if (!isDone) return;
    notifications.show({ message: t('extend.done') });
    onClose();
  }
  return (
    <FormDialog
      title={t('extend.of', { label })}
      action={t('extend.submit')}
      isBusy={loading}
      error={error}
      fields={['expiresInDays']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('extend.explanation')}</Text>
      <NumberInput
        label={t('extend.days')}
        min={1}
        max={90}
        allowDecimal={false}
        data-autofocus
        value={days}
        onChange={(value) => setDays(Number(value))}
        error={problemOf(error, 'expiresInDays')}
      />
      <EndsBefore to={to.slice(0, 10)} days={days} />
    </FormDialog>
  );
}
