import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../e2e/running-site.ts'
import type { EnginePage } from './engine.ts'
import { expectModal, expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openLive, untilLive } from './steps.ts'

const PASSWORD = 'correct-horse-battery-8841'
const DIALOG = 'dialog[open]'

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function fillLogin(page: EnginePage, email: string, password: string) {
  await page.waitFor(`${DIALOG} h2`, { text: '账号密码登录' })
  await page.fill(await findField(page, '账号', DIALOG), email)
  await page.fill(await findField(page, '密码', DIALOG), password)
  await page.press('Enter')
}

onEveryEngine('login', (engine) => {
  it('registers with the mailed code, refuses a wrong password, logs in, stays through a reload and logs out', async () => {
    const email = `jade-${engine().name}@example.test`
    const nickname = `翡翠小记${engine().name}`
    const page = await engine().open()
    await openLive(page, site.url)
    await page.click('header button', { text: '登录' })
    await expectModal(page, DIALOG)
    await page.click(`${DIALOG} button`, { text: '注册账号' })
    await page.waitFor(`${DIALOG} h2`, { text: '邮箱注册' })
    await page.fill(await findField(page, '邮箱', DIALOG), email)
    await page.fill(await findField(page, '昵称', DIALOG), nickname)
    await page.fill(await findField(page, '密码', DIALOG), PASSWORD)
    await page.click(`${DIALOG} button`, { text: '发送验证码' })
    await page.waitFor('[role=status]', { text: '验证码发送成功' })
    const mail = (await site.mails()).find(({ to }) => to === email)
    await page.fill(await findField(page, '验证码', DIALOG), /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '')
    await page.click(`${DIALOG} button[type=submit]`, { text: '注册' })
    await page.waitFor('[role=status]', { text: '注册成功' })

    await fillLogin(page, email, 'wrong')
    await page.waitFor(`${DIALOG}, [role=alert]`, { text: '用户账号或者密码错误' })
    const kept = `document.querySelector(${JSON.stringify(await findField(page, '账号', DIALOG))}).value`
    expect(await page.evaluate(kept)).toBe(email)
    await fillLogin(page, email, PASSWORD)
    await page.waitFor('[role=status]', { text: '登录成功' })
    await page.waitFor('header button', { text: nickname })
    await page.waitFor('dialog', { gone: true })
    await expectSoundLayout(page)
    await openLive(page, site.url)
    await page.waitFor('header button', { text: nickname })
    expect(await page.evaluate('document.cookie')).toBe('')

    await page.click('header button', { text: nickname })
    await page.evaluate('void document.documentElement.setAttribute("data-before-logout", "")')
    await page.click('header [data-open] button', { text: '退出登录' })
    // The document is a new one: no data of the member stays in memory.
    await page.waitFor('html[data-before-logout]', { gone: true })
    await untilLive(page)
    await page.waitFor('header button', { text: '登录' })
    const session = `fetch('/bff/session').then((answer) => answer.json())`
    expect(await page.evaluate(session)).toMatchObject({ code: 200, data: { user: null } })
    expect(page.complaints().filter((line) => !/\b4\d\d\b/.test(line))).toEqual([])
    await page.close()
  })

  it('opens from the drawer of a phone', async () => {
    const phone = await engine().open({ widthPx: 390 })
    await openLive(phone, site.url)
    await phone.click('header button[aria-label="打开菜单"]')
    await phone.click(`${DIALOG} button`, { text: '登录' })
    await phone.waitFor(`${DIALOG} h2`, { text: '账号密码登录' })
    await expectModal(phone, `${DIALOG}:has(form)`)
    await expectSoundLayout(phone)
    await phone.click(`${DIALOG} button[aria-label="关闭"]`)
    await phone.waitFor('dialog', { gone: true })
    expect(phone.complaints()).toEqual([])
    await phone.close()
  })
})
