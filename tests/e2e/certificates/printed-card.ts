import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { readCard } from '../../../apps/bff/src/testing/printed-card.ts'

/** Downloads the card from the open print page, and reads it with poppler. */
export async function downloadCard(page: Page): Promise<ReturnType<typeof readCard>> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  return readCard(await buffer(await (await downloaded).createReadStream()))
}
