import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { locateText, openAs, openEditor, settleCaret, startWritingSite, type WritingSite } from '../writing-site.ts'

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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Types words as a Chinese input method does: letters, candidates, then the chosen words. */
async function compose(page: Page, letters: string, words: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (let length = 1; length <= letters.length; length += 1) {
    const text = letters.slice(0, length)
    await devtools.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
  }
  await devtools.send('Input.imeSetComposition', {
    text: words,
    selectionStart: words.length,
    selectionEnd: words.length,
  })
  await devtools.send('Input.insertText', { text: words })
  await devtools.detach()
}

async function pastePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], file ?? '', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [name, PIXEL],
  )
}

/** Pastes a copy from Word at the focus. */
async function pasteWord(page: Page, body: string, text: string): Promise<void> {
  await page.evaluate(
    ([html = '', plain = '']) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', plain)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p { margin: 0 }</style></head><body>${body}</body></html>`,
      text,
    ],
  )
}

/** The Markdown that was stored for the newest article of the writer. */
async function fetchStored(title: string): Promise<string> {
  const token = await site.fetchToken(site.owner)
  const { records } = await site.ask<{ records: { id: number; title: string }[] }>(
    'GET',
    '/v1/manage/articles',
    undefined,
    token,
  )
  const id = records.find((record) => record.title === title)?.id
  const { form } = await site.ask<{ form: { contentMd: string } }>('GET', `/v1/manage/articles/${id}`, undefined, token)
  return form.contentMd
}

it('a Chinese article with a table and two pictures is written by input method and keyboard', async () => {
  const { page, complaints } = await openEditor(pages, site, 'owner')
  await page.getByRole('textbox', { name: '标题', exact: true }).focus()
  await compose(page, 'lvsongshi', '绿松石的密度')
  await locateText(page).focus()
  await compose(page, 'lvsongshi', '绿松石')
  await page.keyboard.type('2026. ')
  await page.keyboard.press('Control+b')
  await compose(page, 'midu', '密度')
  await page.keyboard.press('Control+b')
  await compose(page, 'jianxiabiao', '见下表。')
  await page.keyboard.press('Enter')
  await page.keyboard.type('## ')
  await compose(page, 'shuju', '数据')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+F10')
  for (let moves = 0; moves < 12; moves += 1) await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('表格')
  await page.keyboard.press('Enter')
  for (const words of ['产地', '密度', '湖北', '2.76', '安徽', '2.70']) {
    await compose(page, 'x', words)
    await page.keyboard.press('Tab')
  }
  // The last Tab has added a row, which is deleted with the arrow keys' way out of the table.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+End')
  await settleCaret(page)
  await page.keyboard.press('ArrowDown')
  await settleCaret(page)
  await page.keyboard.press('Enter')
  for (const name of ['front.png', 'back.png']) {
    await pastePicture(page, name)
    await page
      .getByText('已上传')
      .nth(name === 'front.png' ? 0 : 1)
      .waitFor()
  }
  await page.getByLabel('图片 1 的文字说明').fill('正面')
  await page.getByLabel('图片 2 的文字说明').fill('背面')
  await page.getByRole('radio', { name: '研究' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '发布', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '文章已发布' }).waitFor()
  const stored = await fetchStored('绿松石的密度')
  expect(stored).toMatch(
    /^绿松石2026\. \*\*密度\*\*见下表。\n\n## 数据\n\n\| 产地 \| 密度 \|\n\| --- \| --- \|\n\| 湖北 \| 2\.76 \|\n\| 安徽 \| 2\.70 \|\n\n!\[正面\]\(\/file\/img\/\S+\)\n\n!\[背面\]\(\/file\/img\/\S+\)\s*$/,
  )
  expect(complaints).toEqual([])
})

