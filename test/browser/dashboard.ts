import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD, type TestService } from '../support/service.js';
import { expect } from './expect.js';

/** Folder for screenshots of the pages under test. @default no screenshots */
const SCREENSHOTS = process.env.SCREENSHOTS_DIR;
/**
 * Options of axe: lists every node of a violation, but one node of each rule that is met. Stylesheets are not
 * preloaded: of the rules for WCAG only the one about sound needs that.
 */
const AXE: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'], preload: { assets: ['media'] } };
const LOG_IN = 'mutation ($input: LoginInput!) { login(input: $input, session: browser) { tokenType } }';
/** How long an action waits for its element. Milliseconds. */
const WAIT_MS = 120_000;
/** Rules of WCAG 2.2 AA that look at colours. */
const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block'];
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface DashboardOptions {
  /** Color scheme. @default 'light' */
  theme?: Theme;
  /** Width of the window. Pixels. @default 1280 */
  width?: number;
  /** Locale of the browser. @default 'en-GB' */
  locale?: string;
}

/** A user's browser at the dashboard of a service; records errors and undocumented requests. */
export class Dashboard {
  /** Errors of the page and its console, including violations of the content security policy. */
  readonly problems: string[] = [];
  private readonly foreseen: number[] = [];
  /** Requests to other hosts, and to undocumented paths. */
  readonly undocumented: string[] = [];

  private constructor(
    readonly service: TestService,
    private readonly context: BrowserContext,
    readonly page: Page,
    private theme: Theme,
  ) {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      if (!this.foreseen.some((status) => message.text().includes(`status of ${status}`)))
        this.problems.push(message.text());
    });
    page.on('pageerror', (err) => this.problems.push(err.message));
    page.on('request', (request) => {
      if (!this.isDocumented(new URL(request.url()))) this.undocumented.push(`${request.method()} ${request.url()}`);
    });
  }

  static async open(
    service: TestService,
    browser: Browser,
    { theme = 'light', width = 1280, locale = 'en-GB' }: DashboardOptions = {},
  ): Promise<Dashboard> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      locale,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(WAIT_MS);
    return new Dashboard(service, context, await context.newPage(), theme);
  }

  /** Opens a page and waits until all of its requests are answered. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.address}${path}`);
    await this.settled();
  }

  /** Logs a user in from the open page, in either language. */
  async logIn(email: string, password: string = PASSWORD): Promise<void> {
    await this.page.getByLabel(/^E-mail/i).fill(email);
    await this.page
      .getByLabel(/^Passwor[dt]/)
      .first()
      .fill(password);
    await this.page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
    await this.page.locator('#content').waitFor();
  }

  /** Gives the browser the session that the page of the log-in gets for a user. */
  async takeSession(email: string, password: string = PASSWORD): Promise<void> {
    const answer = await this.context.request.post(`${this.address}/graphql`, {
      headers: { origin: this.address },
      data: { query: LOG_IN, variables: { input: { email, password } } },
    });
    expect(await answer.json()).toMatchObject({ data: { login: { tokenType: 'Bearer' } } });
  }

  /** Waits until no request and no skeleton is left. */
  async settled(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await this.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  }

  /**
   * Violations of WCAG 2.2 AA found by axe: rule and element of each. Themes differ in colours alone, so that one of them is enough for
   * what is about anything else.
   */
  async violations(rules: 'all' | 'colours' = 'all'): Promise<string[]> {
    const builder = new AxeBuilder({ page: this.page }).options(AXE);
    const axe = rules === 'all' ? builder.withTags(WCAG_22_AA) : builder.withRules(RULES_ON_COLOURS);
    // One run within the page: no page of ours has a frame, and collecting frames' results in a blank page takes thrice as long.
    expect(this.page.frames()).toHaveLength(1);
    const { violations } = await axe.setLegacyMode().analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  /** Declares responses with this status as expected: the browser reports each of them on its console. */
  foresee(status: number): void {
    this.foreseen.push(status);
  }

  /** Changes the color scheme, and waits until it is applied. */
  async wear(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await this.page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
    this.theme = theme;
  }

  /** Runs `act` with another window width. Pixels. */
  async atWidth(width: number, act: () => Promise<void>): Promise<void> {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width, height: before?.height ?? 900 });
    await act();
    if (before) await this.page.setViewportSize(before);
  }

  /** Whether the page fits the width of the window without scrolling. */
  async fitsWidth(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
  }

  /** Stores a screenshot of the whole page where SCREENSHOTS_DIR is set; nothing is compared. */
  async picture(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    const width = this.page.viewportSize()?.width ?? 0;
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}-${this.theme}-${width}.png`), fullPage: true });
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Address by which users know the service. */
  private get address(): string {
    return this.service.config.publicUrl ?? this.service.baseUrl;
  }

  private isDocumented({ protocol, origin, pathname }: URL): boolean {
    if (protocol === 'data:' || protocol === 'blob:') return true;
    if (origin.replace(/^ws/, 'http') !== this.address) return false;
    if (!pathname.startsWith('/api/')) return true;
    return Object.keys(this.service.app.openApi().paths).some((path) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
  }
}
