import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { at, OPENED, send, sessionOf, text, type Session } from './session';

/** What a browser made of a request for a passkey; `none` where the person gave none, or the browser has none. */
export type PasskeyAnswer =
  | { kind: 'given'; credential: unknown }
  | { kind: 'none' }
  /** The authenticator has one of this account already. */
  | { kind: 'present' };

/** Result of a log-in by a passkey. */
export type PasskeyLogin = { kind: 'open'; session: Session } | { kind: 'none' } | { kind: 'refused'; message: string };

/** Time after which the browser is given a new challenge to offer passkeys with, before the old one expires. Milliseconds. */
const OFFER_MS = 4 * 60_000;

const SUPPORT = '{ passkeySupport { isAvailable } }';
const BEGIN = 'mutation { beginPasskeyLogin { options } }';
const LOG_IN = `mutation ($input: PasskeyInput!) { opened: logInWithPasskey(input: $input, session: browser) ${OPENED} }`;

/** The library speaks to authenticators; it is loaded when one is asked for. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser and this installation have passkeys. */
export async function hasPasskeySupport(): Promise<boolean> {
  if (typeof window.PublicKeyCredential !== 'function') return false;
  return at(await send(SUPPORT, {}), 'data', 'passkeySupport', 'isAvailable') === true;
}

/** Asks for a new passkey. @param options of `beginPasskeyRegistration` */
export async function makePasskey(options: unknown): Promise<PasskeyAnswer> {
  const { startRegistration } = await library();
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return { kind: 'given', credential: await startRegistration({ optionsJSON }) };
  } catch (err) {
    return err instanceof Error && err.name === 'InvalidStateError' ? { kind: 'present' } : { kind: 'none' };
  }
}

/** Asks for a passkey. @param isOffered whether the browser offers them beside the field of the address, until one is chosen */
export async function showPasskey(options: unknown, isOffered = false): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  try {
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return { kind: 'given', credential: await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }) };
  } catch {
    return { kind: 'none' };
  }
}

/** Logs in by the passkey that the person chooses, for a session in a cookie. */
export function logInByPasskey(): Promise<PasskeyLogin> {
  return logInBy((options) => showPasskey(options));
}

/**
 * Has the browser offer passkeys beside the field of the address, where it can, until one is chosen or `ended` aborts.
 * Another request for a passkey ends the offer.
 */
export async function offerPasskeys(ended: AbortSignal): Promise<PasskeyLogin> {
  const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await library();
  if (!(await browserSupportsWebAuthnAutofill())) return { kind: 'none' };
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  ended.addEventListener('abort', cancel);
  let isStale = true;
  let login: PasskeyLogin = { kind: 'none' };
  while (isStale && !ended.aborted) {
    isStale = false;
    const timer = setTimeout(() => {
      isStale = true;
      cancel();
    }, OFFER_MS);
    login = await logInBy((options) =>
      ended.aborted ? Promise.resolve({ kind: 'none' }) : showPasskey(options, true),
    );
    clearTimeout(timer);
  }
  ended.removeEventListener('abort', cancel);
  return login;
}

async function logInBy(show: (options: unknown) => Promise<PasskeyAnswer>): Promise<PasskeyLogin> {
  const begun = await send(BEGIN, {});
  const options = at(begun, 'data', 'beginPasskeyLogin', 'options');
  if (options === undefined) return refused(begun);
  const shown = await show(options);
  if (shown.kind !== 'given') return { kind: 'none' };
  const answer = await send(LOG_IN, { input: { credential: shown.credential } });
  const session = sessionOf(at(answer, 'data', 'opened'));
  return session ? { kind: 'open', session } : refused(answer);
}

function refused(answer: unknown): PasskeyLogin {
  if (answer === null) return { kind: 'refused', message: 'The service cannot be reached.' };
  return {
    kind: 'refused',
    message: text(at(answer, 'errors', '0', 'message')) || 'The service did not answer as expected.',
  };
}
