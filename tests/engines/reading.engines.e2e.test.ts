import { expect, inject, it } from 'vitest'
import { expectModal, expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { openLive, untilLive, waitForPath } from './steps.ts'

const siteUrl = inject('siteUrl')

const theme = 'document.documentElement.dataset.theme'

onEveryEngine('reading', (engine) => {
  it('leads from the home page through list, article and search, with the chosen theme on each page', async () => {
    const page = await engine().open()
    await openLive(page, siteUrl)
    expect(await page.text('h1')).toContain('一石一证')
    await expectSoundLayout(page)

    await page.click('header nav a', { text: '新闻资讯' })
    await waitForPath(page, /^\/tags\?categoryId=32$/)
    await page.waitFor('main h2 a[href^="/news-article/"]')
    await expectSoundLayout(page)
    const title = await page.text('main h2 a[href^="/news-article/"]')
    await page.click('main h2 a[href^="/news-article/"]')
    await page.waitFor('article h1', { text: title })
    await expect.poll(() => page.evaluate('document.title')).toContain(title)
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await expectSoundLayout(page)

    await page.press('Control+k')
    await expectModal(page, 'dialog[open]')
    await page.fill('dialog input[type=search]', '翡 翠')
    await page.waitFor('dialog em.hit', { text: '翡翠' })
    await page.press('Escape')
    await page.waitFor('dialog', { gone: true })
    await page.press('Control+k')
    await page.fill('dialog input[type=search]', '翡 翠')
    await page.click('dialog li a', { text: '翡翠' })
    await waitForPath(page, /^\/article\/\d+$/)
    await page.waitFor('dialog', { gone: true })
    await page.waitFor('article', { text: '翡翠' })

    await page.click('header button[aria-label="切换深色主题"]')
    expect(await page.evaluate(theme)).toBe('dark')
    await openLive(page, `${siteUrl}/about`)
    expect(await page.evaluate(theme)).toBe('dark')
    await page.click('header button[aria-label="切换浅色主题"]')
    expect(await page.evaluate(theme)).toBe('light')
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('opens a menu of the header with the pointer and with the keyboard', async () => {
    const page = await engine().open()
    await openLive(page, siteUrl)
    await page.click('header nav button', { text: '检测业务' })
    await page.waitFor('header nav [data-open] a', { text: '仪器与方法' })
    await page.press('Escape')
    await page.waitFor('header nav [data-open]', { gone: true })
    await page.press('ArrowDown')
    await page.waitFor('header nav [data-open] a:focus')
    await page.press('Enter')
    await waitForPath(page, /^\/(?!$)/)
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('fits on a phone, where the drawer has the menu', async () => {
    const page = await engine().open({ widthPx: 390 })
    await openLive(page, siteUrl)
    await expectSoundLayout(page)
    await page.click('header button[aria-label="打开菜单"]')
    await expectModal(page, 'dialog[open]', 'left')
    for (const text of ['证书查询', '宝石百科']) await page.waitFor('dialog nav a', { text })
    await page.press('Escape')
    await page.waitFor('dialog', { gone: true })
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('打开菜单')

    await page.click('header button[aria-label="打开菜单"]')
    await page.click('dialog nav a', { text: '研究' })
    await waitForPath(page, /^\/tags\?categoryId=33$/)
    await page.waitFor('dialog', { gone: true })
    await page.waitFor('main h2 a[href^="/article/"]')
    await expectSoundLayout(page)
    await page.click('main h2 a[href^="/article/"]')
    await page.waitFor('article h1')
    await untilLive(page)
    await expectSoundLayout(page)
    expect(page.complaints()).toEqual([])
    await page.close()
  })
})
