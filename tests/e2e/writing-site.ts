import type { BrowserContext, Cookie, Page } from 'playwright-core'
import type { Duty } from '../../packages/contract/src/accounts/duties.ts'
import type { CertificateCategory } from '../../packages/contract/src/certificates/certificate-states.ts'
import type { PagePool } from './page-pool.ts'
import { startSite } from './running-site.ts'

const OWNER_EMAIL = 'owner@example.test'

export interface Account {
  email: string
  password: string
}

export type WritingSite = Awaited<ReturnType<typeof startWritingSite>>

/**
 * Starts a site with an owner and a member who writes.
 * @param upstreamSettings additional settings of upstream
 */
export async function startWritingSite(upstreamSettings: Record<string, string> = {}) {
  const site = await startSite({}, upstreamSettings)
  const owner: Account = { email: OWNER_EMAIL, password: await site.makeOwner(OWNER_EMAIL) }

  /** Calls upstream directly. */
  async function ask<T>(method: string, address: string, body?: object, token = ''): Promise<T> {
    const answer = await fetch(site.upstreamUrl + address, {
      method,
      headers: { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: T }
    if (code !== 200) throw new Error(`${method} ${address}: ${code} ${message}`)
    return data
  }
  const fetchToken = async (account: Account) =>
    (await ask<{ token: string }>('POST', '/oauth/emailLogin', account)).token

  let setUpToken: Promise<string> | undefined
  /** Returns the token of one login of the owner, with which sites are set up: logins are rate-limited. */
  const fetchSetUpToken = (): Promise<string> => {
    setUpToken ??= fetchToken(owner)
    return setUpToken
  }

  /** Registers a member, who confirms the address with the mailed code. */
  async function register(email: string, nickname: string): Promise<Account> {
    const account = { email, password: 'correct-horse-battery-8841' }
    await ask('GET', `/oauth/sendEmailCode?email=${email}`)
    const mail = (await site.mails()).find(({ to }) => to === email)
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
    await ask('POST', '/oauth/emailRegister', { ...account, nickname, code })
    return account
  }

  /** Gives a member these duties, as the owner does. @param categories what the member may sign; none by default */
  async function appoint(account: Account, duties: Duty[], categories: CertificateCategory[] = []): Promise<void> {
    const asOwner = await fetchSetUpToken()
    const { id } = await ask<{ id: string }>('POST', '/oauth/emailLogin', account)
    const { version } = await ask<{ version: number }>('GET', `/v1/manage/users/${id}`, undefined, asOwner)
    await ask('PUT', `/v1/manage/users/${id}/duties`, { duties, version }, asOwner)
    if (categories.length === 0) return
    const days = { validFrom: '2020-01-01', validTo: '2099-12-31' }
    await ask('POST', '/v1/manage/signatories', { personId: id, title: '高级工程师', categories, ...days }, asOwner)
  }

  const writer = await register('lin@example.test', '林知微')

  /** Cookies of one login per account, since logins are rate-limited. */
  const cookies = new Map<Account, Cookie[]>()

  return {
    ...site,
    owner,
    writer,
    ask,
    fetchToken,
    fetchSetUpToken,
    register,
    appoint,
    async logIn({ page, context }: WriterPage, account: Account) {
      const kept = cookies.get(account)
      if (kept) await context.addCookies(kept)
      else await page.request.post(`${site.url}/oauth/emailLogin`, { data: account })
      cookies.set(account, await context.cookies())
    },
    /** Ends every session of the writer at upstream, without notifying the browser. */
    async endSessions() {
      cookies.delete(writer)
      await ask('DELETE', '/v1/user/sessions', undefined, await fetchToken(writer))
    },
  }
}

/** Lets the owner waive what the form of a turquoise reminds of, for journeys with other warnings. */
export async function waiveReminders({ ask, fetchSetUpToken }: WritingSite): Promise<void> {
  const asOwner = await fetchSetUpToken()
  const { version } = await ask<{ version: number }>('GET', '/v1/manage/site', undefined, asOwner)
  const categories = ['turquoise', 'jade']
  const requiredFields = categories.flatMap((category) =>
    ['pictures', 'standards'].map((member) => ({ category, member, demand: 'none' })),
  )
  await ask('PUT', '/v1/manage/site', { version, settings: { certificates: { requiredFields } } }, asOwner)
}

export interface WriterPage {
  page: Page
  context: BrowserContext
  complaints: string[]
}

/** Opens a page at this address, as one of the two or a visitor. */
export async function openAs(
  pages: PagePool,
  site: WritingSite,
  who: 'writer' | 'owner' | 'visitor' | Account,
  address: string,
): Promise<WriterPage> {
  const watched = await pages.open()
  // Accepts the dialog on leaving unsaved text.
  watched.page.on('dialog', (dialog) => void dialog.accept())
  if (who !== 'visitor') await site.logIn(watched, typeof who === 'string' ? site[who] : who)
  await watched.page.goto(site.url + address)
  return watched
}

/** Opens the editor. */
export async function openEditor(
  pages: PagePool,
  site: WritingSite,
  who: 'writer' | 'owner' | 'visitor',
): Promise<WriterPage> {
  const watched = await openAs(pages, site, who, '/newposts')
  await locateText(watched.page).waitFor()
  return watched
}

/** Locates the field for the text. */
export function locateText(page: Page) {
  return page.getByRole('textbox', { name: '正文' })
}

export function locateTitle(page: Page) {
  return page.getByRole('textbox', { name: '标题', exact: true })
}

/** Waits until the editor knows where the caret is: browsers tell it a moment after the key. */
export async function settleCaret(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Types at the end of the text. */
export async function typeText(page: Page, text: string): Promise<void> {
  await locateText(page).click()
  await page.keyboard.press('Control+End')
  await settleCaret(page)
  await page.keyboard.insertText(text)
}

/**
 * Waits until a text is saved on this device.
 * @returns the elapsed time, ms
 */
export async function waitUntilSaved(page: Page, text: string): Promise<number> {
  return await page.evaluate(async (wanted) => {
    const begin = performance.now()
    for (;;) {
      const drafts = await new Promise<unknown>((resolve) => {
        const open = indexedDB.open('writing')
        open.onsuccess = () => {
          const request = open.result.transaction('drafts').objectStore('drafts').getAll()
          request.onsuccess = () => {
            resolve(request.result)
            open.result.close()
          }
        }
      })
      if (JSON.stringify(drafts).includes(wanted)) return performance.now() - begin
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, text)
}

/** Pastes or drops a file on a field, by default the text. */
export async function insertPicture(
  page: Page,
  how: 'paste' | 'drop',
  name: string,
  base64: string,
  field = locateText(page),
): Promise<void> {
  await field.evaluate(
    (field, { how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'image/png' }))
      const { left, bottom } = field.lastElementChild?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
      const common = { bubbles: true, cancelable: true }
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: transfer })
          : new DragEvent('drop', { ...common, dataTransfer: transfer, clientX: left + 4, clientY: bottom - 4 })
      field.dispatchEvent(event)
    },
    { how, name, base64 },
  )
}

/** Publishes a submitted article. @returns its id */
export async function publishAsOwner(site: WritingSite, title: string): Promise<number> {
  const token = await site.fetchToken(site.owner)
  type Waiting = { records: { id: number; title: string }[] }
  const { records } = await site.ask<Waiting>('GET', '/v1/review/articles?pageNo=1&pageSize=10', undefined, token)
  const id = records.find((one) => one.title === title)?.id ?? 0
  await site.ask('POST', '/v1/review/article', { id, decision: 'publish' }, token)
  return id
}
