import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { notifyRefusal } from '../../parts/notify-refusal';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { useWork } from '../../parts/work-items/use-work';
import type { Ending } from './ending.rules';
import type { WorkItemPageQuery } from './work.gql';

type Shown = WorkItemPageQuery['workItem'];

/** The way to what ends what is wrong, and the button that marks the work as done. */
export function ItemActions({ item, ending }: { item: Shown; ending: Ending | null }) {
  const may = useMay();
  const isOpen = item.state === 'open' || item.state === 'in_progress';
  const isShown = isOpen && (ending?.by === 'fix' || (ending?.by === 'assessment' && may('createAssessment')));
  return (
    <>
      {isShown && <End ending={ending} />}
      <Finish item={item} isOpen={isOpen} isPrimary={isOpen && !isShown} />
    </>
  );
}

function End({ ending }: { ending: Ending }) {
  const { t } = useTranslation('work');
  if (ending.by === 'fix') {
    return (
      <ButtonLink to="/remediation" search={{ fix: ending.checkId, show: 'all' }}>
        {t('end.fix')}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      to="/mapping/universal/$universalControlId"
      params={{ universalControlId: ending.id }}
      search={{ assess: true }}
    >
      {t('end.assess', { code: ending.code })}
    </ButtonLink>
  );
}

interface FinishProps {
  item: Shown;
  isOpen: boolean;
  isPrimary: boolean;
}

/** Button that marks it as done, or takes it up again; both can be undone. */
function Finish({ item: { id, state, title }, isOpen, isPrimary }: FinishProps) {
  const { t } = useTranslation('work');
  const may = useMay();
  const { update } = useWork();
  if (!may('updateWorkItem')) return null;
  const change = async () => {
    try {
      await update({ workItemId: id, state: isOpen ? 'done' : 'open' });
      const message = t(isOpen ? 'finish.done' : 'finish.reopened', { title });
      notifyWithUndo(id, message, () => update({ workItemId: id, state }), t('finish.undone'));
    } catch (error) {
      notifyRefusal(error);
    }
  };
  return (
    <Button variant={isPrimary ? 'filled' : 'default'} onClick={() => void change()}>
      {t(isOpen ? 'finish.action' : 'finish.reopen')}
    </Button>
  );
}
