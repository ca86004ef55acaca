import { useTranslation } from 'react-i18next';
import { ControlLink } from './control-link';
import { DataTable } from './data-table';
import { ControlStatus, type StandingControl } from './status';

interface NamedControl extends StandingControl {
  id: string;
  controlId: string;
  title: string;
  framework: { name: string; slug: string };
}

interface NamedControlsProps {
  label: string;
  controls: readonly NamedControl[];
  /** @default `Status` */
  statusHeader?: string;
}

/** Table of controls of several frameworks, with their statuses. */
export function NamedControls({ label, controls, statusHeader }: NamedControlsProps) {
  const { t } = useTranslation('findings');
  return (
    <DataTable
      label={label}
      rows={controls}
      rowKey={({ id }) => id}
      columns={[
        { key: 'framework', header: t('column.framework'), cell: ({ framework }) => framework.name },
        {
          key: 'control',
          header: t('column.control'),
          cell: (control) => <ControlLink control={control} framework={control.framework.slug} fw={500} />,
        },
        {
          key: 'status',
          header: statusHeader ?? t('column.status'),
          cell: (control) => <ControlStatus control={control} />,
        },
      ]}
    />
  );
}
