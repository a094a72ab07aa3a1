import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as NavigationPage, loader as navigationLoader } from './navigation-page.tsx'

const pages = [
  { path: '/navigation', Component: NavigationPage, loader: navigationLoader, errorElement: <h1>出错</h1> },
]

const SITES = 'GET /v1/site/getNavigations'
const answers: Answers = {
  [SITES]: good(SITES, [
    {
      siteClassName: '标准',
      navigations: [
        { id: 1, name: '国家标准全文公开系统', url: 'https://www.openstd.example.cn/gb', info: '国标全文' },
        { id: 2, name: '坏地址', url: 'javascript:alert(1)' },
        { id: 3, name: '没有地址', url: '' },
      ],
    },
    { siteClassName: '空', navigations: [] },
    {
      siteClassName: '资料',
      navigations: [
        { id: 4, name: '矿物数据库', url: 'https://minerals.example', logo: 'https://minerals.example/logo.png' },
        { id: 5, name: '光谱库', url: 'https://spectra.example', logo: 'http://spectra.example/logo.png' },
      ],
    },
  ]),
}

it('lists sites in groups, each opened in a new tab', async () => {
  openPage('/navigation', pages, answers)
  const group = within(await screen.findByRole('region', { name: '标准' }))
  const [link, ...others] = group.getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.textContent).toBe('国家标准全文公开系统（在新窗口打开）')
  expect(link?.getAttribute('href')).toBe('https://www.openstd.example.cn/gb')
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(link?.getAttribute('rel')).toContain('noopener')
  expect(group.getByText('国标全文')).toBeTruthy()
  expect(group.getByText('openstd.example.cn')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '空' })).toBeNull()
})

it('loads a foreign picture only over https and lazily, and hides a broken one', async () => {
  const { container } = openPage('/navigation', pages, answers)
  await screen.findByRole('region', { name: '资料' })
  const [logo, ...others] = container.querySelectorAll('main img')
  expect(others).toEqual([])
  expect(logo?.getAttribute('loading')).toBe('lazy')
  expect(logo?.getAttribute('src')).toBe('https://minerals.example/logo.png')
  fireEvent.error(logo as Element)
  expect(container.querySelectorAll('main img')).toHaveLength(0)
})

it('shows an empty state without sites', async () => {
  openPage('/navigation', pages, { [SITES]: good(SITES, []) })
  expect(await screen.findByText('暂无数据')).toBeTruthy()
})

it('shows an error page when loading fails', async () => {
  openPage('/navigation', pages, { [SITES]: bad(502, '暂时连接不上数据服务') })
  expect(await screen.findByRole('heading', { name: '出错' })).toBeTruthy()
})
