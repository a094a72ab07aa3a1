import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { type PrintedCard, readCard, readCards } from '../../../apps/bff/src/testing/printed-card.ts'

/** Downloads the card from the open print page, and reads it with poppler. */
export async function downloadCard(page: Page): Promise<PrintedCard> {
  return readCard(await downloadFile(page))
}

/** Downloads the cards from the open print page, and reads each with poppler. */
export async function downloadCards(page: Page): Promise<PrintedCard[]> {
  return readCards(await downloadFile(page))
}

/** Downloads the file of the layout that is chosen on the open print page. */
export async function downloadFile(page: Page): Promise<Buffer> {
  const downloaded = page.waitForEvent('download', { timeout: 100_000 })
  await page.getByRole('button', { name: '下载 PDF' }).click()
  return await buffer(await (await downloaded).createReadStream())
}
