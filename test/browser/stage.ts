import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startService, type ServiceOptions, type TestService, type TestTenant } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, type DashboardOptions } from './dashboard.js';
import { expect } from './expect.js';

const PREPARE_LIMIT_MS = 180_000;

interface StageOptions extends ServiceOptions {
  /** Creates the data that the tests need. */
  prepare?: (service: TestService) => Promise<unknown>;
  /** Whether all tests share one browser session; otherwise each begins with a new one. @default false */
  isShared?: boolean;
  dashboard?: DashboardOptions;
}

/**
 * Environment of browser tests: a service, and the dashboard of a user. After each test no dashboard may have had an
 * error or an undocumented request.
 */
export class Stage {
  service!: TestService;
  /** Dashboard of the main user; `guest` opens others. */
  dashboard!: Dashboard;
  private browser!: Browser;
  private guests: Dashboard[] = [];

  private constructor(private readonly options: StageOptions) {}

  /** Starts the environment before the tests of the calling file or block, and stops it after them. */
  static set(options: StageOptions = {}): Stage {
    const stage = new Stage(options);
    const openMain = async () => {
      stage.dashboard = await Dashboard.open(stage.service, stage.browser, options.dashboard);
    };
    beforeAll(async () => {
      stage.service = await startService(options);
      await options.prepare?.(stage.service);
      stage.browser = await openBrowser();
      if (options.isShared) await openMain();
    }, PREPARE_LIMIT_MS);
    if (!options.isShared) beforeEach(openMain);
    afterEach(() => stage.check());
    afterAll(async () => {
      await stage.browser.close();
      await stage.service.stop();
    });
    return stage;
  }

  get page(): Page {
    return this.dashboard.page;
  }

  /** Opens a page as a user of a tenant, and waits until it is loaded. */
  async openAs(role: keyof TestTenant['emails'], path: string, tenant = this.service.a): Promise<void> {
    await this.dashboard.takeSession(tenant.emails[role]);
    await this.dashboard.goto(path);
  }

  /** Opens another user's browser, for this test. */
  async guest(options?: DashboardOptions, service = this.service): Promise<Dashboard> {
    const guest = await Dashboard.open(service, this.browser, options);
    this.guests.push(guest);
    return guest;
  }

  private async check(): Promise<void> {
    // Taken out: what went wrong in one test is not held against the next.
    const seen = [this.dashboard, ...this.guests].map(({ problems, undocumented }) => ({
      problems: problems.splice(0),
      undocumented: undocumented.splice(0),
    }));
    for (const guest of this.guests.splice(0)) await guest.close();
    if (!this.options.isShared) await this.dashboard.close();
    for (const each of seen) expect(each).toEqual({ problems: [], undocumented: [] });
  }
}
