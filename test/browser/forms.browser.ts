import { describe, it } from 'vitest';
import { expect } from './expect.js';
import { expectAccessible } from './soundness.js';
import { Stage } from './stage.js';

describe('a form', () => {
  const stage = Stage.set();

  it('says at each field what is missing, focuses the first, and forgets it where it is filled in', async () => {
    await stage.dashboard.goto('/posture');
    const { page } = stage;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const email = page.getByLabel('E-mail');
    const password = page.getByLabel('Password', { exact: true });
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Fill in this field.');
    await expect(password).toHaveAccessibleDescription('Fill in this field.');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(stage.dashboard);
    await email.fill('nobody');
    await expect(email).toHaveAccessibleDescription('');
    await expect(password).toHaveAccessibleDescription('Fill in this field.');
    await password.fill('a phrase');
    await password.press('Enter');
    await expect(email).toHaveAccessibleDescription('Enter an e-mail address, such as name@example.com.');
    expect(asked.filter((url) => url.includes('/graphql'))).toEqual([]);
  });

  it('says so in the language of the page, in a dialog too, and is sent when all is there', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/members');
    await german.logIn(stage.service.a.emails.admin);
    const { page } = german;
    await page.getByRole('button', { name: 'Mitglied einladen' }).click();
    const dialog = page.getByRole('dialog');
    const email = dialog.getByRole('textbox');
    await email.press('Enter');
    await dialog.getByText('Füllen Sie dieses Feld aus.').waitFor();
    await email.pressSequentially('ada@alpha.example');
    await expect(dialog.getByText('Füllen Sie dieses Feld aus.')).toHaveCount(0);
    await email.press('Enter');
    await dialog.getByText('ada@alpha.example').first().waitFor();
  });
});
