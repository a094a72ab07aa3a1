import type { Page } from 'playwright-core'
import { ARTICLE, EDITOR } from './site-texts.ts'
import { confirmRecoveryCodes, makePasskey } from './staff-page.ts'

/** Invites an editor, as the owner. */
export async function invite(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /^用户/ }).click()
  await page.getByRole('button', { name: '邀请同事' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('邮箱').fill(EDITOR.email)
  await dialog.getByLabel('编辑').check()
  await dialog.getByRole('button', { name: '发出邀请' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Creates the editor's account and passes the second factor, on the editor's own device. */
export async function join(page: Page): Promise<void> {
  await page.getByText('职责：编辑', { exact: false }).waitFor()
  await page.getByLabel('姓名').fill(EDITOR.name)
  await page.getByLabel('密码').fill(EDITOR.password)
  await page.getByRole('button', { name: '建立账号' }).click()
  await page.getByRole('heading', { name: '设置两步验证' }).waitFor()
  await makePasskey(page)
  await confirmRecoveryCodes(page, '进入管理')
  await page.getByRole('heading', { name: '概览' }).waitFor()
}

/**
 * Corrects the owner's article, as the editor.
 * @returns the new title
 */
export async function correctArticle(page: Page): Promise<string> {
  const title = `${ARTICLE.title}与绿松石检测`
  await page.getByRole('navigation').getByRole('link', { name: /^文章/ }).click()
  await page.getByRole('link', { name: ARTICLE.title }).first().click()
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await page.getByRole('button', { name: /^发布为版本/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^发布为版本/ })
    .click()
  await page.getByText('发布成功').first().waitFor()
  return title
}
