import type { ModalProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

type Escapable = Pick<ModalProps, 'opened' | 'onClose' | 'closeOnEscape'>;

/** What is open, the last one on top. */
const layers: object[] = [];
/** A layer that closes is gone while other listeners still hear of the same key. */
const handled = new WeakSet<Event>();

/** Closes the layer at Escape while it is on top. @returns whether the library does, which asks every open one to close: never */
export function useEscape({ opened, onClose, closeOnEscape = true }: Escapable): false {
  const layer = useRef({});
  useEffect(() => {
    const own = layer.current;
    if (opened) layers.push(own);
    return () => {
      if (layers.includes(own)) layers.splice(layers.indexOf(own), 1);
    };
  }, [opened]);
  useWindowEvent(
    'keydown',
    (event) => {
      const isOnTop = opened && layers.at(-1) === layer.current;
      if (event.key !== 'Escape' || event.isComposing || !isOnTop || handled.has(event)) return;
      handled.add(event);
      // A menu or a list of choices that is open closes first.
      const isTaken = event.target instanceof Element && event.target.closest(TAKING) !== null;
      if (closeOnEscape && !isTaken) onClose();
    },
    { capture: true },
  );
  return false;
}

/** Marks of the library on what takes Escape for itself. */
const TAKING = '[data-mantine-stop-propagation="true"]';
