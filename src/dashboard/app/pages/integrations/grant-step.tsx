import { Anchor, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Coded } from '../../parts/coded';
import { Copyable } from '../../parts/copyable';
import type { Kind } from './connect-form';
import { PermissionDocuments } from './permission-documents';
import type { IssuedSetting } from './settings-form.rules';

interface GrantStepProps {
  kind: Kind;
  issued: readonly IssuedSetting[];
  /** The chosen way of granting; null where there is one only. */
  way: string | null;
  onWay: (way: string | null) => void;
}

/** Ways of granting access whose steps the page says in its own words, and the address at which they begin. */
const GUIDES = {
  'aws CloudFormation': 'https://console.aws.amazon.com/cloudformation/home#/stacks/create',
  'aws Terraform': null,
  'aws By hand': 'https://console.aws.amazon.com/iam/home#/roles/create',
  'kubernetes ': null,
} as const;
const STEPS = [1, 2, 3] as const;

/** Step of granting access: what to do in which order, with the documents and what the service gives for it. */
export function GrantStep({ kind: { type, permissions, grantee }, issued, way, onWay }: GrantStepProps) {
  const { t } = useTranslation('integrations');
  return (
    <Stack gap="md">
      <PermissionDocuments
        documents={permissions}
        way={way}
        onWay={onWay}
        guide={
          <>
            <Guide name={`${type} ${way ?? ''}`} />
            {type === 'aws' && <Grantee grantee={grantee} />}
          </>
        }
      />
      {issued.map(({ name, label, value, description }) => (
        <div key={name}>
          <Copyable label={label} text={value} />
          <Text size="sm" c="dimmed">
            {t('guide.issued')} {description}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** Whom the role trusts: the principal that the operator names, or the setting that would name it. */
function Grantee({ grantee }: { grantee: string | null }) {
  const { t } = useTranslation('integrations');
  if (grantee === null) {
    return (
      <Text size="sm" c="dimmed">
        <Coded text={t('guide.noGrantee')} />
      </Text>
    );
  }
  return (
    <div>
      <Copyable label={t('guide.grantee')} text={grantee} />
      <Text size="sm" c="dimmed">
        {t('guide.granteeHint')}
      </Text>
    </div>
  );
}

/** Numbered steps; nothing where the documents say all themselves. */
function Guide({ name }: { name: string }) {
  const { t } = useTranslation('integrations');
  const known = (Object.keys(GUIDES) as (keyof typeof GUIDES)[]).find((each) => each === name);
  if (known === undefined) return null;
  const address = GUIDES[known];
  return (
    <List type="ordered" size="sm" spacing={4}>
      {STEPS.map((no) => (
        <List.Item key={no}>
          <Coded text={t(`guide.${known}.${no}`)} />
          {no === 1 && address !== null && (
            <>
              {' '}
              <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
                {t('guide.open')}
              </Anchor>
            </>
          )}
        </List.Item>
      ))}
    </List>
  );
}
