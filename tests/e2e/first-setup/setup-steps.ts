import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findFaults } from '../manage/manage-tour.ts'
import { OWNER, SITE } from './site-texts.ts'
import { confirmRecoveryCodes, makePasskey } from './staff-page.ts'

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

export async function makeOwner(page: Page): Promise<void> {
  await page.getByLabel('姓名').fill(OWNER.name)
  await page.getByLabel('邮箱').fill(OWNER.email)
  await page.reload()
  expect(await page.getByLabel('姓名').inputValue()).toBe(OWNER.name)
  await page.getByLabel('密码').fill('12345678')
  await next(page)
  await page.getByText('这个密码太常见', { exact: false }).waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('密码').fill(OWNER.password)
  await next(page)
  await page.getByRole('heading', { name: '设置两步验证' }).waitFor()
  expect(await findFaults(page)).toEqual([])
}

/** Sets up a second factor. Recovery codes that disappear in a reload are generated again. */
export async function setUpFactor(page: Page): Promise<void> {
  await makePasskey(page)
  await page.reload()
  await page.getByRole('button', { name: '生成新的恢复码' }).click()
  await page.getByRole('list', { name: '恢复码' }).waitFor()
  expect(await findFaults(page)).toEqual([])
  await confirmRecoveryCodes(page, '下一步')
  await page.getByRole('heading', { name: '单位信息' }).waitFor()
  expect(await findFaults(page)).toEqual([])
}

export async function fillOrganisation(page: Page): Promise<void> {
  await page.getByLabel('名称').fill(SITE.name)
  await page.getByLabel('电话').fill('请来电')
  await next(page)
  await page.getByText('电话号码，如', { exact: false }).waitFor()
  await page.getByLabel('电话').fill(SITE.phone)
  await page.getByLabel('地址').fill(SITE.address)
  for (const day of ['周一', '周二', '周三', '周四', '周五']) await page.getByRole('button', { name: day }).click()
  await page.getByText('将显示为“周一至周五 9:00–17:00”').waitFor()
  await next(page)
  await page.getByRole('heading', { name: '备案与执照' }).waitFor()
  expect(await findFaults(page)).toEqual([])
}

/**
 * Fills in the filing numbers.
 * @returns the missing items at the end of the setup
 */
export async function fillFiling(page: Page): Promise<string[]> {
  await page.getByLabel('ICP 备案号').fill(SITE.icp)
  await page.getByLabel('统一社会信用代码').fill('91350100M000100Y34')
  await next(page)
  await page.getByText('校验不符', { exact: false }).waitFor()
  await page.getByLabel('统一社会信用代码').fill(SITE.creditCode)
  await next(page)
  await page.getByRole('heading', { name: '设置完成' }).waitFor()
  expect(await findFaults(page)).toEqual([])
  return await page.getByRole('list', { name: '尚缺' }).getByRole('listitem').allTextContents()
}
