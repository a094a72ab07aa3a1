import type { Page } from 'playwright-core'
import { ARTICLE, COMPLETED_PAGES, SITE } from './site-texts.ts'
import { replaceText } from './staff-page.ts'

/**
 * Completes the settings: a missing number on the overview leads to its field, then the bulletin follows, and one save
 * stores both.
 */
export async function completeSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: '公安备案号' }).click()
  await page.locator('input[name=policeRecordNum]:focus').waitFor()
  await page.keyboard.insertText(SITE.police)
  await page.getByRole('link', { name: '公告与时间' }).click()
  await page.getByRole('textbox', { name: '公告', exact: true }).fill(SITE.bulletin)
  await page.getByRole('button', { name: /^保存/ }).click()
  await page.getByText(/^已保存为版本/).waitFor()
}

/** Publishes every standing page by filling the gaps of its template with keys alone; a template with gaps is refused. */
export async function publishPages(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /^页面/ }).click()
  for (const [nth, { title, fills }] of COMPLETED_PAGES.entries()) {
    await page.getByRole('link', { name: `${nth === 0 ? '编辑' : '下一页模板'}：${title}` }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    const publish = page.getByRole('button', { name: /^发布/ })
    const field = page.getByRole('textbox', { name: '正文' })
    await field.waitFor()
    if (nth === 0) {
      await publish.click()
      await page.getByRole('alert').getByText('【是否需要预约，怎样预约】', { exact: false }).waitFor()
    }
    await field.focus()
    for (const words of fills) {
      await page.keyboard.press('F8')
      await page.keyboard.insertText(words)
    }
    await page.getByText('已经补全，可以发布', { exact: false }).waitFor()
    await publish.click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await page.getByText('已发布 版本 2').waitFor()
  }
}

export async function publishArticle(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /^文章/ }).click()
  await page.getByRole('button', { name: '写文章' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill(ARTICLE.title)
  await page.getByLabel('栏目').selectOption({ label: '新闻资讯' })
  await replaceText(page, ARTICLE.text)
  await page.getByRole('button', { name: /^发布( Ctrl|$)/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('发布成功').first().waitFor()
}
