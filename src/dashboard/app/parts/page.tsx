import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Absent, isAbsent, useAbsentTitle, type Thing } from './absent';
import { CopyAs, type Asked } from './copy-as';
import { PageActions } from './page-actions';

interface PageProps {
  title: string;
  /** What it is about, where its address names something that may not exist: then neither summary nor actions are shown. */
  thing?: Thing;
  /** Link to the page that it belongs to, above the title. */
  up?: ReactNode;
  /** Summary of the page in one line. */
  answer?: ReactNode;
  /** GraphQL operations of the page, to be copied as GraphQL or cURL at its end; where it has a menu, in that. */
  asked: readonly Asked[];
  /** Buttons beside the title; on narrow screens the main one below it, and the others behind one at the title. */
  actions?: ReactNode;
  /** Menu after the buttons. @default none */
  menu?: ReactNode;
  /** Whether it is one column in the middle with its header: of settings, or of these with their index beside. @default as wide as the window */
  column?: 'settings' | 'indexed' | undefined;
  children: ReactNode;
}

/** Layout of a page: title, summary, actions, content; at its end, for developers, its operations. */
export function Page(page: PageProps) {
  const absentTitle = useAbsentTitle();
  const { thing, asked, column } = page;
  if (thing === undefined || !isAbsent(thing)) return <Shown {...page} />;
  return (
    <Shown title={absentTitle(thing)} asked={asked} column={column}>
      <Absent {...thing} />
    </Shown>
  );
}

function Shown({ title, up, answer, asked, actions, menu, column, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Crosswalk`;
  }, [title]);
  return (
    <Stack className="page" data-column={column} gap="lg">
      <Group component="header" className="page-header" justify="space-between" align="flex-start" gap="md">
        <div>
          {up !== undefined && <div className="page-up links">{up}</div>}
          <Title order={1}>{title}</Title>
          {answer !== undefined && (
            <Text component="div" className="page-answer">
              {answer}
            </Text>
          )}
        </div>
        <PageActions menu={menu}>{actions}</PageActions>
      </Group>
      {children}
      {menu === undefined && <CopyAs asked={asked} />}
    </Stack>
  );
}
