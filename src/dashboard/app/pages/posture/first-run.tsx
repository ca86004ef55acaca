import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openedFailingControl, useRemembered } from '../../parts/remembered';
import { TextLink } from '../../parts/text-link';
import { useMay, useShell } from '../../api/shell-data';
import { FirstRunDocument } from './first-run.gql';
import { STEPS, stepsDone, type Step } from './first-run.rules';

interface FirstRunProps {
  /** Slug of the framework with most failing controls. */
  failing: string;
  /** Whether somebody has assessed anything, in any browser. */
  hasAssessed: boolean;
}

/** The next of the first steps of an organization, until all are done or, in this browser, dismissed. */
export function FirstRun(props: FirstRunProps) {
  const { organization } = useShell();
  const [isAway, putAway] = useRemembered(`crosswalk.first-run.away.${organization.tenantId}`);
  return isAway ? null : <Checklist {...props} onDismiss={putAway} />;
}

function Checklist({ failing, hasAssessed, onDismiss }: FirstRunProps & { onDismiss: () => void }) {
  const { t } = useTranslation('first-run');
  const may = useMay();
  const { organization } = useShell();
  const [hasOpened, open] = useRemembered(openedFailingControl(organization.tenantId));
  const variables = { mayReadIntegrations: may('integrations'), mayReadInvitations: may('invitations') };
  const { data, error } = useQuery(FirstRunDocument, { variables });
  const steps = data ? shownSteps(stepsDone(data, hasOpened || hasAssessed), may) : [];
  const count = steps.filter(({ isDone }) => isDone).length;
  const isComplete = data !== undefined && count === steps.length;
  // It does not come back when, some day, the last key is gone.
  useEffect(() => {
    if (isComplete) onDismiss();
  }, [isComplete, onDismiss]);
  // Left out where it cannot be read: the rest of the page does not need it.
  if (error) return null;
  if (isComplete) return null;
  if (!data) return <Skeleton height={STEPS_HEIGHT} />;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className="posture-steps" aria-label={t('title')}>
      <b>{t('title')}</b>
      <Text span c="dimmed" size="sm">
        {t('progress', { count, total: steps.length })}
      </Text>
      {next && (
        <span>
          {t('next')} <StepLink step={next.step} failing={failing} onOpen={open} />
        </span>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
        {t('dismiss')}
      </Button>
    </section>
  );
}

/** Of the one line: what comes takes the place of the skeleton. */
const STEPS_HEIGHT = 48;

function StepLink({ step, failing, onOpen }: { step: Step; failing: string; onOpen: () => void }) {
  const { t } = useTranslation('first-run');
  const may = useMay();
  const label = t(`step.${step}`);
  switch (step) {
    case 'data':
      // Roles that may not see integrations are led to the scans instead.
      return <TextLink to={may('integrations') ? '/integrations' : '/scans'}>{label}</TextLink>;
    case 'scan':
      return <TextLink to="/scans">{label}</TextLink>;
    case 'control':
      return (
        <TextLink
          to="/controls/$framework"
          params={{ framework: failing }}
          search={{ status: 'failed' }}
          onClick={onOpen}
        >
          {label}
        </TextLink>
      );
    case 'team':
      return may('inviteMember') ? (
        <TextLink to="/members">{label}</TextLink>
      ) : (
        <TextLink to="/keys">{t('step.key')}</TextLink>
      );
  }
}

/** Steps that are done, and those that the user may do. */
function shownSteps(done: Record<Step, boolean>, may: (operation: string) => boolean) {
  return STEPS.filter((step) => done[step] || needsOf(step).some(may)).map((step) => ({ step, isDone: done[step] }));
}

/** Operations of a step; the user needs one of them. */
function needsOf(step: Step): readonly string[] {
  switch (step) {
    case 'data':
      return ['connectIntegration'];
    case 'scan':
      return ['triggerScan'];
    case 'control':
      return ['controls'];
    case 'team':
      return ['inviteMember', 'createApiKey'];
  }
}
