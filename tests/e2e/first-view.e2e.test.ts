import { expect, inject, it } from 'vitest'
import { firstViewScripts, firstViewStyles, onDemandOnly, type SentFile } from './first-view-files.ts'
import { publicPages } from './public-pages.ts'

const siteUrl = inject('siteUrl')

/** JavaScript of a first view, brotli. Bytes, a thousand to the KB. */
const BUDGET_BYTES = 120_000
/** What a first view may ask for besides its pictures: styles and scripts. A slow line takes a while for each few. */
const FILES_MAX = 30
/** The sheet holds the styles of the whole site, members' parts too: it is fetched once. Brotli, bytes. */
const STYLES_MAX_BYTES = 40_000
/** Files that a message names. */
const NAMED_FILES = 8

it('whoever opens a public page gets at most 120 KB of JavaScript before the page can be used', async () => {
  const overweight: string[] = []
  for (const { path } of await publicPages(siteUrl)) {
    const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html' } })
    const files = firstViewScripts(await answer.text())
    // React is in every page: without it nothing has been counted.
    expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^vendor-/))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > BUDGET_BYTES)
      overweight.push(`${path}: ${bytes} bytes, ${bytes - BUDGET_BYTES} too many: ${largest(files)}`)
  }
  expect(overweight).toEqual([])
})

it('nobody loads the password estimator before typing a new password', async () => {
  const estimator = 'src/features/account/password-estimator.ts'
  expect(onDemandOnly(estimator)).toBe(true)
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  expect(firstViewScripts(html).filter(({ file }) => file.startsWith('password-estimator'))).toEqual([])
})

it('whoever opens a public page waits for one sheet of styles, and gets the page in few files', async () => {
  const faults: string[] = []
  for (const { path } of await publicPages(siteUrl)) {
    const html = await (await fetch(siteUrl + path, { headers: { accept: 'text/html' } })).text()
    const sheets = firstViewStyles(html)
    expect(sheets).toHaveLength(1)
    expect(sheets[0]?.bytes).toBeLessThanOrEqual(STYLES_MAX_BYTES)
    const files = sheets.length + firstViewScripts(html).length
    if (files > FILES_MAX) faults.push(`${path}: ${files} files`)
  }
  expect(faults).toEqual([])
})

it('says the order of the layers before the first style, or parts would win over each other by chance', async () => {
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  const [sheet] = /(?<=rel="stylesheet" href=")[^"]+/.exec(html) ?? []
  const styles = await (await fetch(siteUrl + sheet)).text()
  expect(styles).toMatch(/^@layer reset, ?tokens, ?base, ?ui, ?feature;/)
})

function largest(files: readonly SentFile[]): string {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, NAMED_FILES)
  return sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ')
}

it('counts every script that a page names, preloads or fetches by itself, and what these import', async () => {
  const html = await (await fetch(`${siteUrl}/gem`, { headers: { accept: 'text/html' } })).text()
  const files = firstViewScripts(html)
  // The entry imports nothing by itself: what it starts does.
  const start = /data-files="([^"]+)"/
    .exec(html)?.[1]
    ?.split(' ')
    .find((file) => file.includes('/start-'))
  expect(files.length).toBeGreaterThan(3)
  expect(firstViewScripts(`<script type="module" src="${start}"></script>`).length).toBeGreaterThan(1)
  expect(firstViewScripts(`<link rel="modulepreload" href="${start}">`)).toEqual(
    firstViewScripts(`<script data-files="${start}">`),
  )
  expect(() => firstViewScripts('<script src="/assets/away.js"></script>')).toThrow('/assets/away.js')
})
