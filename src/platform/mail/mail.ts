/** A message to one recipient. */
export interface Mail {
  /** What it is about, for programs: `invitation`. */
  kind: string;
  /** Language of its texts. Tag after BCP 47. */
  language: string;
  /** One address without a display name. */
  to: string;
  subject: string;
  text: string;
  /** HTML with the same content as `text`. */
  html: string;
  /** Address by which one click unsubscribes from such mails (RFC 8058). @default none */
  listUnsubscribe?: string;
}

/** Delivery of mail by a server, or into files. */
export interface MailTransport {
  /**
   * @param id the same for every attempt at one mail: its `Message-ID`, by which receivers recognize duplicates
   * @throws {MailRefused} when another attempt would fail too; anything else when it may succeed
   */
  send(id: string, mail: Mail): Promise<void>;
  close(): void;
}

/** Final refusal of a message by the mail server. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
