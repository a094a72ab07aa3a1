import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MARKDOWN_CASES, PRESERVED_CASES } from '../../apps/web/src/testing/markdown-cases.ts'
import { asWord, HTML_PASTES, TEXT_PASTES, WORD_PASTES } from '../../apps/web/src/testing/paste-cases.ts'
import { makeDocx, WORD_PICTURE } from '../e2e/writing/word-file.ts'
import { startWritingSite, type WritingSite } from '../e2e/writing-site.ts'
import type { EnginePage } from './engine.ts'
import { expectModal, expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openAs, openLive, waitForPath } from './steps.ts'

const PICTURE = path.join(import.meta.dirname, '../../apps/upstream/content/pictures/cert-amber.png')
const TEXT = '## 什么是铁线\n\n铁线是绿松石中**褐铁矿**的细脉。\n\n> 形态比颜色更能说明成因。\n\n见下图。\n\n'
const EDITOR = '.cm-content'
const VISUAL = '.ProseMirror'
/** Puts a copy of another program on the clipboard, at the next copy of the page. */
const copyAs = (html: string, text: string) => `addEventListener('copy', (event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  if (${html !== ''}) event.clipboardData.setData('text/html', ${JSON.stringify(html)})
  event.clipboardData.setData('text/plain', ${JSON.stringify(text)})
}, { capture: true, once: true })`
const WORD = asWord('<h1>范围</h1><p class=MsoNormal style="margin:0">依据<b>国标</b></p>')
const PREVIEW = '[aria-label="预览"]'

let site: WritingSite
beforeAll(async () => {
  site = await startWritingSite()
})
afterAll(() => site.close())

/** Waits until the text is saved on this device. */
const waitUntilSaved = (page: EnginePage, text: string) =>
  page.evaluate(`(async () => {
    for (;;) {
      const drafts = await new Promise((resolve) => {
        const open = indexedDB.open('writing')
        open.onsuccess = () => {
          const request = open.result.transaction('drafts').objectStore('drafts').getAll()
          request.onsuccess = () => { resolve(request.result); open.result.close() }
        }
      })
      if (JSON.stringify(drafts).includes(${JSON.stringify(text)})) return
      await new Promise(requestAnimationFrame)
    }
  })()`)

/** Replaces the text of the source mode. */
async function pasteSource(page: EnginePage, markdown: string) {
  await page.click(EDITOR)
  await page.press('Control+a')
  await settleCaret(page)
  await page.evaluate(copyAs('', markdown))
  await page.press('Control+c')
  await page.press('Control+v')
}

/** Copies the text of the source mode, which shows the lines near the caret only. */
async function copySource(page: EnginePage): Promise<string> {
  await page.click('fieldset label', { text: '源码' })
  await page.click(EDITOR)
  await page.press('Control+a')
  await settleCaret(page)
  await page.evaluate(`addEventListener('copy', (event) => {
    window.copied = event.clipboardData.getData('text/plain')
  }, { once: true })`)
  await page.press('Control+c')
  return await page.evaluate<string>('window.copied')
}

/** Waits until the editor knows where the caret is: browsers tell it a moment after the key. */
const settleCaret = (page: EnginePage) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

