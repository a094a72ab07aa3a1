import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PUBLISH_STATE } from '../../../packages/contract/src/constants.ts'
import { drawPhoto } from '../manage/sample-photo.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Uploads a photograph into the library. @returns its address */
async function upload(page: Page, name: string, width: number): Promise<string> {
  const photo = await drawPhoto(page, width, 3000)
  await page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo })
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .last()
    .waitFor()
  const { records } = await page.evaluate(async () => (await (await fetch('/v1/manage/media')).json()).data)
  return records.find((record: { name: string; url: string }) => record.name === name).url
}

/** Opens a page of a phone, and lists the pictures that it loads. */
async function openPhone(isScripted = true) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    javaScriptEnabled: isScripted,
  })
  const phone = await context.newPage()
  const loaded: string[] = []
  phone.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (/^\/file\/img\/(?:m\/|[0-9a-f]{32})/.test(pathname)) loaded.push(`${answer.status()} ${pathname}`)
  })
  return { phone, loaded }
}

/** Uploads a photograph as for a short post. @returns its address */
async function uploadAsMember(photo: Buffer, token: string): Promise<string> {
  const body = new FormData()
  body.append('multipartFile', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const headers = { authorization: token }
  const answer = await fetch(`${site.upstreamUrl}/file/upload`, { method: 'POST', body, headers })
  return ((await answer.json()) as { data: string }).data
}

it('a phone loads the width that its screen needs, without a shift, and opens the whole picture', async () => {
  const { page } = await openAs(pages, site, 'owner', '/manage/media')
  const urls = [await upload(page, 'front.jpg', 4000), await upload(page, 'back.jpg', 3000)]
  const contentMd = urls.map((url) => `![绿松石](${url})`).join('\n\n铁线。\n\n')
  const form = { title: '绿松石的铁线', categoryId: 33, isPublish: PUBLISH_STATE.published, contentMd, tagList: [] }
  await site.ask('POST', '/v1/article/', form, await site.fetchSetUpToken())
  const { records } = await site.ask<{ records: { id: number; title: string }[] }>(
    'GET',
    '/v1/article/?pageNo=1&pageSize=10',
  )
  const path = `/article/${records.find(({ title }) => title === form.title)?.id}`

  const { phone, loaded } = await openPhone()
  const pictures = phone.locator('article img[srcset]')
  await phone.goto(site.url + path)
  expect(await pictures.count()).toBe(2)
  const ratio = (at: number) => pictures.nth(at).evaluate((image) => image.clientWidth / image.clientHeight)
  const reserved = await ratio(1)
  await pictures.nth(1).scrollIntoViewIfNeeded()
  await phone.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('article img[srcset]')].every((image) => image.naturalWidth > 0),
  )
  expect(loaded.sort()).toEqual(urls.map((url) => `200 ${url.replace('.', '-960.')}`).sort())
  expect(await ratio(1)).toBeCloseTo(reserved, 2)
  await pictures.nth(1).click()
  await phone.locator(`dialog img[src$="${urls[1]}"]`).waitFor()
  await phone.context().close()
})

it('a phone loads small pictures in lists and short posts, with and without scripts', async () => {
  const { page } = await openAs(pages, site, 'owner', '/manage/media')
  const cover = await upload(page, 'cover.jpg', 3200)
  const token = await site.fetchSetUpToken()
  const form = { categoryId: 33, isPublish: PUBLISH_STATE.published, contentMd: '铁线。', tagList: [], avatar: cover }
  await site.ask('POST', '/v1/article/', { ...form, title: '有封面的文章' }, token)
  const photo = await drawPhoto(page, 2000, 1500)
  const pictures = await Promise.all([1, 2].map(() => uploadAsMember(photo, token)))
  await site.ask('POST', '/v1/say/insertSay', { content: '到样', imgUrl: pictures.join(',') }, token)

  for (const isScripted of [true, false]) {
    const { phone, loaded } = await openPhone(isScripted)
    await phone.goto(`${site.url}/tags?categoryId=33`)
    await phone.locator(`img[src="${cover}"]`).scrollIntoViewIfNeeded()
    await expect.poll(() => loaded).toContain(`200 ${cover.replace('.', '-480.')}`)
    await phone.goto(`${site.url}/say`)
    await phone.locator(`img[src="${pictures[1]}"]`).scrollIntoViewIfNeeded()
    await expect.poll(() => loaded).toContain(`200 ${pictures[1]?.replace('.', '-960.')}`)
    expect(loaded.filter((one) => [cover, ...pictures].some((whole) => one.endsWith(whole)))).toEqual([])
    await phone.context().close()
  }
})

