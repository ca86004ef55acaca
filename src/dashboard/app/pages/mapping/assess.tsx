import { useMutation } from '@apollo/client/react';
import { Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AssessForm } from './assess-form';
import type { Standing } from './standing-judgement';
import type { Beginning } from './beginning.rules';
import { HeldControls, ReachedControls } from './impact';
import { impactOf } from './impact.rules';
import {
  CreateAssessmentDocument,
  UniversalControlDocument,
  type CreateAssessmentMutation,
} from './universal-control.gql';

type Assessed = CreateAssessmentMutation['createAssessment']['assessment'];

interface AssessProps {
  universalControlId: string;
  /** What the form begins with; null while it is closed. */
  beginning: Beginning | null;
  /** The judgement in force; null where there is none. */
  standing: Standing | null;
  /** What makes it another form. */
  beginningKey: string;
  /** Where to go on once it is saved. @default nothing */
  after?: ReactNode;
  onClose: () => void;
}

/** Assessment of a universal control: while open a form with a preview, then the changed controls. */
export function Assess({ universalControlId, beginning, standing, beginningKey, after, onClose }: AssessProps) {
  const { t } = useTranslation('mapping');
  const [assessed, setAssessed] = useState<Assessed | null>(null);
  const [create, { error, reset }] = useMutation(CreateAssessmentDocument, {
    refetchQueries: [UniversalControlDocument],
  });
  const close = (saved: Assessed | null) => {
    setAssessed(saved);
    reset();
    onClose();
  };
  if (!beginning) return assessed && <Moved assessed={assessed} after={after} />;
  return (
    <section>
      <Title order={2} mb="sm">
        {t('assess.title')}
      </Title>
      <AssessForm
        key={beginningKey}
        universalControlId={universalControlId}
        beginning={beginning}
        standing={standing}
        error={error}
        onCancel={() => close(null)}
        onConfirm={async (judgement) => {
          const { data } = await create({ variables: { input: { universalControlId, ...judgement } } }).catch(
            // What went wrong is shown in the form, with all that was typed.
            () => ({ data: undefined }),
          );
          if (!data) return;
          close(data.createAssessment.assessment);
          notifications.show({ message: t('assess.done') });
        }}
      />
    </section>
  );
}

/** Effects of a saved assessment. Takes the focus, so that screen readers announce it. */
function Moved({ assessed: { propagatedControls }, after }: { assessed: Assessed; after: ReactNode }) {
  const { t } = useTranslation('mapping');
  const { changed, held, unchanged, frameworks, passing } = impactOf(propagatedControls);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="mapping-box" role="status">
      <Text fw={500}>
        {t('assess.changed', { count: changed.length, frameworks })}{' '}
        {passing.full + passing.partial > 0 && t('assess.passed', passing)}
      </Text>
      {after}
      {changed.length > 0 && <ReachedControls controls={changed} label={t('assess.moved')} isDone />}
      {held.length > 0 && <HeldControls controls={held} />}
      {unchanged.length > 0 && <Text c="dimmed">{t('assess.unchanged', { count: unchanged.length })}</Text>}
    </div>
  );
}
