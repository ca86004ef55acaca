import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { Assign } from '../../parts/work-items/assign';
import { AssessButton } from './assess-button';
import type { ShownControl } from './control.page';
import { ScopeMenu } from './scope-menu';
import { whyOf } from './why.rules';

/** What a control needs next is its main action: to be given to somebody where tests fail it, evidence where it is passed, else a judgement. */
export function ControlActions({ control }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const may = useMay();
  const { id, controlId, title, status, assurance, scope, isCurrent, mappings } = control;
  const isFailed = status === 'failed';
  const isPassed = status === 'passed' && assurance?.level === 'full';
  const isAssessable = scope.isInScope && isCurrent;
  // Where an assessment fails it, the button that leads to that stands beside its reason.
  const isFailedByTests = isFailed && whyOf(control).by !== 'assessment';
  return (
    <>
      {isAssessable && <AssessButton mappings={mappings} isPrimary={!isFailed && !isPassed} />}
      {isFailed && <Assign subject={{ controlId: id }} title={`${controlId} ${title}`} isPrimary={isFailedByTests} />}
      {isPassed && may('uploadEvidence') && (
        <ButtonLink to="/evidence" search={{ controlId: id, create: true }}>
          {t('control.addEvidence')}
        </ButtonLink>
      )}
      <ScopeMenu control={control} />
    </>
  );
}
