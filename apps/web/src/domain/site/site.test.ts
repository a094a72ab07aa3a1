import { expect, it } from 'vitest'
import { currentMark, isCurrent } from '#app/shell/header/menu.ts'
import { NEWS_PATH, RESEARCH_PATH } from './menu-links.ts'
import { siteOf } from './site.ts'

it('breaks the name into two lines where possible', () => {
  expect(siteOf({ name: '石衡珠宝玉石检测中心' }).mark).toEqual({ head: '石衡', rest: '珠宝玉石检测中心' })
  expect(siteOf({ name: '某检测站' }).mark).toEqual({ head: '某检测站', rest: '' })
})

it('has no announcement when it is empty or hidden', () => {
  expect(siteOf({ bulletin: '<p>放假</p>' }).hasBulletin).toBe(true)
  expect(siteOf({ bulletin: '<p> </p>' }).hasBulletin).toBe(false)
  expect(siteOf({ bulletin: '<p>放假</p>', showBulletin: 0 }).hasBulletin).toBe(false)
})

it('fills in missing settings', () => {
  const site = siteOf(null)
  expect(site).toMatchObject({
    name: '石衡珠宝玉石检测中心',
    phone: '',
    recordNum: '',
    loginTypes: [],
    hasLantern: false,
  })
})

it('counts the days from the configured date, and shows no count without a date', () => {
  expect(siteOf(null).startedAtMs).toBeNull()
  expect(siteOf({ name: '某检测站' }).startedAtMs).toBeNull()
  expect(siteOf({ startedAt: '2024-02-01' }).startedAtMs).toBe(Date.parse('2024-02-01T00:00+08:00'))
  expect(siteOf({ startedAt: '2024-02-01', hidesClock: true }).startedAtMs).toBeNull()
})

it('treats the article list as the news by default', () => {
  const tags = (search: string) => ({ pathname: '/tags', search })
  expect(isCurrent(NEWS_PATH, tags(''))).toBe(true)
  expect(isCurrent(NEWS_PATH, tags('?categoryId=32&pageNo=2'))).toBe(true)
  expect(isCurrent(NEWS_PATH, tags('?categoryId=33'))).toBe(false)
  expect(isCurrent(RESEARCH_PATH, tags('?categoryId=33'))).toBe(true)
  expect(isCurrent('/', tags(''))).toBe(false)
})

it.each(['/log', '/developers'])('marks the certificate lookup in the menu at its subpage %s', (pathname) => {
  const location = { pathname, search: '' }
  expect(currentMark('/certificate-check', location)).toBe('true')
  expect(currentMark('/rangeDetail', location)).toBeUndefined()
  expect(currentMark('/certificate-check', { pathname: '/certificate-check', search: '' })).toBe('page')
})
