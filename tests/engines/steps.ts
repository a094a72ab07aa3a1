import { expect } from 'vitest'
import type { EnginePage } from './engine.ts'

/** Waits for hydration; before it, the browser submits forms without scripts. */
export const untilLive = (page: EnginePage) => page.waitFor('html[data-live]')

/** Opens an address and waits for hydration. */
export async function openLive(page: EnginePage, url: string): Promise<void> {
  await page.goto(url)
  await untilLive(page)
}

/**
 * Returns the selector of the visible field with this label; waits for it.
 * @param scope selector of an element around the label
 */
export async function findField(page: EnginePage, label: string, scope = 'body'): Promise<string> {
  await page.waitFor(`${scope} label`, { text: label })
  const id = await page.evaluate<string>(`(${findFieldId})(${JSON.stringify([label, `${scope} label`])})`)
  return `[id="${id}"]`
}

/** Waits until path and query of the address have this form. */
export async function waitForPath(page: EnginePage, pattern: RegExp): Promise<void> {
  const path = async () => {
    const { pathname, search } = new URL(await page.url())
    return pathname + search
  }
  await expect.poll(path).toMatch(pattern)
}

/** Logs in by a call of the page, whose answer sets the cookie, and opens a path of the site. */
export async function openAs(page: EnginePage, siteUrl: string, account: Account, path: string): Promise<void> {
  await openLive(page, `${siteUrl}/about`)
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) }
  const login = `fetch('/oauth/emailLogin', ${JSON.stringify(request)}).then((answer) => answer.json())`
  expect(await page.evaluate(login)).toMatchObject({ code: 200 })
  await page.goto(siteUrl + path)
  // The management pages are rendered in the browser.
  if (!path.startsWith('/manage')) await untilLive(page)
}

interface Account {
  email: string
  password: string
}

// Returns the id of a field; runs in the page.
function findFieldId([label, labels]: [string, string]): string {
  const names = [...document.querySelectorAll<HTMLLabelElement>(labels)].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && one.innerText.trim().startsWith(label),
  )
  const control = names.find((one) => one.control)?.control
  if (!control) return ''
  control.id ||= `field-${label}`
  return control.id
}
