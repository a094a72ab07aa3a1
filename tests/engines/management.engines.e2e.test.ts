import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateCode } from '../../apps/upstream/src/testing/staff/own-factors.ts'
import { startSite } from '../e2e/running-site.ts'
import { startWritingSite, type WritingSite, waiveReminders } from '../e2e/writing-site.ts'
import type { EnginePage } from './engine.ts'
import { expectModal, expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openAs, waitForPath } from './steps.ts'

const OWNER = { name: '顾怀瑾', email: 'gu@example.test', password: 'jade wheel copper lantern' }
/** Lifetime of a code of an authenticator app, ms. */
const STEP_MS = 30_000

let site: WritingSite
beforeAll(async () => {
  site = await startWritingSite()
  await site.appoint(site.writer, ['approve'], ['turquoise'])
  await waiveReminders(site)
})
afterAll(() => site.close())

async function fill(page: EnginePage, label: string, value: string, scope?: string) {
  await page.fill(await findField(page, label, scope), value)
}

const readText = async (page: EnginePage, label: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(await findField(page, label))}).value`)

/** Sets up an authenticator app. @returns its secret */
async function setUpApp(page: EnginePage): Promise<string> {
  await page.waitFor('h1, h2', { text: '设置两步验证' })
  await page.click('button', { text: '动态验证码' })
  await page.waitFor('svg[aria-label="验证器应用的二维码"]')
  const secret = (await page.text('li code')).replace(/\s/g, '')
  await fill(page, '输入应用显示的 6 位数字', generateCode(secret))
  await page.click('button[type=submit]', { text: '确认' })
  await page.waitFor('ol[aria-label="恢复码"] li')
  await expectSoundLayout(page)
  const codes = (await page.text('ol[aria-label="恢复码"]')).trim().split(/\s+/)
  await page.waitFor('label', { text: '请输入第' })
  const asked = await page.evaluate<string>(
    `[...document.querySelectorAll('label')].find((one) => one.innerText.includes('请输入第')).innerText`,
  )
  await fill(page, '请输入第', codes[Number(/\d+/.exec(asked)?.[0]) - 1] ?? '')
  await page.click('button', { text: '下一步' })
  return secret
}

onEveryEngine('management', (engine) => {
  it('is set up by its owner, who then logs in with an authenticator app and saves settings by keyboard', async () => {
    const empty = await startSite({}, { DEMO_CONTENT: 'off' })
    const page = await engine().open()
    try {
      const address = empty.logs.map((line) => /manage\/setup#code=[\w-]{43}/.exec(line)?.[0]).find(Boolean)
      await page.goto(`${empty.url}/${address}`)
      await fill(page, '姓名', OWNER.name)
      await fill(page, '邮箱', OWNER.email)
      await fill(page, '密码', '12345678')
      await page.click('button[type=submit]', { text: '下一步' })
      await page.waitFor('form', { text: '这个密码太常见' })
      await expectSoundLayout(page)
      await fill(page, '密码', OWNER.password)
      await page.click('button[type=submit]', { text: '下一步' })
      const secret = await setUpApp(page)
      await page.waitFor('h1, h2', { text: '单位信息' })
      await expectSoundLayout(page)

      await page.evaluate(`fetch('/logout').then(({ status }) => status)`)
      await page.goto(`${empty.url}/manage/site`)
      await fill(page, '账号', OWNER.email)
      await fill(page, '密码', OWNER.password)
      await page.press('Enter')
      await page.waitFor('h1, h2', { text: '两步验证' })
      // Each code works once.
      await fill(page, '动态验证码', generateCode(secret, Date.now() + STEP_MS))
      await page.press('Enter')
      await fill(page, '电话', '0719-8612046')
      await expectSoundLayout(page)
      await page.press('Control+s')
      await page.waitFor('body', { text: '已保存为版本' })
      expect(await (await fetch(empty.url)).text()).toContain('0719-8612046')
      expect(page.complaints().filter((line) => !/\b401\b/.test(line))).toEqual([])
    } finally {
      await page.close()
      await empty.close()
    }
  })

  it('has a certificate entered by keyboard, warned about, submitted, and approved by another person', async () => {
    const preparer = await engine().open()
    await openManage(preparer, 'owner', '/manage/certificates')
    await expectSoundLayout(preparer)
    await preparer.click('button', { text: '新建证书' })
    await expectModal(preparer, 'dialog[open]')
    await preparer.click('dialog button', { text: '绿松石' })
    await waitForPath(preparer, /^\/manage\/certificates\/SH\d{14}$/)
    await fill(preparer, '检验结论', '绿松')
    await preparer.waitFor('[role=option]', { text: '绿松石' })
    await preparer.press('Enter')
    await expect.poll(() => readText(preparer, '英文结论')).toBe('Turquoise')
    await fill(preparer, '总质量', '12.36')
    await fill(preparer, '颜色', '蓝绿色')
    await fill(preparer, '密度', '3.90')
    await preparer.waitFor('fieldset[aria-label="警示"]', { text: '绿松石密度应为' })
    await preparer.waitFor('button:disabled', { text: '提交审批' })
    await expectSoundLayout(preparer)
    await preparer.press('F8')
    await preparer.click('label', { text: '已复测，确认' })
    await fill(preparer, '答复', '静水称重复测三次，均为 3.90')
    await preparer.click('button', { text: '提交审批' })
    await preparer.waitFor('button:disabled', { text: '由您制作，须他人批准' })
    const { pathname } = new URL(await preparer.url())

    const signatory = await engine().open()
    await openManage(signatory, 'writer', pathname)
    await signatory.waitFor('main', { text: '静水称重复测三次' })
    await signatory.click('label', { text: '已看，同意发布' })
    await signatory.press('a')
    await signatory.waitFor('dialog[open] button', { text: '确认发布' })
    await signatory.press('Enter')
    await signatory.waitFor('main section:has(h2)', { text: '已发布的内容' })
    const shown = await signatory.text('main')
    for (const value of ['蓝绿色', '12.36', '3.90', '林知微']) expect(shown).toContain(value)
    expect(shown).not.toContain('[object')
    await expectSoundLayout(signatory)

    await preparer.goto(`${site.url}/manage/certificates?state=published`)
    await preparer.waitFor('[role=row], tr', { text: pathname.split('/').at(-1) ?? '' })
    expect([...preparer.complaints(), ...signatory.complaints()]).toEqual([])
    await Promise.all([preparer.close(), signatory.close()])
  })

  it('fits on a phone: overview, lists and settings', async () => {
    const page = await engine().open({ widthPx: 390 })
    await openManage(page, 'owner', '/manage/')
    await page.waitFor('h1', { text: '概览' })
    await expectSoundLayout(page)
    for (const [path, heading] of [
      ['certificates', '证书'],
      ['articles', '文章'],
      ['people', '用户'],
      ['site', '站点'],
    ] as const) {
      await page.goto(`${site.url}/manage/${path}`)
      await page.waitFor('h1', { text: heading })
      await expectSoundLayout(page)
    }
    expect(page.complaints()).toEqual([])
    await page.close()
  })
})

async function openManage(page: EnginePage, who: 'owner' | 'writer', path: string) {
  await openAs(page, site.url, site[who], path)
}
