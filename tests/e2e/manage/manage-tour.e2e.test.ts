import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from '../browser.ts'
import { connectBrowser } from '../shared-browser.ts'
import { startWritingSite, type WritingSite } from '../writing-site.ts'
import { addManageData } from './manage-data.ts'
import { findFaults, findManagementFaults, TOUR_MS } from './manage-tour.ts'
import { listManageViews, type ManageView } from './manage-views.ts'

const AREAS = path.join(import.meta.dirname, '../../../apps/web/src/manage/manage-areas.ts')

let site: WritingSite
let browser: Browser
let views: ManageView[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  views = listManageViews(await addManageData(site))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('the tour includes every page of the table of areas', () => {
  const paths = [...readFileSync(AREAS, 'utf8').matchAll(/\['(\/[^']*)', \(\) => import/g)].map(([, found]) => found)
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((route) => !views.some((view) => view.route === route))).toEqual([])
})

it('no management page has an accessibility fault in either theme, a console message or a sideways scroll bar', {
  timeout: TOUR_MS,
}, async () => {
  expect(await findManagementFaults({ browser, site, views, widthPx: 1440 })).toEqual([])
})

it.each([
  ['', '登录'],
  ['/setup', '此链接已失效'],
  ['/invitation', '邀请'],
  ['/factor-reset', '两步验证'],
])('the page /manage%s, which is open to visitors, has no such fault either', async (address, shows) => {
  const { page, context, complaints } = await openWatchedPage(browser)
  await page.goto(`${site.url}/manage${address}`)
  await page.getByRole('main').getByText(shows).first().waitFor()
  expect(await findFaults(page)).toEqual([])
  expect(complaints.filter((line) => !line.includes('status of 4'))).toEqual([])
  await context.close()
})
