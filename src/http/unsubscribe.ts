import type { Context, Middleware } from 'koa';
import type { Unsubscriptions } from '../modules/notifications/unsubscribe.service.js';
import { UNSUBSCRIBE_PATH } from '../modules/notifications/unsubscribe-links.js';
import { AppError, STATUS_OF } from '../platform/errors.js';
import { escaped } from '../platform/html.js';
import type { ServiceState } from './state.js';

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const WORDS = {
  en: {
    title: 'Stop these notifications?',
    text: 'You will get no more mails of the notification rule that sent you this link. You can resume them on the page “Notifications”.',
    button: 'Stop notifications',
    stopped: 'Notifications stopped',
    stoppedText:
      'You will get no more mails of this notification rule. You can resume them on the page “Notifications”.',
    refused: 'This link does not work',
    expired: 'The link has expired. Use that of a newer mail, or pause the rule on the page “Notifications”.',
    unknown: 'The link is incomplete or was changed.',
  },
  de: {
    title: 'Diese Benachrichtigungen beenden?',
    text: 'Sie erhalten keine E-Mails mehr von der Benachrichtigungsregel, die Ihnen diesen Link geschickt hat. Auf der Seite „Benachrichtigungen“ können Sie sie wieder einschalten.',
    button: 'Benachrichtigungen beenden',
    stopped: 'Benachrichtigungen beendet',
    stoppedText:
      'Sie erhalten keine E-Mails mehr von dieser Benachrichtigungsregel. Auf der Seite „Benachrichtigungen“ können Sie sie wieder einschalten.',
    refused: 'Dieser Link funktioniert nicht',
    expired:
      'Der Link ist abgelaufen. Verwenden Sie den einer neueren E-Mail, oder pausieren Sie die Regel auf der Seite „Benachrichtigungen“.',
    unknown: 'Der Link ist unvollständig oder wurde verändert.',
  },
} as const;
type Language = keyof typeof WORDS;

/**
 * Addresses in mails of notification rules (RFC 8058). GET asks, and changes nothing, because programs that look at mails follow links;
 * POST unsubscribes, whatever its body, without a log-in.
 */
export function unsubscribeRoutes(unsubscriptions: Unsubscriptions): Middleware<ServiceState> {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!ctx.path.startsWith(UNSUBSCRIBE_PATH) || !(isRead || ctx.method === 'POST')) {
      await next();
      return;
    }
    const token = ctx.path.slice(UNSUBSCRIBE_PATH.length);
    const language: Language = ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
    const words = WORDS[language];
    try {
      if (isRead) {
        unsubscriptions.check(token);
        answer(ctx, { language, title: words.title, text: words.text, button: words.button });
        return;
      }
      const { address, userAgent, requestId } = ctx.state.requestContext;
      await unsubscriptions.unsubscribe(token, { address, userAgent, requestId });
      answer(ctx, { language, title: words.stopped, text: words.stoppedText });
    } catch (err) {
      if (!(err instanceof AppError) || (err.code !== 'NOT_FOUND' && err.code !== 'GONE')) throw err;
      const text = err.code === 'GONE' ? words.expired : words.unknown;
      answer(ctx, { language, title: words.refused, text });
      ctx.status = STATUS_OF[err.code];
    }
  };
}

interface Page {
  language: Language;
  title: string;
  text: string;
  /** Of a page that asks. */
  button?: string;
}

function answer(ctx: Context, { language, title, text, button }: Page): void {
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.vary('Accept-Language');
  ctx.type = 'html';
  const form =
    button === undefined ? '' : `<form method="post"><button type="submit">${escaped(button)}</button></form>`;
  ctx.body = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</main></body></html>`;
}
