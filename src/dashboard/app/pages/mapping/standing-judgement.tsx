import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { ShownStatus } from '../../parts/band.rules';
import { Reason } from '../../parts/reason';
import { Status } from '../../parts/status';

/** The judgement in force of a universal control. */
export interface Standing {
  status: ShownStatus;
  details: string | null;
  createdAt: string;
  assessedBy: { name: string };
}

interface StandingJudgementProps {
  standing: Standing;
  isWithdrawn: boolean;
  onWithdraw: (isWithdrawn: boolean) => void;
}

/** What is judged already, why, and by whom; a button withdraws it without another judgement in its place. */
export function StandingJudgement({ standing, isWithdrawn, onWithdraw }: StandingJudgementProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { status, details, createdAt, assessedBy } = standing;
  return (
    <Stack gap="xs" align="flex-start">
      <div className="mapping-signs">
        <Status status={status} />
        <Text c="dimmed" size="sm">
          {t('assess.standing', { name: assessedBy.name, date: format.date(createdAt) })}
        </Text>
      </div>
      {details !== null && <Reason text={details} />}
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        aria-pressed={isWithdrawn}
        onClick={() => onWithdraw(!isWithdrawn)}
      >
        {t(isWithdrawn ? 'assess.keep' : 'assess.withdraw')}
      </Button>
      {isWithdrawn && <Text role="status">{t('assess.withdrawn')}</Text>}
    </Stack>
  );
}
