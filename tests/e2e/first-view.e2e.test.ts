import { expect, inject, it } from 'vitest'
import { firstViewScripts, firstViewStyles, onDemandOnly, type SentFile, visitorFiles } from './first-view-files.ts'
import { publicPages } from './public-pages.ts'

const siteUrl = inject('siteUrl')

/** JavaScript of a first view, brotli. Bytes, a thousand to the KB. */
const BUDGET_BYTES = 120_000
/** Style sheets and scripts of a first view: on a slow line each few take a round trip. */
const FILES_MAX = 30
/** The sheet contains the styles of the whole site and is loaded once. Brotli, bytes. */
const STYLES_MAX_BYTES = 40_000
/** Files listed in a message. */
const NAMED_FILES = 8

it('loads at most 120 KB of JavaScript before a public page is usable', async () => {
  const overweight: string[] = []
  for (const { path } of await publicPages(siteUrl)) {
    const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html' } })
    const files = firstViewScripts(await answer.text())
    // Every page loads React: checks that scripts are counted.
    expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^vendor-/))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > BUDGET_BYTES)
      overweight.push(`${path}: ${bytes} bytes, ${bytes - BUDGET_BYTES} too many: ${largest(files)}`)
  }
  expect(overweight).toEqual([])
})

it('loads the password estimator only for a new password', async () => {
  const estimator = 'src/domain/people/password-estimator.ts'
  expect(onDemandOnly(estimator)).toBe(true)
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  expect(firstViewScripts(html).filter(({ file }) => file.startsWith('password-estimator'))).toEqual([])
})

it('gives visitors nothing of the pages of staff', async () => {
  const { named, scripts } = visitorFiles()
  expect(named).not.toContain('manage')
  expect(scripts).not.toContain('/v1/manage/')
  const html = await (await fetch(siteUrl)).text()
  expect(html).not.toContain('manage')
})

it('loads a public page with one style sheet and few files', async () => {
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

it('declares the order of layers before the first style', async () => {
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  const [sheet] = /(?<=rel="stylesheet" href=")[^"]+/.exec(html) ?? []
  const styles = await (await fetch(siteUrl + sheet)).text()
  expect(styles).toMatch(/^@layer reset, ?tokens, ?base, ?ui, ?feature;/)
})

function largest(files: readonly SentFile[]): string {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, NAMED_FILES)
  return sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ')
}

it('counts every script that a page names, preloads or loads by itself, and their imports', async () => {
  const html = await (await fetch(`${siteUrl}/gem`, { headers: { accept: 'text/html' } })).text()
  const files = firstViewScripts(html)
  // The entry has no static imports; the start module has.
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
