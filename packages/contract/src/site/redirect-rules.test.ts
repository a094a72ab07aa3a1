import { expect, it } from 'vitest'
import {
  buildRedirectAddress,
  createRedirectTable,
  findSourceFault,
  planRedirects,
  toSourcePath,
} from './redirect-rules.ts'

it.each(['/wenti.html', '/p/songjian', '/article/7', '/news/*', '/news/2024/*', '/旧页面', '/download/cma.pdf'])(
  'accepts the source %s',
  (from) => expect(findSourceFault(from)).toBeNull(),
)

it.each([
  ['wenti.html', /本站路径/],
  ['//evil.example', /本站路径/],
  ['/a?b=1', /问号/],
  ['/a*', /\* 只能写在最后/],
  ['/*/a', /\* 只能写在最后/],
  ['/a/../b', /本站路径/],
  ['/a\\b', /本站路径/],
  ['/a\u0000b', /本站路径/],
  ['/a\u202egnp.cod', /本站路径/],
  ['/', /首页/],
  ['/*', /本站路径|首页/],
  ['/v1/article/', /由网站使用/],
  ['/manage', /由网站使用/],
  ['/file/img/a.png', /由网站使用/],
  ['/certificate-check/report', /由网站使用/],
  ['/c/*', /由网站使用/],
  ['/robots.txt', /由网站使用/],
  ['/about', /在用/],
  ['/rangedetail', /在用/],
  ['/news', /在用/],
  ['/notice/*', /在用/],
  ['/article/*', /在用/],
  [`/${'a'.repeat(200)}`, /200 字/],
])('refuses the source %s', (from, message) => expect(findSourceFault(from)).toMatch(message))

it('finds the exact source before a prefix, and the longest prefix', () => {
  const table = createRedirectTable([
    { from: '/news/2024/*', to: '/a' },
    { from: '/news/2024/spring/*', to: '/b' },
    { from: '/news/2024/spring/1', to: '/c' },
  ])
  expect(table.find('/news/2024/spring/1')?.to).toBe('/c')
  expect(table.find('/news/2024/spring/2')?.to).toBe('/b')
  expect(table.find('/news/2024/x')?.to).toBe('/a')
  expect(table.find('/news/2024')).toBeUndefined()
  expect(table.find('/news/20245')).toBeUndefined()
})

it('leads nobody to a script, in disguise to another site, or into another account', () => {
  const targets = ['javascript:alert(1)', '//evil.example', '/\\evil.example', '/?token=T', 7, null]
  const table = createRedirectTable([...targets.map((to, at) => ({ from: `/${at}`, to })), null, { from: 7, to: '/' }])
  expect(table.size).toBe(0)
})

it('compares sources decoded, in lower case and without a final slash', () => {
  expect(toSourcePath('/%E6%97%A7/A/')).toBe('/旧/a')
  expect(toSourcePath('/%E0%A4%A')).toBe('/%e0%a4%a')
})

it('keeps the query of the request, and encodes what a header cannot hold', () => {
  expect(buildRedirectAddress('/tags?categoryId=32#top', new URLSearchParams('from=wx&categoryId=1'))).toBe(
    '/tags?categoryId=32&from=wx#top',
  )
  expect(buildRedirectAddress('/p/石', new URLSearchParams())).toBe('/p/%E7%9F%B3')
  expect(buildRedirectAddress('https://a.cn/?x=a%20b', new URLSearchParams())).toBe('https://a.cn/?x=a%20b')
})

it('collapses chains in both directions', () => {
  expect(planRedirects([{ from: '/b', to: '/about' }], [{ from: '/a', to: '/B/?x=1' }])).toEqual({
    rows: [{ from: '/a', to: '/about?x=1' }],
  })
  expect(planRedirects([{ from: '/a', to: '/b' }], [{ from: '/b', to: 'https://c.cn/' }])).toEqual({
    rows: [
      { from: '/b', to: 'https://c.cn/' },
      { from: '/a', to: 'https://c.cn/' },
    ],
  })
})

it.each([
  [[{ from: '/a', to: '/a' }], '会绕成一圈：/a → /a'],
  [[{ from: '/a', to: '/b/%2e%2e/./a?x' }], '会绕成一圈：/a → /b/%2e%2e/./a?x'],
  [[{ from: '/a/*', to: '/a/b' }], '会绕成一圈：/a/* → /a/b'],
  [[{ from: '/d', to: '/y' }], '会绕成一圈：/d → /y，而 /y → /d'],
  [[{ from: '/y', to: '/about' }], '/y 已有跳转，去 /d'],
  [[{ from: '/x', to: 'javascript:alert(1)' }], '本站路径（以 / 开头）或 https:// 网址'],
  [[{ from: '/x', to: '/a\u202eb' }], '本站路径（以 / 开头）或 https:// 网址'],
  [[{ from: '/x', to: '//evil.example' }], '本站路径（以 / 开头）或 https:// 网址'],
])('refuses %j and names the row', (added, fault) => {
  expect(planRedirects([{ from: '/y', to: '/d' }], added)).toEqual({ fault, at: 0 })
})

it('adds all rows or none', () => {
  const good = { from: '/a', to: '/about' }
  expect(planRedirects([], [good, { from: '/about', to: '/' }])).toMatchObject({ at: 1 })
  expect(planRedirects([], [good, { ...good, from: '/A/' }])).toMatchObject({ at: 1 })
  const many = Array.from({ length: 5001 }, (_one, at) => ({ from: `/old-${at}`, to: '/about' }))
  expect(planRedirects([], many)).toMatchObject({ fault: '最多 5000 条' })
  expect(planRedirects([], many.slice(1))).toMatchObject({ rows: { length: 5000 } })
})

it('keeps the fragment of a target when a chain is collapsed', () => {
  expect(planRedirects([{ from: '/b', to: '/tags?a=1#top' }], [{ from: '/a', to: '/b?c=2#x' }])).toEqual({
    rows: [{ from: '/a', to: '/tags?a=1&c=2#top' }],
  })
})

it('refuses chains that collect a long query', () => {
  const rows = Array.from({ length: 5000 }, (_one, at) => ({
    from: `/${at}`,
    to: `/${at + 1}?q${at}=${'x'.repeat(150)}`,
  }))
  expect(planRedirects([], rows)).toEqual({ fault: '/0 最后去的地址超过 300 字', at: 0 })
})

it.each([
  ['a chain of all rows', (at: number) => ({ from: `/${at}`, to: `/${at + 1}` })],
  ['prefixes', (at: number) => ({ from: `/${at}/*`, to: `/new/${at}` })],
])(
  'plans %s in time that grows with the rows',
  (_what, makeRow) => {
    const rows = Array.from({ length: 5000 }, (_one, at) => makeRow(at))
    const start = performance.now()
    expect(planRedirects([], rows)).toMatchObject({ rows: { length: 5000 } })
    // It takes 80 ms on an idle machine, and would take half a minute if each row were followed to its end.
    expect(performance.now() - start).toBeLessThan(10_000)
  },
  60_000,
)

it('reads an address of slashes in time that grows with its length', () => {
  const start = performance.now()
  for (let times = 0; times < 100; times += 1) toSourcePath(`/a${'/'.repeat(8000)}b`)
  expect(performance.now() - start).toBeLessThan(4000)
})
