import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { DEMO_CONTENT_DIR } from '../../../apps/upstream/src/site/demo/seed.ts'
import { PAGES } from '../../../packages/contract/src/articles/standing-pages.ts'
import { FIXED_PAGES } from '../public-pages.ts'
import { type RunningSite, startSite } from '../running-site.ts'

let site: RunningSite
beforeAll(async () => {
  site = await startSite({}, { DEMO_CONTENT: 'off' })
})
afterAll(() => site.close())

/** Names of the demo organisation in Chinese and English, and its initials in certificate numbers. */
const DEMO_WORDS = [/石衡/, /shiheng/i, /\bSH(?![a-zA-Z])/]
/** The guide for partners explains numbers by examples. */
const EXAMPLES = ['/developers']

/** Promises that only a setting may make. */
const CLAIMS = [
  /不同人员|检测人员撰写|不从事珠宝买卖|可追溯|逐件留存|依国家标准检测|先预约/,
  /\d+ 个工作日/,
  /已运行|起运行/,
  /tested to Chinese national standards/,
]
/** Claims on the front page: kinds of tests and standards. */
const HOME_CLAIMS = /GB\/?T? ?\d|绿松石|贵金属|暂无数据/

/** Reads the sentences of the demo laboratory's settings. */
function listDemoSentences(): string[] {
  const settings: unknown = parse(readFileSync(path.join(DEMO_CONTENT_DIR, 'site.yaml'), 'utf8'))
  return Object.values(settings as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string' && value.length > 10 && value !== '2024-01-31',
  )
}

/** Renders a page without an account; the query would be repeated in it. */
async function render(address: string): Promise<string> {
  const [pathname = '', query = ''] = address.split('?')
  const answer = await fetch(site.url + (query.startsWith('no=') ? pathname : address))
  return await answer.text()
}

it('says nothing about a laboratory on the public pages of an empty installation', async () => {
  const sentences = listDemoSentences()
  expect(sentences.length).toBeGreaterThan(5)
  const found: string[] = []
  for (const { path: address } of FIXED_PAGES) {
    const html = await render(address)
    expect(html, address).toContain('珠宝玉石检测机构')
    const words = [...(EXAMPLES.includes(address) ? DEMO_WORDS.slice(0, 2) : DEMO_WORDS), ...CLAIMS]
    if (address === '/') words.push(HOME_CLAIMS)
    for (const word of words) {
      const [hit] = word.exec(html) ?? []
      if (hit) found.push(`${address}: ${html.slice(Math.max(0, html.indexOf(hit) - 30), html.indexOf(hit) + 40)}`)
    }
    found.push(...sentences.filter((sentence) => html.includes(sentence)).map((sentence) => `${address}: ${sentence}`))
  }
  expect(found).toEqual([])
})

/** Lists the links in a text of HTML to standing pages other than the contact page, which readers can always open. */
function listStandingLinks(html: string): string[] {
  const paths = PAGES.map((page) => page.path).filter((to) => to !== '/contact-us')
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"#?]+)/g)].flatMap(([, to = '']) => (paths.includes(to) ? to : []))
}

it('links to no standing page on the public pages of an empty installation', async () => {
  const found: string[] = []
  for (const { path: address } of FIXED_PAGES) {
    found.push(...listStandingLinks(await render(address)).map((to) => `${address}: ${to}`))
  }
  expect(found).toEqual([])
})

it.each([
  ['/', ['/rangeDetail', '/instrument', '/statement']],
  ['/certificate-check', ['/rangeDetail']],
  ['/en/certificate-check', ['/rangeDetail']],
  ['/contact-us', ['/about']],
])('links from %s to standing pages that are published', async (address, paths) => {
  const html = await (await fetch(inject('siteUrl') + address)).text()
  expect(listStandingLinks(html.slice(html.indexOf('<main'), html.indexOf('</main')))).toEqual(
    expect.arrayContaining(paths),
  )
})
