import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FindingStatus } from '../finding-status';
import { StateWord } from '../state-word';
import { TextLink } from '../text-link';
import { AcceptFinding, type Acceptable } from './accept-finding';

/** A proposal to accept findings that nobody has approved yet. */
export interface Proposal {
  scanner: string;
  ruleId: string;
  /** Null for findings of every integration. */
  integration: { id: string } | null;
  resources: readonly { id: string }[];
}

interface AcceptanceProps {
  finding: Acceptable;
  /** Whether an exception in force accepts it. */
  isAccepted: boolean;
  proposals: readonly Proposal[];
  /** Of the button. @default 'compact-sm', in a table */
  size?: 'sm' | 'compact-sm';
}

/** What can be done with a failing finding: accept it, or see that it is or waits for approval. */
export function Acceptance({ size = 'compact-sm', ...about }: AcceptanceProps) {
  const state = acceptanceOf(about);
  return state === 'none' ? <AcceptFinding finding={about.finding} size={size} /> : <AcceptedState state={state} />;
}

/** Whether a failing finding is accepted, or proposed to be. */
export function acceptanceOf({ finding, isAccepted, proposals }: AcceptanceProps): 'none' | 'accepted' | 'proposed' {
  if (isAccepted) return 'accepted';
  return proposals.some((proposal) => isAbout(proposal, finding)) ? 'proposed' : 'none';
}

/** That a finding is accepted or waits for it, with the way to the exceptions. */
export function AcceptedState({ state, isInLine = false }: AcceptedStateProps) {
  const { t } = useTranslation('exceptions');
  const shown = (
    <>
      {state === 'accepted' ? (
        <FindingStatus status="fail" isAccepted />
      ) : (
        <StateWord tone="waiting" word={t('state.proposed')} />
      )}
      <TextLink to="/exceptions" size="xs">
        {t('accepted.link')}
      </TextLink>
    </>
  );
  return isInLine ? (
    <Group gap="4px 12px">{shown}</Group>
  ) : (
    <Stack gap={0} align="flex-end">
      {shown}
    </Stack>
  );
}

interface AcceptedStateProps {
  state: 'accepted' | 'proposed';
  /** Whether both stand beside each other. @default below each other, at the right */
  isInLine?: boolean;
}

/** Whether a proposal would accept what fails on the resource. */
function isAbout({ scanner, ruleId, integration, resources }: Proposal, finding: Acceptable): boolean {
  if (scanner !== finding.scanner || ruleId !== finding.ruleId) return false;
  if (integration && finding.integrationId !== null && integration.id !== finding.integrationId) return false;
  return resources.some(({ id }) => id === finding.id);
}
