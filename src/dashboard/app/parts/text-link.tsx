import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type TextLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** Inline link to another page, with type-checked parameters. */
export const TextLink = createLink((props: TextLinkProps) => <Anchor {...props} />);
