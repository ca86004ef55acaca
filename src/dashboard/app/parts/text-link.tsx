import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type TextLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link in a text to another page, with the parameters of its address checked. */
export const TextLink = createLink((props: TextLinkProps) => <Anchor {...props} />);
