import { useState, type SubmitEvent } from 'react';
import { logIn, type Credentials, type Session } from './session';

interface SessionBarProps {
  session: Session | null;
  onChange: (session: Session | null) => void;
}

/** The bar above the explorer: a login form, or who is signed in. */
export function SessionBar({ session, onChange }: SessionBarProps) {
  return (
    <header className="bar">
      <h1>
        Crosswalk <span>API explorer</span>
      </h1>
      {session ? (
        <div className="bar-session">
          <span>
            {session.email} · {session.role} · {session.organization}
          </span>
          <button type="button" onClick={() => onChange(null)}>
            Sign out
          </button>
        </div>
      ) : (
        <LoginForm onOpen={onChange} />
      )}
    </header>
  );
}

function LoginForm({ onOpen }: { onOpen: (session: Session) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [needsOtp, setNeedsOtp] = useState(false);
  const [message, setMessage] = useState('');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setMessage('');
    const outcome = await logIn(credentialsOf(new FormData(event.currentTarget)));
    setBusy(false);
    switch (outcome.kind) {
      case 'open':
        return onOpen(outcome.session);
      case 'mfa':
        setNeedsOtp(true);
        return setMessage('Enter the one-time code of your authenticator.');
      case 'refused':
        return setMessage(outcome.message);
    }
  }

  return (
    <form className="bar-session" onSubmit={submit} aria-label="Sign in">
      <p role="alert">{message}</p>
      <label>
        E-mail
        <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {needsOtp && (
        <label>
          One-time code
          <input name="otp" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
        </label>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        Sign in
      </button>
    </form>
  );
}

function credentialsOf(form: FormData): Credentials {
  const otp = form.get('otp');
  return {
    email: String(form.get('email')),
    password: String(form.get('password')),
    ...(otp ? { otp: String(otp).trim() } : {}),
  };
}
