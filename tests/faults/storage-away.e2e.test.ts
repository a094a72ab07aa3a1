import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../apps/upstream/src/testing/relay.ts'
import { makeBucket, s3Server, toEnvironment } from '../../apps/upstream/src/testing/stores.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { drawPhoto } from '../e2e/manage/sample-photo.ts'
import { createPagePool, type PagePool } from '../e2e/page-pool.ts'
import { connectBrowser } from '../e2e/shared-browser.ts'
import {
  insertPicture,
  locateText,
  openAs,
  openEditor,
  startWritingSite,
  typeText,
  type WritingSite,
  waitUntilSaved,
} from '../e2e/writing-site.ts'

/** Time in which an upload must say that it failed, ms. */
const SOON_MS = 5_000
const AWAY = '文件存储暂时连不上，请稍后重试'
/** A certificate of the demo content, and its code. */
const LOOKUP = { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }
const PUBLIC_PATHS = [
  '/',
  '/newposts',
  '/category',
  '/certificate-check',
  '/gem',
  '/contact-us',
  '/feed.xml',
  '/sitemap.xml',
]

describe.skipIf(!s3Server)(`a site whose object storage is away${s3Server ? '' : ' (no S3 server)'}`, () => {
  let relay: Relay
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let site: WritingSite
  let browser: Browser
  let pages: PagePool
  beforeAll(async () => {
    bucket = await makeBucket()
    relay = await startRelay(new URL(bucket.s3.endpoint))
    const settings = toEnvironment({ ...bucket.s3, endpoint: relay.endpoint })
    ;[site, browser] = await Promise.all([startWritingSite(settings), connectBrowser()])
    pages = createPagePool(browser, site.url)
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
    await relay.stop()
    await bucket.drop()
  })

  const lookUp = async () => {
    const answer = await fetch(`${site.url}/v1/certificate/check`, {
      method: 'POST',
      headers: { ...ownCallHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(LOOKUP),
    })
    return (await answer.json()) as { code: number; data: { state: string } }
  }
  const uploadToLibrary = async (page: Page, name: string, width: number) =>
    await page
      .getByLabel('选择文件')
      .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await drawPhoto(page, width, 240) })

  it('serves pages and lookups, says so to whoever uploads, loses nothing, and works again by itself', async () => {
    const { page } = await openEditor(pages, site, 'writer')
    const staff = (await openAs(pages, site, 'owner', '/manage/media')).page
    const [photo, text] = [(await drawPhoto(page, 40, 30)).toString('base64'), locateText(page)]
    await insertPicture(page, 'paste', 'before.png', photo)
    await text.locator('img[src^="/file/img/"]').waitFor()
    await uploadToLibrary(staff, '之前.jpg', 300)
    await staff.getByText('已上传：').getByRole('link', { name: /^之前/ }).waitFor()

    await relay.stop()
    await typeText(page, '存储断开时写下的一段')
    await insertPicture(page, 'paste', 'meanwhile.png', photo)
    await text.getByText(AWAY).waitFor({ timeout: SOON_MS })
    await uploadToLibrary(staff, '期间.jpg', 301)
    await staff.getByText(AWAY).waitFor({ timeout: SOON_MS })
    for (const path of PUBLIC_PATHS) expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200])
    expect(await lookUp()).toMatchObject({ code: 200, data: { state: 'valid' } })
    await waitUntilSaved(page, '存储断开时写下的一段')

    await relay.resume()
    await text.getByRole('button', { name: '重试' }).click()
    await text.locator('img[src^="/file/img/"]').nth(1).waitFor()
    expect(await text.textContent()).toContain('存储断开时写下的一段')
    await uploadToLibrary(staff, '之后.jpg', 302)
    await staff.getByText('已上传：').getByRole('link', { name: /^之后/ }).waitFor()
    const addresses = await text
      .locator('img[src^="/file/img/"]')
      .evaluateAll((pictures) => pictures.map((one) => one.getAttribute('src')))
    expect(addresses).toHaveLength(2)
    for (const address of addresses) expect((await fetch(site.url + address)).status).toBe(200)
  })
})
