import { expect, it } from 'vitest'
import { getUseAddress, nameUse } from './use-places.ts'

const SETTING = {
  place: 'setting',
  articleId: null,
  pageKey: null,
  title: '站点设置',
  member: null,
  day: null,
} as const

it.each([
  [{ ...SETTING, member: 'qualifications' }, '首页的资质', '/home'],
  [{ ...SETTING, member: 'seal' }, '印章', '/site?tab=brand#seal'],
  [{ ...SETTING, place: 'settingVersion' as const }, '站点设置', '/site?tab=history'],
  [{ ...SETTING, place: 'category' as const, title: '宝石' }, '宝石', '/site?tab=topics'],
  [{ ...SETTING, place: 'article' as const, articleId: 7, title: '文' }, '文', '/articles/7'],
  [
    { ...SETTING, place: 'version' as const, articleId: 8, pageKey: 'about', title: '关于' },
    '关于',
    '/pages/about/versions',
  ],
])('%j is called %s and leads to %s', (use, name, address) => {
  expect([nameUse(use), getUseAddress(use)]).toEqual([name, address])
})
