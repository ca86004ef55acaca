import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { RowMenu } from '../../parts/row-actions';
import type { ShownControl } from './control.page';
import { ExcludeDialog, isAddressable } from './exclude-dialog';
import { IncludeDialog } from './include-dialog';

/** What is rarely done with a control: to propose that it is out of scope, or why it applies. Nothing where the user may do neither. */
export function ScopeMenu({ control }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const may = useMay();
  const [isOpen, setOpen] = useState<'exclude' | 'include' | null>(null);
  const { scope, isCurrent, controlId } = control;
  const isOpenToProposals = scope.isExcludable && scope.isInScope && !scope.proposal && isCurrent;
  const actions = [
    ...(isOpenToProposals && may('proposeInclusions') && !isAddressable(control)
      ? [{ key: 'include', word: t('include.open'), run: () => setOpen('include') }]
      : []),
    ...(isOpenToProposals && may('proposeExclusions')
      ? [
          {
            key: 'exclude',
            word: t(isAddressable(control) ? 'exclude.decide' : 'exclude.open'),
            run: () => setOpen('exclude'),
          },
        ]
      : []),
  ];
  const close = () => setOpen(null);
  return (
    <>
      {actions.length > 0 && <RowMenu label={t('control.more', { control: controlId })} actions={actions} size={36} />}
      {isOpen === 'exclude' && <ExcludeDialog control={control} onClose={close} />}
      {isOpen === 'include' && <IncludeDialog control={control} onClose={close} />}
    </>
  );
}
