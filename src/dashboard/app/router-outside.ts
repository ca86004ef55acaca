import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { registerSearch } from './pages/register/register-search';
import { lazyPage } from './shell/lazy-page';

/** Root of the routes of the dashboard. */
export const root = createRootRoute({ component: Outlet });

/** Route of a member who has to enrol a second factor before anything else. */
export const enrol = createRoute({
  path: '/enrol',
  getParentRoute: () => root,
  component: lazyPage('account', () => import('./pages/account/enrol.page'), 'EnrolPage'),
});

/** Route to which identity providers send browsers back, before there is a session. */
export const signOn = createRoute({
  path: '/sign-on',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('./pages/sign-on/sign-on.page'), 'SignOnPage'),
});

/** Route of an invitation's link, open without a login: its visitor has no account yet. */
export const register = createRoute({
  path: '/register',
  getParentRoute: () => root,
  validateSearch: registerSearch,
  component: lazyPage('register', () => import('./pages/register/register.page'), 'RegisterPage'),
});

/** Routes of a forgotten password, open without a login. */
export const forgotPassword = createRoute({
  path: '/forgot-password',
  getParentRoute: () => root,
  component: lazyPage('password', () => import('./pages/password/forgot-password.page'), 'ForgotPasswordPage'),
});

export const resetPassword = createRoute({
  path: '/reset-password',
  getParentRoute: () => root,
  validateSearch: registerSearch,
  component: lazyPage('password', () => import('./pages/password/reset-password.page'), 'ResetPasswordPage'),
});

/** Route of an auditor's link, open without a login: the fragment of its address has the secret. */
export const auditor = createRoute({
  path: '/auditor',
  getParentRoute: () => root,
  component: lazyPage('auditor', () => import('./pages/auditor/auditor.page'), 'AuditorPage'),
});