/** Pages that show covers and pictures of short posts. */
const LISTS = ['/', '/tags?categoryId=32', '/surrounding', '/say']
const [NEWS, RESEARCH, MERCHANDISE] = [32, 33, 35]

it('every list tells the browser about how wide it draws a picture', async () => {
  const { page } = await openAs(pages, site, 'owner', '/manage/media')
  // Covers have 16 by 10, photographs of merchandise and short posts 4 by 3.
  const [wide, photo] = [await upload(page, 'wide.jpg', 4800), await upload(page, 'goods.jpg', 4004)]
  const token = await site.fetchSetUpToken()
  const listArticles = async (categoryId: number) => {
    const path = `/v1/article/?categoryId=${categoryId}&pageNo=1&pageSize=100`
    return (await site.ask<{ records: { id: number }[] }>('GET', path)).records.map(({ id }) => id)
  }
  // Over the site, which then forgets its lists.
  const takeOff = (ids: readonly number[]) =>
    page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/v1/manage/articles/bulk', { method: 'POST', headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(await answer.text())
      },
      { ids, action: 'takeOff' },
    )
  const others = [...(await listArticles(NEWS)), ...(await listArticles(RESEARCH))]
  const form = { isPublish: PUBLISH_STATE.published, contentMd: '铁线。', tagList: [] }
  for (const categoryId of [NEWS, RESEARCH, MERCHANDISE]) {
    const avatar = categoryId === MERCHANDISE ? photo : wide
    await site.ask('POST', '/v1/article/', { ...form, categoryId, avatar, title: `第 ${categoryId} 类` }, token)
  }
  const uploaded = await drawPhoto(page, 2000, 1500)
  for (const count of [1, 3]) {
    const pictures = await Promise.all(Array.from({ length: count }, () => uploadAsMember(uploaded, token)))
    await site.ask('POST', '/v1/say/insertSay', { content: `${count} 幅`, imgUrl: pictures.join(',') }, token)
  }
  await takeOff(others)

  const context = await browser.newContext()
  const reader = await context.newPage()
  const measureAt = async (width: number, path: string, count: number) => {
    await reader.setViewportSize({ width, height: 900 })
    await reader.goto(site.url + path)
    await reader
      .locator('main img[srcset]')
      .nth(count - 1)
      .waitFor({ state: 'attached' })
    const measured = await reader.evaluate(measurePictures)
    return measured.map((sizes) => ({ ...sizes, ratio: sizes.declared / sizes.drawn, place: `${path} at ${width} px` }))
  }
  const measured = []
  for (const width of [390, 768, 1440]) {
    for (const path of LISTS) measured.push(...(await measureAt(width, path, path === '/' ? 2 : 1)))
  }
  // News are as wide as the page when there is no research.
  await takeOff(await listArticles(RESEARCH))
  measured.push(...(await measureAt(1440, '/', 1)))
  await context.close()
  // Within these limits the smallest width, 480 px, is the right one for the same screens.
  expect(measured.filter(({ ratio }) => ratio < 0.85 || ratio > 1.45)).toEqual([])
})

/** Lists the width of each picture with smaller widths as its `sizes` declares it, and as it is drawn, px. */
async function measurePictures(): Promise<{ declared: number; drawn: number }[]> {
  const probe = document.body.appendChild(document.createElement('div'))
  probe.style.position = 'absolute'
  const measured: { declared: number; drawn: number }[] = []
  for (const image of document.querySelectorAll<HTMLImageElement>('main img[srcset]')) {
    const sizes = image.sizes.split(', ').map((one) => /^(?:(\(.*\)) )?(\S+)$/.exec(one) ?? [])
    const [, , size = ''] = sizes.find(([, media]) => media === undefined || matchMedia(media).matches) ?? []
    probe.style.width = size
    image.loading = 'eager'
    await image.decode()
    // A picture that fills a box of another shape is drawn wider than the box, and cut.
    const filling = (image.clientHeight * image.naturalWidth) / image.naturalHeight
    measured.push({ declared: probe.offsetWidth, drawn: Math.round(Math.max(image.clientWidth, filling)) })
  }
  return measured
}
