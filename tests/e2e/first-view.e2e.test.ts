import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstViewScripts, type SentFile } from './first-view-files.ts'
import { publicPages } from './public-pages.ts'
import { type RunningSite, startSite } from './running-site.ts'

/** JavaScript of a first view, brotli. Bytes, a thousand to the KB. */
const BUDGET_BYTES = 100_000
/** Files that a message names. */
const NAMED_FILES = 8

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

it('whoever opens a public page gets at most 100 KB of JavaScript before the page can be used', async () => {
  const overweight: string[] = []
  for (const { path } of await publicPages(site.url)) {
    const answer = await fetch(site.url + path, { headers: { accept: 'text/html' } })
    const files = firstViewScripts(await answer.text())
    // React is in every page: without it nothing has been counted.
    expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^vendor-/))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > BUDGET_BYTES)
      overweight.push(`${path}: ${bytes} bytes, ${bytes - BUDGET_BYTES} too many: ${largest(files)}`)
  }
  expect(overweight).toEqual([])
})

function largest(files: readonly SentFile[]): string {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, NAMED_FILES)
  return sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ')
}

it('counts every script that a page names, preloads or fetches by itself, and what these import', async () => {
  const html = await (await fetch(`${site.url}/gem`, { headers: { accept: 'text/html' } })).text()
  const files = firstViewScripts(html)
  const [entry] = /data-files="([^ "]+)/.exec(html)?.slice(1) ?? []
  expect(files.length).toBeGreaterThan(3)
  expect(firstViewScripts(`<script type="module" src="${entry}"></script>`).length).toBeGreaterThan(1)
  expect(firstViewScripts(`<link rel="modulepreload" href="${entry}">`)).toEqual(
    firstViewScripts(`<script data-files="${entry}">`),
  )
  expect(() => firstViewScripts('<script src="/assets/away.js"></script>')).toThrow('/assets/away.js')
})
