import { Button, Code, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Fix } from './fix-table';

/** Steps of a repair, in their order, with the commands of those that have one. */
export function RemediationList({ steps }: { steps: Fix['remediation']['steps'] }) {
  return (
    <ol className="fix-step">
      {steps.map((step) => (
        <li key={step.order}>
          <Text fw={500}>{step.title}</Text>
          <Text>{step.instruction}</Text>
          {step.command !== null && <Command command={step.command} title={step.title} />}
        </li>
      ))}
    </ol>
  );
}

/** A command line with a button to copy it. */
function Command({ command, title }: { command: string; title: string }) {
  const { t } = useTranslation(['remediation', 'common']);
  const copy = () => {
    void navigator.clipboard.writeText(command).then(() => notifications.show({ message: t('common:action.copied') }));
  };
  return (
    <div className="fix-command">
      <Code block>{command}</Code>
      <Button size="xs" variant="default" onClick={copy} aria-label={`${t('common:action.copy')}: ${title}`}>
        {t('common:action.copy')}
      </Button>
    </div>
  );
}
