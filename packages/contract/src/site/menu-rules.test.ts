import { describe, expect, it } from 'vitest'
import { DEFAULT_FOOTER, DEFAULT_HEADER } from './default-menus.ts'
import { findFooterFault, findHeaderFault, findTargetFault, showFooter, showHeader } from './menu-rules.ts'

const link = (text: string, to = '/about') => ({ text, to })
const many = (count: number) => Array.from({ length: count }, (_one, at) => link(`项${at}`))

describe('the target of an entry', () => {
  it.each(['/', '/about', '/tags?categoryId=33', '/p/songjian', '/article/7#top', 'https://std.samr.gov.cn/'])(
    'may be %s',
    (to) => expect(findTargetFault(to)).toBeNull(),
  )
  it.each([
    '',
    'about',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://evil.example',
    'https://evil',
    'https:\\\\evil.example',
    'mailto:a@b.cn',
    '/a b',
  ])('may not be %j', (to) => expect(findTargetFault(to)).toMatch(/https/))

  it.each(['/?token=x', '/about#a?TOKEN=x', 'https://lab.example/?a=1&%74oken=x'])('may not carry a token: %j', (to) =>
    expect(findTargetFault(to)).toMatch(/登录令牌/),
  )
})

describe('the rules of the menus', () => {
  it('accept the menus of the specification', () => {
    expect(findHeaderFault(DEFAULT_HEADER)).toBeNull()
    expect(findFooterFault(DEFAULT_FOOTER)).toBeNull()
  })

  it.each([
    [many(9), /最多 8 项/],
    [[{ ...link('甲'), links: many(11) }], /“甲”之下最多 10 项/],
    [[{ ...link('甲'), links: [{ ...link('乙'), links: many(1) }] }], /只有两级/],
    [[link('一二三四五六七八九')], /不超过 8 字/],
    [[link('\u200b\u200b')], /请填写/],
    [[link('甲\u202e乙')], /看不见/],
    [[link('甲', '')], /“甲”的去处/],
    [[{ text: '甲', to: '', links: [] }], /“甲”的去处/],
    [[{ ...link('甲'), note: '字'.repeat(21) }], /说明/],
  ])('refuse the header %#', (items, message) => expect(findHeaderFault(items)).toMatch(message))

  it.each([
    [Array.from({ length: 6 }, () => ({ title: '组', links: [] })), /最多 5 组/],
    [[{ title: '组', links: many(11) }], /最多 10 项/],
    [[{ title: ' ', links: [] }], /请填写/],
    [[{ title: '组', links: [link('坏', 'javascript:alert(1)')] }], /“坏”的去处/],
  ])('refuse the footer %#', (groups, message) => expect(findFooterFault(groups)).toMatch(message))

  it('count two Latin letters as one character', () => {
    expect(findHeaderFault([link('GB/T 16552 标准')])).toBeNull()
    expect(findHeaderFault([link('Gemmology laboratory')])).toMatch(/8 字/)
  })
})

describe('readers', () => {
  const menu = [
    { text: '只展开', to: '', links: [link('甲', '/experts'), { ...link('乙', '/statement'), isOff: true }] },
    { text: '关于', to: '/about', links: [link('联系', '/contact-us')] },
    { text: '新闻', to: '/tags?categoryId=32&pageNo=1' },
    { text: '停用', to: '/', isOff: true },
  ]

  it('see a parent that leads somewhere as the first of its links, and nothing that is off', () => {
    expect(showHeader(menu, new Set())).toEqual([
      { text: '只展开', to: '', links: [{ text: '甲', to: '/experts' }] },
      { text: '关于', to: '', links: [link('关于', '/about'), link('联系', '/contact-us')] },
      { text: '新闻', to: '/tags?categoryId=32&pageNo=1' },
    ])
  })

  it('see no entry of a hidden target, and no parent without a visible link', () => {
    const hidden = new Set(['/experts', '/contact-us', '/tags?categoryId=32'])
    expect(showHeader(menu, hidden)).toEqual([{ text: '关于', to: '/about' }])
    expect(showFooter([{ title: '组', links: [link('甲', '/experts')] }], hidden)).toEqual([])
  })
})