onEveryEngine('writing', (engine) => {
  it('keeps a draft over a reload, uploads pictures, and publishes an article on which members comment', async () => {
    const title = `双色碧玺的色带，${engine().name}`
    const page = await engine().open()
    await openAs(page, site.url, site.owner, '/newposts')
    await page.click('fieldset label', { text: '并排' })
    await page.waitFor(EDITOR)
    await page.fill('[aria-label="标题"]', title)
    await page.fill(EDITOR, TEXT)
    await page.waitFor(`${PREVIEW} h2`, { text: '什么是铁线' })
    await page.waitFor(`${PREVIEW} strong`, { text: '褐铁矿' })
    await page.waitFor(`${PREVIEW} blockquote`, { text: '形态比颜色更能说明成因。' })
    await expectSoundLayout(page)

    await page.setFiles('input[aria-label="选择图片"]', [PICTURE])
    await page.waitFor('main', { text: '已上传' })
    await expect.poll(() => page.text(EDITOR)).toMatch(/!\[\]\(\/file\/img\/[\w-]+\.\w+\)/)
    await page.fill(await findField(page, '图片 1 的文字说明'), '色带，放大 10 倍')
    await page.waitFor(`${PREVIEW} img[alt="色带，放大 10 倍"]`)
    await page.setFiles('input[aria-label="选择封面图片"]', [PICTURE])
    await page.waitFor('img[alt="封面预览"]')
    await waitUntilSaved(page, '放大 10 倍')

    await openLive(page, `${site.url}/newposts`)
    await page.waitFor('main', { text: '保存在这台设备上的内容。' })
    expect(await page.evaluate(`document.querySelector('[aria-label="标题"]').value`)).toBe(title)
    await page.waitFor(EDITOR, { text: '褐铁矿' })
    expect((await page.text(EDITOR)).replace(/\s+/g, '')).toContain(TEXT.replace(/\s+/g, ''))
    await page.click('main label', { text: '研究' })
    await page.click('main button', { text: '发布' })
    await page.waitFor('h1', { text: '文章已发布' })

    await openLive(page, `${site.url}/tags?categoryId=33`)
    await page.click('main h2 a', { text: title })
    await page.waitFor('article h1', { text: title })
    await page.waitFor('article strong', { text: '褐铁矿' })
    const sizes = `Promise.all([...document.querySelectorAll('article img[alt^="色带"]')].map(async (image) => {
      image.loading = 'eager'
      await image.decode()
      return image.naturalWidth
    }))`
    expect(await page.evaluate(sizes)).toEqual([expect.any(Number)])
    const { pathname } = new URL(await page.url())
    expect(page.complaints()).toEqual([])
    await page.close()
    await comment(pathname)
  })

  /** Comments on a phone as a member, and deletes the comment. */
  async function comment(pathname: string) {
    const phone = await engine().open({ widthPx: 390 })
    await openAs(phone, site.url, site.writer, pathname)
    await phone.fill(await findField(phone, '写评论'), '第三组样品的密度偏高？')
    await phone.click('#comments button', { text: '发表' })
    await phone.waitFor('#comments article', { text: '第三组样品的密度偏高？' })
    await expectSoundLayout(phone)
    await phone.click('#comments article button', { text: '删除' })
    await expectModal(phone, 'dialog[open]')
    await phone.click('dialog button', { text: '删除' })
    await phone.waitFor('#comments article', { text: '密度偏高', gone: true })
    expect(phone.complaints()).toEqual([])
    await phone.close()
  }

  it('shows text as readers see it: marks, a table, a paste from Word, and the Markdown of all', async () => {
    const page = await engine().open()
    await openAs(page, site.url, site.writer, '/newposts')
    await page.waitFor(VISUAL)
    await page.fill(VISUAL, '谱图见下')
    await page.press('Shift+Home')
    await settleCaret(page)
    await page.press('Control+b')
    await page.waitFor(`${VISUAL} strong`, { text: '谱图见下' })
    await page.press('End')
    await page.press('Enter')
    await page.click('[role=toolbar] button[aria-label="表格"]')
    await page.waitFor(`${VISUAL} th`)
    await page.press('Tab')
    await page.click('[role=toolbar] button[aria-label="这一列右对齐"]')
    await page.waitFor(`${VISUAL} td[data-align="right"]`)
    await page.evaluate(copyAs(WORD, '范围'))
    await page.press('Control+c')
    await page.press('Control+v')
    await page.waitFor(`${VISUAL} th`, { text: '范围' })
    await page.click('fieldset label', { text: '源码' })
    await page.waitFor(EDITOR, { text: '**谱图见下**' })
    await page.waitFor(EDITOR, { text: '范围<br>依据**国标**' })
    await page.waitFor(EDITOR, { text: '---:' })
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('keeps the structure of what other programs have copied', async () => {
    const page = await engine().open()
    await openAs(page, site.url, site.writer, '/newposts')
    await page.waitFor(VISUAL)
    await page.fill(VISUAL, '将被替换')
    // Pictures of other sites wait, so that nothing outside is asked for them.
    await page.evaluate(`dispatchEvent(new Event('offline'))`)
    const rows = [
      ...WORD_PASTES.map(([row, body, markdown]) => [row, asWord(body), '甲', markdown] as const),
      ...HTML_PASTES.map(([row, html, markdown]) => [row, html, '甲', markdown] as const),
      ...TEXT_PASTES.map(([row, text, markdown]) => [row, '', text, markdown] as const),
    ]
    for (const [row, html, text, markdown] of rows) {
      await page.evaluate(`document.querySelector('${VISUAL}').focus(), ${copyAs(html, text)}`)
      await page.press('Control+a')
      await settleCaret(page)
      await page.press('Control+c')
      await page.press('Control+v')
      await page.click('fieldset label', { text: '源码' })
      await page.waitFor(EDITOR)
      const lines = `[...document.querySelectorAll('${EDITOR} .cm-line')].map((line) => line.textContent).join('\\n')`
      const source = await page.evaluate<string>(lines)
      // The key of a picture that waits is random.
      expect([row, source.replace(/uploading:[a-z0-9]{6,16}/g, 'uploading:abc123')]).toEqual([row, markdown])
      await page.click('fieldset label', { text: '所见' })
      await page.waitFor(VISUAL)
    }
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('keeps every byte of a text between both modes, and changes only the block that is edited', async () => {
    const page = await engine().open()
    await openAs(page, site.url, site.writer, '/newposts')
    // WebKit's clipboard makes an ordinary blank of one that does not break.
    const sources = [...MARKDOWN_CASES, ...PRESERVED_CASES].map(([, source]) =>
      source.replaceAll('\u00a0', ' ').replaceAll('/file/img/a.png', '/file/img/cert-amber.png'),
    )
    const text = `${sources.map((source, index) => `第 ${index} 段\n\n${source}\n\n`).join('')}末段`
    await page.click('fieldset label', { text: '源码' })
    await page.waitFor(EDITOR)
    await pasteSource(page, text)
    await page.waitFor(EDITOR, { text: '末段' })
    await page.click('fieldset label', { text: '所见' })
    await page.waitFor(VISUAL, { text: '第 0 段' })
    expect(await copySource(page)).toBe(text)
    await page.click('fieldset label', { text: '所见' })
    await page.waitFor(VISUAL, { text: '第 0 段' })
    await page.click(`${VISUAL} p`, { text: '第 0 段' })
    await settleCaret(page)
    await page.press('End')
    await settleCaret(page)
    await page.press('x')
    await page.waitFor(VISUAL, { text: '第 0 段x' })
    expect(await copySource(page)).toBe(text.replace('第 0 段', '第 0 段x'))
    // CodeMirror says so in Firefox when all of a long text is selected.
    expect(page.complaints().filter((line) => line !== 'Viewport failed to stabilize')).toEqual([])
    await page.close()
  })

  it('imports a Word file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'word-'))
    const file = path.join(folder, '密度.docx')
    const heading = '<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr><w:r><w:t>绿松石的密度</w:t></w:r></w:p>'
    await writeFile(file, makeDocx(`${heading}<w:p>${WORD_PICTURE}</w:p>`))
    const page = await engine().open()
    await openAs(page, site.url, site.writer, '/newposts')
    await page.waitFor(VISUAL)
    await page.setFiles('input[aria-label="选择要导入的文件"]', [file])
    await page.waitFor(`${VISUAL} img[src^="/file/img/"][alt="谱图"]`)
    // The heading is the title, and not in the text again.
    await page.waitFor(VISUAL, { text: '绿松石的密度', gone: true })
    expect(await page.evaluate(`document.querySelector('[aria-label="标题"]').value`)).toBe('绿松石的密度')
    expect(page.complaints()).toEqual([])
    await page.close()
    await rm(folder, { recursive: true })
  })

  it('formats text by keyboard and toolbar, and requests confirmation before a draft is left', async () => {
    const page = await engine().open()
    await openAs(page, site.url, site.writer, '/newposts')
    await page.click('fieldset label', { text: '并排' })
    await page.waitFor(EDITOR)
    await page.fill(EDITOR, '谱图见下')
    await page.press('Shift+Home')
    await page.press('Control+b')
    await page.waitFor(EDITOR, { text: '**谱图见下**' })
    await page.press('Control+z')
    await page.waitFor(EDITOR, { text: '**', gone: true })
    await page.press('Control+a')
    await page.click('[role=toolbar] button[aria-label="小标题"]')
    await page.waitFor(EDITOR, { text: '## 谱图见下' })
    await page.waitFor(`${PREVIEW} h2`, { text: '谱图见下' })

    await page.click('header nav a', { text: '研究' })
    await expectModal(page, 'dialog[open]')
    await page.waitFor('dialog h2', { text: '离开这一页？' })
    await page.click('dialog button', { text: '取消' })
    await page.waitFor('dialog', { gone: true })
    await page.click('header nav a', { text: '研究' })
    await page.click('dialog button', { text: '离开' })
    await waitForPath(page, /^\/tags\?categoryId=33$/)
    expect(page.complaints()).toEqual([])
    await page.close()
  })
})
