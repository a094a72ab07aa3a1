import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { hasPoppler } from '../../../apps/bff/src/testing/poppler.ts'
import { readCard } from '../../../apps/bff/src/testing/printed-card.ts'

/** Downloads the card of the print page that is open, and reads it. @returns `null` on a machine without poppler */
export async function downloadCard(page: Page): Promise<ReturnType<typeof readCard> | null> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  const pdf = await buffer(await (await downloaded).createReadStream())
  return hasPoppler() ? readCard(pdf) : null
}
