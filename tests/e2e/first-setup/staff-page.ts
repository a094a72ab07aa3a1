import type { Browser, Page } from 'playwright-core'
import { openWatchedPage, type WatchedPage } from '../browser.ts'
import type { RunningSite } from '../running-site.ts'

/** Returns the site's address under the host name for which browsers allow passkeys. */
export function getLocalAddress(site: RunningSite): string {
  return site.url.replace('127.0.0.1', 'localhost')
}

/** Opens a page in a separate browser that has a virtual authenticator. */
export async function openStaffPage(browser: Browser): Promise<WatchedPage> {
  const watched = await openWatchedPage(browser)
  const devtools = await watched.context.newCDPSession(watched.page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return watched
}

export async function makePasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: '通行密钥' }).click()
  await page.getByRole('button', { name: '创建通行密钥' }).click()
  await page.getByRole('list', { name: '恢复码' }).waitFor()
}

/**
 * Types in the requested recovery code.
 * @param button name of the button below
 */
export async function confirmRecoveryCodes(page: Page, button: string): Promise<void> {
  const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').allTextContents()
  const asked = page.getByLabel(/^请输入第 \d+ 个恢复码/)
  const nth = Number(/第 (\d+) 个/.exec((await page.getByText(/^请输入第/).textContent()) ?? '')?.[1])
  await asked.fill(codes[nth - 1] ?? '')
  await page.getByRole('button', { name: button }).click()
}

/** Replaces the text of the open editor. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '正文' }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Returns the address of `/manage` in the newest mail to a recipient; its host is removed. */
export async function readMailedPath(site: RunningSite, to: string): Promise<string> {
  const text = (await site.mails()).find((mail) => mail.to === to)?.text ?? ''
  const [path] = /\/manage\/invitation#code=[\w-]{43}/.exec(text) ?? []
  if (!path) throw new Error(`no address in the mail: ${text}`)
  return path
}
