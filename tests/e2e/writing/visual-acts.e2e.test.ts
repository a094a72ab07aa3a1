import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import {
  locateText,
  openAs,
  openEditor,
  publishAsOwner,
  settleCaret,
  startWritingSite,
  type WritingSite,
} from '../writing-site.ts'

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

async function paste(page: Page, html: string, plain: string): Promise<void> {
  await locateText(page).evaluate(
    (field, copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', copied.html)
      clipboardData.setData('text/plain', copied.plain)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )
}

async function chooseMode(page: Page, mode: '所见' | '源码'): Promise<void> {
  await page.getByRole('radio', { name: mode }).check()
  await page.locator(mode === '源码' ? '.cm-content' : '.ProseMirror').waitFor()
}

const readParagraphs = (page: Page) => locateText(page).locator('p').allTextContents()

it('undo goes on after a change of mode, in each mode by its own steps', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  await locateText(page).focus()
  await page.keyboard.type('首段')
  await page.keyboard.press('Enter')
  await settleCaret(page)
  await page.keyboard.type('次段')
  await chooseMode(page, '源码')
  await chooseMode(page, '所见')
  await locateText(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => readParagraphs(page)).not.toContain('次段')
  await page.keyboard.press('Control+y')
  await expect.poll(() => readParagraphs(page)).toEqual(['首段', '次段'])

  await chooseMode(page, '源码')
  // The caret is in the same paragraph.
  await page.locator('.cm-content').focus()
  await settleCaret(page)
  await page.keyboard.type('，补充')
  await expect.poll(() => page.locator('.cm-line').last().textContent()).toBe('次段，补充')
  await chooseMode(page, '所见')
  await locateText(page).getByText('次段，补充').waitFor()
  await chooseMode(page, '源码')
  await page.locator('.cm-content').focus()
  await settleCaret(page)
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.locator('.cm-line').last().textContent()).toBe('次段')

  // A phone has no Ctrl+Z.
  await page.setViewportSize({ width: 390, height: 800 })
  for (const [mode, field] of [
    ['源码', '.cm-content'],
    ['所见', '.ProseMirror'],
  ] as const) {
    await chooseMode(page, mode)
    await page.getByRole('button', { name: '重做', disabled: mode === '所见' }).waitFor()
    await page.locator(field).focus()
    await settleCaret(page)
    await page.keyboard.type(`${mode}再写`)
    await page.getByRole('button', { name: '撤销', disabled: false }).click()
    await page.locator(field).getByText(`${mode}再写`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '重做', disabled: false }).click()
    await page.locator(field).getByText(`${mode}再写`).waitFor()
    expect(await page.locator(field).evaluate((text) => text.contains(document.activeElement))).toBe(true)
  }
  expect(complaints).toEqual([])
})

it('a block is moved by the grip beside it, or by keys', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  await text.focus()
  for (const words of ['甲', '乙', '丙']) {
    await page.keyboard.type(words)
    if (words !== '丙') await page.keyboard.press('Enter')
    await settleCaret(page)
  }
  const grip = page.getByTitle('拖动这一段；也可以按 Alt ↑↓ 移动')
  const isBeside = async (words: string) => {
    const [block, handle] = await Promise.all([text.getByText(words).boundingBox(), grip.boundingBox()])
    if (!block || !handle) return false
    const distance = Math.abs(handle.y + handle.height / 2 - (block.y + block.height / 2))
    return distance < 4 && handle.x + handle.width <= block.x
  }
  await expect.poll(() => isBeside('丙')).toBe(true)
  await page.keyboard.press('Alt+ArrowUp')
  expect(await readParagraphs(page)).toEqual(['甲', '丙', '乙'])
  await expect.poll(() => isBeside('丙')).toBe(true)
  await grip.dragTo(text.getByText('甲'), { targetPosition: { x: 2, y: 2 } })
  await expect.poll(() => readParagraphs(page)).toEqual(['丙', '甲', '乙'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readParagraphs(page)).toEqual(['甲', '丙', '乙'])
  await page.setViewportSize({ width: 390, height: 800 })
  await grip.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})

it('19, a paste during a composition comes in behind the chosen words', async () => {
  const { page, context, complaints } = await openEditor(pages, site, 'writer')
  await locateText(page).focus()
  await page.keyboard.type('前')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'mi', selectionStart: 2, selectionEnd: 2 })
  await paste(page, '<p>贴<b>粗</b></p>', '贴粗')
  expect(await readParagraphs(page)).toEqual(['前mi'])
  await devtools.send('Input.insertText', { text: '密度' })
  await devtools.detach()
  await expect.poll(() => readParagraphs(page)).toEqual(['前密度贴粗'])
  await locateText(page).locator('strong', { hasText: '粗' }).waitFor()
  expect(complaints).toEqual([])
})

it('9 and 18, a range of Excel asks about its head, and fills the cells of a table', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  await text.focus()
  const range =
    '<table><tr><td>密度</td><td align=right>2.71</td></tr><tr><td>硬度</td><td align=right>5</td></tr></table>'
  await paste(page, range, '密度\t2.71\n硬度\t5')
  await page.getByText('已粘贴。保留了表格。第一行当作了表头。').waitFor()
  await page.getByRole('button', { name: '第一行不是表头' }).click()
  expect(await text.locator('th').allTextContents()).toEqual(['', ''])
  expect(await text.locator('td').allTextContents()).toEqual(['密度', '2.71', '硬度', '5'])
  await text.locator('td').nth(2).click()
  await settleCaret(page)
  await paste(page, range, '密度\t2.71\n硬度\t5')
  expect(await text.locator('td').allTextContents()).toEqual(['密度', '2.71', '密度', '2.71', '硬度', '5'])
  await page.keyboard.press('Control+z')
  expect(await text.locator('td').allTextContents()).toEqual(['密度', '2.71', '硬度', '5'])
  expect(complaints).toEqual([])
})

it('20, a copy of our own article gives the same Markdown', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const writing = await openEditor(pages, site, 'owner')
  await locateText(writing.page).focus()
  await paste(writing.page, `<p><img src="data:image/png;base64,${pixel}"></p>`, '')
  const address = await locateText(writing.page).locator('img[src^="/file/img/"]').getAttribute('src')
  const contentMd = `## 依据\n\n见[国标](/article/86)，**24 件**，H<sub>2</sub>O。\n\n- 甲\n  - 乙\n\n1. 丙\n2. 丁\n\n> 引文\n\n| 样品 | 密度 |\n| --- | ---: |\n| TQ-01 | 2.71 |\n\n![谱图](${address})\n\n\`\`\`\na | b\n\`\`\``
  const form = { title: '本站文章', categoryId: 33, isPublish: 2, contentMd, tagList: [] }
  await site.ask('POST', '/v1/article/', form, await site.fetchToken(site.writer))
  const { page, complaints } = await openAs(pages, site, 'writer', `/article/${await publishAsOwner(site, '本站文章')}`)
  await page.getByRole('heading', { level: 1, name: '本站文章' }).waitFor()
  const html = await page
    .locator('article')
    .getByRole('heading', { name: '依据' })
    .evaluate((heading) => heading.parentElement?.innerHTML ?? '')
  await page.goto(`${site.url}/newposts`)
  await locateText(page).focus()
  await paste(page, html, '')
  await page.getByText('已粘贴。').waitFor()
  await chooseMode(page, '源码')
  expect((await page.locator('.cm-line').allTextContents()).join('\n')).toBe(contentMd)
  expect(complaints).toEqual([])
})
