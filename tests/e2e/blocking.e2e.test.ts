import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ChatSite,
  getConversationUrl,
  locateField,
  locateMessage,
  openRoom,
  PATIENCE_MS,
  say,
  startChatSite,
} from './chat-site.ts'
import { createPagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'

let browser: Browser
let site: ChatSite
beforeAll(async () => {
  ;[browser, site] = await Promise.all([connectBrowser(), startChatSite()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

it('a refused message shows the reason, and a block applies at once and can be removed in the list', async () => {
  const pages = createPagePool(browser, site.url)
  const writer = await openRoom(pages, site, 'writer')
  for (const words of ['一', '二', '三', '第四条']) await say(writer.page, words)
  const refused = locateMessage(writer.page, '第四条')
  await refused.getByText('对方回复之前最多发送 3 条消息').waitFor({ timeout: PATIENCE_MS })

  const owner = await openRoom(pages, site, 'owner')
  await say(owner.page, '您好')
  await refused.getByRole('button', { name: '重新发送' }).click()
  await locateMessage(owner.page, '第四条').waitFor({ timeout: PATIENCE_MS })

  await owner.page.getByRole('button', { name: '屏蔽此人' }).click()
  const dialog = owner.page.getByRole('dialog', { name: '屏蔽“林知微”？' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: '屏蔽此人' }).click()
  await owner.page.waitForURL((url) => url.pathname === '/im' && url.search === '')
  await say(writer.page, '还在吗')
  await locateMessage(writer.page, '还在吗').getByText('对方暂时不接收你的消息').waitFor({ timeout: PATIENCE_MS })
  await expect.poll(() => owner.page.getByRole('link', { name: /林知微/ }).count()).toBe(0)

  await owner.page.goto(`${site.url}/user?tab=blocked`)
  await owner.page.getByRole('button', { name: '解除对林知微的屏蔽' }).click()
  await owner.page.getByText('没有屏蔽任何人').waitFor()
  await locateField(writer.page).waitFor()
  await locateMessage(writer.page, '还在吗').getByRole('button', { name: '重新发送' }).click()
  await owner.page.goto(site.url + getConversationUrl(site, 'owner'))
  await locateMessage(owner.page, '还在吗').waitFor({ timeout: PATIENCE_MS })
}, 180_000)
