import { createRoute, redirect, type RouteComponent } from '@tanstack/react-router';
import { root } from './router-outside';
import { Frame } from './shell/frame';

/** The frame of every page. */
export const frame = createRoute({ id: 'frame', getParentRoute: () => root, component: Frame });

/** Route of a page in the frame, without search parameters. */
export function framed<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ path, getParentRoute: () => frame, component });
}

export const home = createRoute({
  path: '/',
  getParentRoute: () => frame,
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say so
    throw redirect({ to: '/posture' });
  },
});
