import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPlaceholders } from '../../../packages/contract/src/articles/page-templates.ts'
import { PUBLISH_STATE } from '../../../packages/contract/src/constants.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { locateText, locateTitle, openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

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

const LINES = 60

async function typeLines(page: Page): Promise<void> {
  await locateText(page).focus()
  for (let line = 1; line <= LINES; line += 1) {
    await page.keyboard.insertText(`第 ${line} 行`)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.insertText('最后一行')
}

/** Whether both ends of the caret are on the screen, with nothing over them. */
function isCaretVisible(page: Page): Promise<boolean> {
  return locateText(page).evaluate((field) => {
    const range = getSelection()?.getRangeAt(0)
    const node = range?.startContainer
    // A caret in an empty line has no rectangle.
    const box = range?.getClientRects()[0] ?? (node instanceof Element ? node : null)?.getBoundingClientRect()
    if (!box) return false
    return [box.top + 1, box.bottom - 1].every((y) => field.contains(document.elementFromPoint(box.left + 1, y)))
  })
}

/** Elements around the text that scroll by themselves. */
function listInnerScrollers(page: Page): Promise<string[]> {
  return locateText(page).evaluate((field) => {
    const found: string[] = []
    for (let element: Element | null = field; element && element !== document.body; element = element.parentElement) {
      const isScroller = element.scrollHeight > element.clientHeight
      if (isScroller && getComputedStyle(element).overflowY !== 'visible') found.push(element.className)
    }
    return found
  })
}

/** Whether the first tool is on the screen, with nothing over it. */
function isToolInReach(page: Page): Promise<boolean> {
  return page.getByRole('toolbar', { name: '排版' }).evaluate((toolbar) => {
    const { left, top } = toolbar.getBoundingClientRect()
    return toolbar.contains(document.elementFromPoint(left + 16, top + 16))
  })
}

/** Height of the bar at the lower edge, CSS px, and whether none of its buttons is cut off. */
async function measureBar(page: Page, action: RegExp): Promise<{ height: number; isWhole: boolean }> {
  return await page.getByRole('button', { name: action }).evaluate((button) => {
    let bar: Element | null = button
    while (bar && getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement
    const edge = bar?.getBoundingClientRect()
    const isWhole = [...(bar?.querySelectorAll('button') ?? [])].every((one) => {
      const { left, right, bottom } = one.getBoundingClientRect()
      return left >= 0 && right <= innerWidth && bottom <= innerHeight && one.scrollWidth <= one.clientWidth
    })
    return { height: edge?.height ?? 0, isWhole }
  })
}

/** Creates an article. @returns the address of its editor */
async function createArticle(state: 'draft' | 'published'): Promise<string> {
  const token = await site.fetchSetUpToken()
  articles += 1
  const title = `逐行增高的文章 ${articles}`
  const form = { title, categoryId: 33, isPublish: PUBLISH_STATE[state], contentMd: '首段', tagList: [] }
  await site.ask('POST', '/v1/article/', form, token)
  type Listed = { records: { id: number; title: string }[] }
  const { records } = await site.ask<Listed>('GET', '/v1/manage/articles', undefined, token)
  return `/manage/articles/${records.find((one) => one.title === title)?.id}`
}
let articles = 0

async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.getByRole('radio', { name: mode }).check()
  await page.locator(mode === '所见' ? '.ProseMirror' : '.cm-content').waitFor()
}

const SCREENS = [
  { width: 1440, height: 900, barPx: 69 },
  { width: 390, height: 844, barPx: 113 },
] as const

describe.each(SCREENS)('at $width × $height', ({ barPx, ...screen }) => {
  const places = [
    { name: 'an article of staff', who: 'owner', action: /^发布/, modes: ['所见', '源码', '并排'] },
    { name: 'an article of a member', who: 'writer', action: /^提交审核/, modes: ['所见', '源码'] },
    { name: 'the paragraph of the front page', who: 'owner', action: /^保存/, modes: ['所见', '源码'] },
  ] as const
  it.each(places)('$name grows, and its caret stays between tools and bar', async ({ name, who, action, modes }) => {
    const isParagraph = name.includes('paragraph')
    const address = who === 'writer' ? '/newposts' : isParagraph ? '/manage/home' : await createArticle('draft')
    const { page, complaints } = await openAs(pages, site, who, address)
    await page.setViewportSize(screen)
    if (isParagraph) await page.getByRole('button', { name: '编辑：自由段落' }).click()
    for (const mode of modes) {
      await chooseMode(page, mode)
      if (mode === '所见') await typeLines(page)
      await locateText(page).focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      // Beside its preview, the text scrolls in a frame.
      expect((await listInnerScrollers(page)).length, `${name} ${mode}`).toBe(mode === '并排' ? 1 : 0)
      const spots = [
        ['Enter', 1],
        ['ArrowUp', 25],
        ['Control+Home', 1],
        ['ArrowDown', 25],
      ] as const
      for (const [key, times] of spots) {
        for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
        const isAt = { mode, key, isCaretVisible: true, isToolInReach: true }
        const look = async () => ({
          ...isAt,
          isCaretVisible: await isCaretVisible(page),
          isToolInReach: await isToolInReach(page),
        })
        await expect.poll(look).toEqual(isAt)
      }
      const { height, isWhole } = await measureBar(page, action)
      await page.getByRole('button', { name: action }).evaluate((button) => button.focus({ preventScroll: true }))
      const scrolled = await page.evaluate(() => scrollY)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => scrollY), `${mode}: keys within the bar do not scroll the page`).toBe(scrolled)
      expect(height, mode).toBeLessThanOrEqual(barPx)
      expect(isWhole, mode).toBe(true)
    }
    expect(complaints).toEqual([])
  })

  it('the words of a fault or of a failed save do not raise the bar, and every action is whole', async () => {
    const { page } = await openAs(pages, site, 'owner', await createArticle('published'))
    await page.setViewportSize(screen)
    await typeLines(page)
    await page.getByText('草稿已自动保存').waitFor()
    const bar = page.getByRole('region', { name: '保存' })
    const isAsBefore = async (words: string) => {
      await bar.getByText(words).waitFor()
      expect(await measureBar(page, /^下架/), words).toEqual({ height: before.height, isWhole: true })
    }
    const before = await measureBar(page, /^下架/)
    expect(before.height).toBeLessThanOrEqual(barPx)
    await page.route('**/v1/manage/articles/*', (route) => route.abort())
    await bar.getByRole('button', { name: '下架' }).click()
    await isAsBefore('网络不通')
    await page.unroute('**/v1/manage/articles/*')
    await locateTitle(page).fill('')
    await isAsBefore('先改正')
    await locateText(page).focus()
    await page.keyboard.press('Control+End')
    await expect.poll(() => isCaretVisible(page)).toBe(true)
  })

  it('a gap that is looked for, and the caret after a change of mode, are on the screen', async () => {
    const lines = Array.from({ length: LINES }, (_line, at) => `第 ${at + 1} 行`)
    const [gap = ''] = listPlaceholders('statement')
    const { page } = await openAs(pages, site, 'owner', '/manage/pages/statement')
    await page.setViewportSize(screen)
    await chooseMode(page, '源码')
    await locateText(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText([...lines, gap, ...lines].join('\n\n'))
    for (const mode of ['所见', '源码']) {
      await chooseMode(page, mode)
      const isOnScreen = () =>
        page.getByText(gap).evaluate((word) => {
          const { top, bottom } = word.getBoundingClientRect()
          return top > 0 && bottom < innerHeight
        })
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await isOnScreen(), mode).toBe(false)
      await page.getByRole('button', { name: '到下一处' }).click()
      await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(gap)
      await expect.poll(() => isCaretVisible(page)).toBe(true)
    }
  })
})
