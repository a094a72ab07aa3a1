import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWritingSite, type WritingSite } from '../e2e/writing-site.ts'
import type { EnginePage } from './engine.ts'
import { expectModal, expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openAs, openLive, waitForPath } from './steps.ts'

const PICTURE = path.join(import.meta.dirname, '../../apps/upstream/content/pictures/cert-amber.png')
const TEXT = '## 什么是铁线\n\n铁线是绿松石中**褐铁矿**的细脉。\n\n> 形态比颜色更能说明成因。\n\n见下图。\n\n'
const EDITOR = '.cm-content'
const VISUAL = '.ProseMirror'
/** Puts on the clipboard, at the next copy, what Word would. */
const COPY_AS_WORD = `addEventListener('copy', (event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  event.clipboardData.setData('text/html', '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1>范围</h1><p class=MsoNormal style="margin:0">依据<b>国标</b></p></body></html>')
  event.clipboardData.setData('text/plain', '范围')
}, { capture: true, once: true })`
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
    // Browsers tell the editor about the caret a moment after the key.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.press('Control+b')
    await page.waitFor(`${VISUAL} strong`, { text: '谱图见下' })
    await page.press('End')
    await page.press('Enter')
    await page.click('[role=toolbar] button[aria-label="表格"]')
    await page.waitFor(`${VISUAL} th`)
    await page.press('Tab')
    await page.click('[role=toolbar] button[aria-label="这一列右对齐"]')
    await page.waitFor(`${VISUAL} td[data-align="right"]`)
    await page.evaluate(COPY_AS_WORD)
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
