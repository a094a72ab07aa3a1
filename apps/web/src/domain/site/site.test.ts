import { expect, it } from 'vitest'
import { getCurrentMark, isCurrent } from '#app/shell/header/menu.ts'
import { toSite } from './site.ts'

const [NEWS_PATH, RESEARCH_PATH] = ['/tags?categoryId=32', '/tags?categoryId=33']

it('breaks the name into two lines where possible', () => {
  expect(toSite({ name: '石衡珠宝玉石检测中心' }).mark).toEqual({ head: '石衡', rest: '珠宝玉石检测中心' })
  expect(toSite({ name: '某检测站' }).mark).toEqual({ head: '某检测站', rest: '' })
})

it('has no announcement when it is empty or hidden', () => {
  expect(toSite({ bulletin: '<p>放假</p>' }).hasBulletin).toBe(true)
  expect(toSite({ bulletin: '<p> </p>' }).hasBulletin).toBe(false)
  expect(toSite({ bulletin: '<p>放假</p>', showBulletin: 0 }).hasBulletin).toBe(false)
})

it('fills in missing settings', () => {
  const site = toSite(null)
  expect(site).toMatchObject({
    name: '珠宝玉石检测机构',
    phone: '',
    recordNum: '',
    loginTypes: [],
    hasLantern: false,
  })
})

it('counts the days from the configured date, and shows no count without a date', () => {
  expect(toSite(null).startedAtMs).toBeNull()
  expect(toSite({ name: '某检测站' }).startedAtMs).toBeNull()
  expect(toSite({ startedAt: '2024-02-01' }).startedAtMs).toBe(Date.parse('2024-02-01T00:00+08:00'))
  expect(toSite({ startedAt: '2024-02-01', hidesClock: true }).startedAtMs).toBeNull()
})

it('treats the article list as the news by default', () => {
  const makeTagsLocation = (search: string) => ({ pathname: '/tags', search })
  expect(isCurrent(NEWS_PATH, makeTagsLocation(''))).toBe(true)
  expect(isCurrent(NEWS_PATH, makeTagsLocation('?categoryId=32&pageNo=2'))).toBe(true)
  expect(isCurrent(NEWS_PATH, makeTagsLocation('?categoryId=33'))).toBe(false)
  expect(isCurrent(RESEARCH_PATH, makeTagsLocation('?categoryId=33'))).toBe(true)
  expect(isCurrent('/', makeTagsLocation(''))).toBe(false)
})

it.each(['/log', '/developers'])('marks the certificate lookup in the menu at its subpage %s', (pathname) => {
  const location = { pathname, search: '' }
  expect(getCurrentMark('/certificate-check', location)).toBe('true')
  expect(getCurrentMark('/rangeDetail', location)).toBeUndefined()
  expect(getCurrentMark('/certificate-check', { pathname: '/certificate-check', search: '' })).toBe('page')
})
