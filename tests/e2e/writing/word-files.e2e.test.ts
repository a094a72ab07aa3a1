import { strToU8 } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { locateText, locateTitle, openEditor, startWritingSite, type WritingSite } from '../writing-site.ts'
import { makeDocx, WORD_PICTURE } from './word-file.ts'

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

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('选择要导入的文件').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

it('a Word file becomes the title and the text with its table and picture, by a worker that the policy allows', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  await chooseFile(
    page,
    '密度.docx',
    makeDocx(
      `<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr><w:r><w:t>绿松石的密度</w:t></w:r></w:p><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>注意：</w:t></w:r><w:r><w:t>请先清洁</w:t></w:r></w:p><w:p>${WORD_PICTURE}</w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>样品</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>TQ-01</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
    ),
  )
  await page.getByText('已导入“密度”').waitFor()
  expect(await locateTitle(page).inputValue()).toBe('绿松石的密度')
  await text.locator('img[src^="/file/img/"][alt="谱图"]').waitFor()
  await page.getByRole('radio', { name: '源码' }).check()
  await page.locator('.cm-content').waitFor()
  expect((await page.locator('.cm-line').allTextContents()).join('\n')).toMatch(
    /^\*\*注意\*\*：请先清洁\n\n!\[谱图\]\(\/file\/img\/\S+\)\n\n\| 样品 \|\n\| --- \|\n\| TQ-01 \|$/,
  )
  expect(complaints).toEqual([])
})

it('broken and hostile files end with a message within seconds, and the text stays as it was', async () => {
  const { page, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  await text.focus()
  await page.keyboard.type('已写的正文')
  /** Elements within elements, which take a reader of XML longer than it is given. */
  const deep = `<w:p>${'<w:ins w:id="1" w:author="x"><w:r><w:t>x</w:t></w:r>'.repeat(150_000)}</w:p>`
  const files: [string, Buffer, string | RegExp][] = [
    ['旧.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), '这是旧版 .doc 文件'],
    ['坏.docx', Buffer.from('PK 不是压缩文件'), '文件已损坏，或不是 Word 文档'],
    [
      '炸弹.docx',
      makeDocx('', { 'word/media/b.png': [new Uint8Array(80 * 1024 * 1024), { level: 9 }] }),
      '文件解开后太大',
    ],
    [
      '实体.docx',
      makeDocx('', { 'word/document.xml': strToU8('<!DOCTYPE a [<!ENTITY x "xxxx">]><a>&x;</a>') }),
      '文件已损坏，或不是 Word 文档',
    ],
    ['太深.docx', makeDocx(deep), /“太深.docx”没有导入：文件(太复杂|已损坏|读不出来)/],
  ]
  for (const [name, buffer, message] of files) {
    const begin = Date.now()
    await chooseFile(page, name, buffer)
    const told = page
      .getByText(message)
      .filter({ hasText: `“${name}”没有导入` })
      .first()
    await told.waitFor()
    expect(Date.now() - begin, name).toBeLessThan(8000)
    expect(await text.textContent()).toBe('已写的正文')
  }
  // Made in the page, because a large file takes long to reach it.
  await page.getByLabel('选择要导入的文件').evaluate((field: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], '大.docx'))
    field.files = chosen.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByText('“大.docx”没有导入：文件超过 20 MB').waitFor()
  expect(complaints).toEqual([])
})
