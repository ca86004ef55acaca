import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { notifyRefusal } from '../../parts/notify-refusal';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import {
  DeleteReportDocument,
  GenerateReportDocument,
  RegenerateReportDocument,
  type GenerateReportInput,
} from './reports.gql';

const AFTERWARDS = { refetchQueries: ['Reports', 'ReportLibrary'] };

/** Making of reports. What was made can be undone: the report is deleted. */
export function useMaking() {
  const { t } = useTranslation('reports');
  const [generate, { loading, error, reset }] = useMutation(GenerateReportDocument, AFTERWARDS);
  const [regenerate, { loading: isRepeating }] = useMutation(RegenerateReportDocument, AFTERWARDS);
  const [remove] = useMutation(DeleteReportDocument, AFTERWARDS);
  const notify = (id: string) =>
    notifyWithUndo(id, t('made.done'), () => remove({ variables: { input: { reportId: id } } }), t('made.undone'));
  return {
    /** Refusal of the last report that was asked for. */
    error,
    reset,
    isBusy: loading || isRepeating,
    /** Answers whether it was made. */
    generate: async (input: GenerateReportInput): Promise<boolean> => {
      const done = await generate({ variables: { input } }).catch(() => null);
      if (!done?.data) return false;
      notify(done.data.generateReport.report.id);
      return true;
    },
    again: (reportId: string) => {
      void regenerate({ variables: { input: { reportId } } }).then(
        ({ data }) => data && notify(data.regenerateReport.report.id),
        notifyRefusal,
      );
    },
  };
}
