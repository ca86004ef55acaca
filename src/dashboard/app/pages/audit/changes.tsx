import { Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changesOf, shortOf } from './audit.rules';

interface ChangesProps {
  entry: { before: unknown; after: unknown };
}

/** Changed fields: `role: member → admin`. */
export function Changes({ entry: { before, after } }: ChangesProps) {
  const { t } = useTranslation('audit');
  const changes = changesOf(before, after);
  if (changes.length === 0) return <Text c="dimmed">–</Text>;
  return (
    <Stack gap={2} miw={240} style={{ overflowWrap: 'anywhere' }}>
      {changes.map(({ path, before: was, after: is }) => (
        <Text key={path}>
          <Code>{path}</Code>{' '}
          {was !== undefined && (
            <>
              <del>
                <Text span c="dimmed">
                  {clipped(shortOf(was))}
                </Text>
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
            </>
          )}
          {is === undefined ? (
            <Text span c="dimmed">
              {t('gone')}
            </Text>
          ) : (
            clipped(shortOf(is))
          )}
        </Text>
      ))}
    </Stack>
  );
}

const CHARACTERS_MAX = 160;

/** A text truncated for comparison; the JSON has all of it. */
function clipped(text: string): string {
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text;
}
