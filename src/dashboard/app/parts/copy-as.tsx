import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { print, type DocumentNode } from 'graphql';
import { useTranslation } from 'react-i18next';

/** A GraphQL operation of the page: document and variables. */
export interface Asked {
  document: DocumentNode;
  variables?: Readonly<Record<string, unknown>>;
}

/** Menu that copies the operations of the page as GraphQL or cURL, without the token. */
export function CopyAs({ asked }: { asked: readonly Asked[] }) {
  const { t } = useTranslation('common');
  return (
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button className="copy-as" variant="subtle" color="gray" size="compact-sm" visibleFrom="sm">
          {t('copy.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItems asked={asked} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items alone, for the menu of a page that has other items too. */
export function CopyItems({ asked }: { asked: readonly Asked[] }) {
  const { t } = useTranslation('common');
  const copy = (text: string) => {
    void navigator.clipboard.writeText(text).then(() => notifications.show({ message: t('copy.done') }));
  };
  return (
    <>
      <Menu.Item onClick={() => copy(asked.map(graphqlOf).join('\n\n'))}>{t('copy.graphql')}</Menu.Item>
      <Menu.Item onClick={() => copy(asked.map((each) => curlOf(each, window.location.origin)).join('\n\n'))}>
        {t('copy.curl')}
      </Menu.Item>
    </>
  );
}

/** The document, with its variables as a comment. */
function graphqlOf({ document, variables = {} }: Asked): string {
  const text = print(document);
  return Object.keys(variables).length === 0 ? text : `# ${JSON.stringify(variables)}\n${text}`;
}

/** cURL command for a POSIX shell, with the token in `$TOKEN`. */
function curlOf({ document, variables = {} }: Asked, origin: string): string {
  const body = JSON.stringify({ query: print(document), variables }).replaceAll("'", String.raw`'\''`);
  return [
    `curl -s ${origin}/graphql`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
