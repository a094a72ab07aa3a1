import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBrowser } from '../shared-browser.ts'
import { startWritingSite, type WritingSite } from '../writing-site.ts'
import { addManageData } from './manage-data.ts'
import { findManagementFaults, TOUR_MS } from './manage-tour.ts'
import { listManageViews, type ManageView } from './manage-views.ts'

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

it('every management page works on a phone', { timeout: TOUR_MS }, async () => {
  expect(await findManagementFaults({ browser, site, views, widthPx: 390 })).toEqual([])
})
