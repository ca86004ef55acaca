import { useState, type SubmitEvent } from 'react';
import './session-bar.css';
import { logIn, type Credentials, type Session } from './session';

interface SessionBarProps {
  /** Title of the page. */
  title: string;
  /** Links to other pages by title. */
  links: Readonly<Record<string, string>>;
  session: Session | null;
  onChange: (session: Session | null) => void;
}

/** Bar above a page: title, and a login form or the signed-in user. */
export function SessionBar({ title, links, session, onChange }: SessionBarProps) {
  return (
    <header className="bar">
      <h1>
        Crosswalk <span>{title}</span>
      </h1>
      <nav aria-label="Pages">
        {Object.entries(links).map(([name, address]) => (
          <a key={address} href={address}>
            {name}
          </a>
        ))}
      </nav>
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
    if (!event.currentTarget.checkValidity()) {
      setMessage('Fill in every field. The e-mail address looks like name@example.com.');
      return;
    }
    setBusy(true);
    setMessage('');
    const outcome = await logIn(credentialsOf(new FormData(event.currentTarget)));
    setBusy(false);
    switch (outcome.kind) {
      case 'open': {
        onOpen(outcome.session);
        return;
      }
      case 'mfa':
        setNeedsOtp(true);
        {
          setMessage('Enter the one-time code of your authenticator.');
          return;
        }
      case 'refused': {
        setMessage(outcome.message);
        return;
      }
    }
  }

  return (
    <form className="bar-session" noValidate onSubmit={(event) => void submit(event)} aria-label="Sign in">
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
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const otp = text('otp').trim();
  return { email: text('email'), password: text('password'), ...(otp === '' ? {} : { otp }) };
}