it('text keeps every byte through five changes of mode, and a block changes alone', async () => {
  const contentMd =
    '　　首段 __粗__。\n\n\n* 甲\n* 乙\n\n<div>原样</div>\n\n| a|b |\n|---|:-:|\n| 1 | 2 |\n\n尾段[^1]\n\n[^1]: 注\n'
  const title = '不变的文章'
  await site.ask(
    'POST',
    '/v1/article/',
    { title, categoryId: 33, isPublish: 3, contentMd, tagList: [] },
    await site.fetchToken(site.owner),
  )
  const mine = await openAs(pages, site, 'owner', '/user')
  await mine.page.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: /编辑/ }).first().click()
  const { page, complaints } = mine
  await locateText(page).waitFor()
  for (const mode of ['源码', '所见', '源码', '所见', '源码', '所见']) {
    await page.getByRole('radio', { name: mode }).check()
    await page.locator(mode === '源码' ? '.cm-content' : '.ProseMirror').waitFor()
  }
  await page.getByText('与网站上的一致').waitFor()
  await locateText(page).getByText('首段').click()
  await page.keyboard.press('End')
  await page.keyboard.type('补充')
  await page.keyboard.press('Control+s')
  await page.getByText('草稿已保存').waitFor()
  expect(await fetchStored(title)).toBe(contentMd.replace('　　首段 __粗__。', '首段 **粗**。补充'))
  expect(complaints).toEqual([])
})

it('a copy from Word is cleaned, undone by one key, and leaves no report of the content security policy', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  await locateText(page).focus()
  await pasteWord(
    page,
    '<h1>范围</h1><p class=MsoNormal style="margin:0">依据<b>国标</b></p><table><tr><td>项目</td></tr><tr><td align=right>12.50</td></tr></table>',
    '范围',
  )
  const text = locateText(page)
  await text.getByRole('heading', { level: 2, name: '范围' }).waitFor()
  expect(await text.getByRole('cell', { name: '12.50' }).getAttribute('data-align')).toBe('right')
  await page.keyboard.press('Control+z')
  await text.getByRole('heading', { level: 2, name: '范围' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('a paste is reported until the next change, and can be reduced to its text or taken back', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  const notice = page.getByText('已粘贴。')
  await text.focus()
  await page.keyboard.type('首段')
  await page.keyboard.press('Enter')
  const body =
    '<h1>范围</h1><p class=MsoNormal>依据<b>国标</b><img src="x.png"></p><div style="mso-element:comment-list"><div class=msocomtxt>请补数据</div></div>'
  await pasteWord(page, body, '范围\n\n依据国标')
  expect(await notice.textContent()).toBe(
    '已粘贴。保留了标题、加粗。没有带过来：地址不完整的图片 1 处、批注 1 处（“请补数据”）。',
  )
  const marked = text.getByRole('heading', { name: '范围' })
  const getBar = () => marked.evaluate((heading) => getComputedStyle(heading, '::before').inlineSize)
  expect(await getBar()).toBe('3px')
  await page.keyboard.type('。')
  await notice.waitFor({ state: 'detached' })
  expect(await getBar()).not.toBe('3px')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await marked.waitFor({ state: 'detached' })

  await pasteWord(page, body, '范围\n\n依据国标')
  await page.getByRole('button', { name: '只要文字' }).click()
  await marked.waitFor({ state: 'detached' })
  expect(await text.locator('p').allTextContents()).toEqual(['首段', '范围', '依据国标'])
  await page.keyboard.press('Control+z')
  expect(await text.locator('p').allTextContents()).toEqual(['首段', ''])

  await pasteWord(page, body, '范围\n\n依据国标')
  await page.getByRole('button', { name: '撤销粘贴' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await text.locator('p').allTextContents()).toEqual(['首段', ''])
  expect(complaints).toEqual([])
})

it('a text that is pasted is offered as a table, or as what its Markdown means', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  expect(await text.getAttribute('aria-placeholder')).toBe('在这里写正文；图片可以直接粘贴或拖入')
  const pasteText = (plain: string) =>
    text.evaluate((field, copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', copied)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, plain)
  await text.focus()
  await pasteText('样品\t密度\nTQ-01\t2.71')
  await page.getByRole('button', { name: '转为表格' }).click()
  expect(await text.getByRole('cell', { name: '2.71' }).getAttribute('data-align')).toBe('right')
  expect(await text.locator('p').allTextContents()).toEqual(['样品', '密度', 'TQ-01', '2.71'])
  await page.keyboard.press('Control+z')
  await pasteText('## 甲\n\n- 乙')
  await text.getByText('## 甲').waitFor()
  await page.getByRole('button', { name: '按 Markdown 转换' }).click()
  await text.getByRole('heading', { level: 2, name: '甲' }).waitFor()
  expect(await text.getByRole('listitem').allTextContents()).toEqual(['乙'])
  expect(complaints).toEqual([])
})
