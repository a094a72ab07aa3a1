import { expect, inject, it } from 'vitest'
import {
  findVisitorScripts,
  isOnDemandOnly,
  listFirstViewDrawings,
  listFirstViewScripts,
  listFirstViewStyles,
  listVisitorFiles,
  type SentFile,
} from '../first-view-files.ts'
import { listPublicPages } from '../public-pages.ts'

const siteUrl = inject('siteUrl')

/**
 * Maximum sizes as measured, with up to 300 B for changed names of files: brotli, bytes. A first view that grows is a
 * decision, noted in docs/performance.md. The budget of scripts is 120,000, see docs/decisions/0034-stock-router.md.
 */
const SCRIPTS_MAX_BYTES = 118_300
/** Maximum for the scripts that every page loads, measured on the page that has no script of its own. */
const SHELL_MAX_BYTES = 108_800
/** Maximum for an English page, which is the Chinese one with another shell and other texts. */
const ENGLISH_MAX_BYTES = 119_950
const SHELL_PATH = '/no-such-page'
/** Maximum for the sheet of the site. */
const STYLES_MAX_BYTES = 10_500
/** Maximum for the sheet of a feature. */
const FEATURE_STYLES_MAX_BYTES = 7_100
/** Maximum for the drawings of a page. */
const DRAWINGS_MAX_BYTES = 20_000
/** Maximum for the drawing in the head of a page that has no other. */
const HEAD_DRAWING_MAX_BYTES = 2_300
/** Maximum number of style sheets and scripts of a first view: on a slow line each few take a round trip. */
const FILES_MAX = 16
const ENGLISH_FILES_MAX = 20
/** Number of files listed in a message. */
const NAMED_FILES = 8

it('loads at most the recorded size of JavaScript before a public page is usable', async () => {
  const overweight: string[] = []
  for (const { path } of await listPublicPages(siteUrl)) {
    const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html' } })
    const files = listFirstViewScripts(await answer.text())
    // Every page loads React: checks that scripts are counted.
    expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^vendor-/))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const isEnglish = path.startsWith('/en/')
    const max = path === SHELL_PATH ? SHELL_MAX_BYTES : isEnglish ? ENGLISH_MAX_BYTES : SCRIPTS_MAX_BYTES
    if (bytes > max) overweight.push(`${path}: ${bytes} bytes, ${bytes - max} too many: ${listLargest(files)}`)
  }
  expect(overweight).toEqual([])
})

it('loads the password estimator only for a new password', async () => {
  const estimator = 'src/domain/people/password-estimator.ts'
  expect(isOnDemandOnly(estimator)).toBe(true)
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  expect(listFirstViewScripts(html).filter(({ file }) => file.startsWith('password-estimator'))).toEqual([])
})

it('loads no code of the management pages for visitors', async () => {
  expect(listVisitorFiles()).not.toContain('manage')
  // This chunk, the link from a page to its editor, is loaded for staff only.
  const editLink = 'src/app/shell/header/edit-link.tsx'
  expect(findVisitorScripts('/v1/manage/')).toEqual([editLink])
  expect(isOnDemandOnly(editLink)).toBe(true)
  const html = await (await fetch(siteUrl)).text()
  expect(html).not.toContain('manage')
})

it('loads a public page with the style sheets of site and feature, and few files', async () => {
  const faults: string[] = []
  for (const { path } of await listPublicPages(siteUrl)) {
    const html = await (await fetch(siteUrl + path, { headers: { accept: 'text/html' } })).text()
    const sheets = listFirstViewStyles(html)
    // That of the feature; English pages have one more.
    const others = sheets.filter(({ file }) => !file.startsWith('style-'))
    expect(sheets.length - others.length).toBe(1)
    expect([path, others.length]).toEqual([path, path.startsWith('/en/') ? 2 : 1])
    expect(sheets.find(({ file }) => file.startsWith('style-'))?.bytes).toBeLessThanOrEqual(STYLES_MAX_BYTES)
    expect(others.every(({ bytes }) => bytes <= FEATURE_STYLES_MAX_BYTES)).toBe(true)
    const files = sheets.length + listFirstViewScripts(html).length
    if (files > (path.startsWith('/en/') ? ENGLISH_FILES_MAX : FILES_MAX)) faults.push(`${path}: ${files} files`)
  }
  expect(faults).toEqual([])
})

it('loads the drawings that it shows, and one alone from a file of its own', async () => {
  const faults: string[] = []
  for (const { path } of await listPublicPages(siteUrl)) {
    const html = await (await fetch(siteUrl + path, { headers: { accept: 'text/html' } })).text()
    const names = new Set(html.match(/(?<=<use href="[^"#]+#)[^"]+/g))
    const bytes = listFirstViewDrawings(html).reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > (names.size === 1 ? HEAD_DRAWING_MAX_BYTES : DRAWINGS_MAX_BYTES)) {
      faults.push(`${path}: ${bytes} bytes for ${[...names].join(', ')}`)
    }
  }
  expect(faults).toEqual([])
})

it('declares the order of layers before the first style', async () => {
  const html = await (await fetch(siteUrl, { headers: { accept: 'text/html' } })).text()
  const [sheet] = /(?<=rel="stylesheet" href=")[^"]+/.exec(html) ?? []
  const styles = await (await fetch(siteUrl + sheet)).text()
  expect(styles).toMatch(/^@layer reset, ?tokens, ?base, ?ui, ?feature;/)
})

function listLargest(files: readonly SentFile[]): string {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, NAMED_FILES)
  return sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ')
}

it('counts every script that a page names, preloads or loads by itself, and their imports', async () => {
  const html = await (await fetch(`${siteUrl}/gem`, { headers: { accept: 'text/html' } })).text()
  const files = listFirstViewScripts(html)
  // The entry has no static imports; the start module has.
  const start = /data-files="([^"]+)"/
    .exec(html)?.[1]
    ?.split(' ')
    .find((file) => file.includes('/start-'))
  expect(files.length).toBeGreaterThan(3)
  expect(listFirstViewScripts(`<script type="module" src="${start}"></script>`).length).toBeGreaterThan(1)
  expect(listFirstViewScripts(`<link rel="modulepreload" href="${start}">`)).toEqual(
    listFirstViewScripts(`<script data-files="${start}">`),
  )
  expect(() => listFirstViewScripts('<script src="/assets/away.js"></script>')).toThrow('/assets/away.js')
})
