import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../parts/shown-once';

/** The signing secret, to be stored by the receiver. */
export function SecretShown({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ShownOnce
      title={title}
      explanation={t('secret.explanation')}
      label={t('secret.label')}
      secret={secret}
      confirmation={t('secret.confirmation')}
      onDone={onDone}
    />
  );
}
