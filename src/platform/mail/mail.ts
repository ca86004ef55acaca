/** A message to one person. */
export interface Mail {
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
  /** The same as `text`. */
  html: string;
}

/** Hands mail over to whoever delivers it. */
export interface MailTransport {
  /**
   * @param id the same for every attempt at one mail: its `Message-ID`, by which receivers drop a double
   * @throws {MailRefused} when trying again would be of no use; anything else when it may help
   */
  send(id: string, mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server will not have this message, now or later. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
