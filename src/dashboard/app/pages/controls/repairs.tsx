import { useQuery } from '@apollo/client/react';
import { Anchor, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { RemediationBody } from '../../parts/remediation-steps';
import { Section } from '../../parts/section';
import { UnfoldButton } from '../../parts/unfold-button';
import { useTargets } from '../../parts/use-targets';
import { RepairDocument } from './repairs.gql';
import type { Failing } from './use-failing';

/** Checks whose repair shows at first. */
const SHOWN = 3;

interface RepairsProps {
  /** Null while it is read. */
  failing: readonly Failing[] | null;
}

/** How to repair what fails a control: a block for each check, the first unfolded, with its commands for each resource. */
export function Repairs({ failing }: RepairsProps) {
  const { t } = useTranslation(['controls', 'common']);
  const [isWhole, { open }] = useDisclosure();
  if (failing === null) return null;
  const known = failing.filter(({ isKnown }) => isKnown);
  // No check to repair: the list of what is missing says what to do, with the state of each part.
  if (known.length === 0) return null;
  const shown = isWhole ? known : known.slice(0, SHOWN);
  return (
    <Section title={t('common:remediation.title')}>
      {shown.map((each, index) => (
        <Repair key={each.ruleId} failing={each} isOpen={index === 0} />
      ))}
      {shown.length < known.length && (
        <Anchor component="button" type="button" mih={24} ta="left" onClick={open}>
          {t('repairs.more', { count: known.length - shown.length })}
        </Anchor>
      )}
    </Section>
  );
}

interface RepairProps {
  failing: Failing;
  isOpen: boolean;
}

function Repair({ failing: { ruleId, fault, failed }, isOpen: isOpenFirst }: RepairProps) {
  const [isOpen, { toggle }] = useDisclosure(isOpenFirst);
  const { t } = useTranslation(['controls', 'common']);
  const { data } = useQuery(RepairDocument, { variables: { checkId: ruleId } });
  const targets = useTargets(ruleId);
  const remediation = data?.check.remediation;
  if (!remediation) return null;
  return (
    <Stack component="article" gap="sm" aria-label={fault}>
      <div>
        <UnfoldButton
          isOpen={isOpen}
          onToggle={toggle}
          note={`${t('failing.resources', { count: failed })} · ${t(`common:effort.${remediation.effort}`)}`}
        >
          {fault}
        </UnfoldButton>
      </div>
      {isOpen && <RemediationBody remediation={remediation} targets={targets} />}
    </Stack>
  );
}
