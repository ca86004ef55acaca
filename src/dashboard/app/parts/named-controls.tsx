import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from './data-table';
import { ControlStatus, type StandingControl } from './status';
import { TextLink } from './text-link';

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
          cell: ({ id, controlId, title, framework }) => (
            <>
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                size="sm"
                fw={500}
              >
                {controlId}
              </TextLink>{' '}
              <Text span>{title}</Text>
            </>
          ),
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
